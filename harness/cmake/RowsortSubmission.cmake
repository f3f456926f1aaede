# rowsort_add_submission(NAME SOURCE ANSWERS)
#
# Links a submission with the harness into the program NAME: the local check. SOURCE is built three times: its
# host part (and its kernel for the CPU device) by the C++ compiler, its kernel as spmv_sorted_traced for the
# CPU device that counts and diagnoses, and its kernel for a GPU by nvcc.
# ANSWERS is the answers.json that the program reads by default.
function(rowsort_add_submission name source answers)
  get_filename_component(source "${source}" ABSOLUTE)
  get_filename_component(answers "${answers}" ABSOLUTE)
  add_executable(${name} "${source}")
  set_source_files_properties("${source}" PROPERTIES LANGUAGE CXX)
  # -xc++: the compilers take a .cu file for CUDA or for a linker script.
  # -g1: lines, so that an error can name the kernel's.
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -xc++ $<$<CONFIG:Release,MinSizeRel>:-g1>)
  set(identity "${CMAKE_CURRENT_BINARY_DIR}/${name}_identity.cpp")
  set(ROWSORT_SUBMISSION_NAME ${name})
  set(ROWSORT_SUBMISSION_ANSWERS "${answers}")
  configure_file("${rowsort_SOURCE_DIR}/harness/cmake/submission_identity.cpp.in" "${identity}" @ONLY)
  target_sources(${name} PRIVATE "${identity}")
  rowsort_add_traced_kernels(${name} "${source}" spmv_sorted)
  rowsort_device_image(${name} "${source}" submission_image)
  target_link_libraries(${name} PRIVATE rowsort_local_check)
endfunction()
