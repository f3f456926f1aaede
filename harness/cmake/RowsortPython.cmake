# The Python that tests use. Distribution packages (python3-scipy, python3-jsonschema) belong to the
# distribution's own interpreter, which need not be the first one on PATH.
find_program(ROWSORT_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(ROWSORT_PYTHON python3 REQUIRED)
