# The worker kit: what `rowsort grade` builds a submission with. It is a folder of its own, so that the sandbox can
# show it and nothing else of this project:
#
#   include/rowsort/   the headers of the contract, and no others
#   worker.o           the worker without a submission (grading/worker/main.cpp and the library rowsort_worker)
#   guard              runs a sandbox and ends it with the grader (grading/guard/main.cpp); not shown in the sandbox
#   kit.json           the compilers and their options
#
# The worker is compiled without sanitizers and optimised in every build type, so that a grade does not depend on how
# the grader was built. Its libraries are those of the other programs, but where those have sanitizers.
set(ROWSORT_WORKER_KIT "${PROJECT_BINARY_DIR}/lib/rowsort")

add_library(rowsort_kit_worker OBJECT worker/main.cpp)
set(worker_objects $<TARGET_OBJECTS:rowsort_kit_worker>)
foreach(part IN ITEMS rowsort_worker rowsort_simt)
  if(ROWSORT_SANITIZE)
    get_target_property(sources ${part} SOURCES)
    get_target_property(folder ${part} SOURCE_DIR)
    list(TRANSFORM sources PREPEND "${folder}/")
    target_sources(rowsort_kit_worker PRIVATE ${sources})
  else()
    list(APPEND worker_objects $<TARGET_OBJECTS:${part}>)
  endif()
endforeach()
target_include_directories(rowsort_kit_worker PRIVATE
  $<TARGET_PROPERTY:rowsort_worker,INTERFACE_INCLUDE_DIRECTORIES>
  $<TARGET_PROPERTY:rowsort_simt,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(rowsort_kit_worker PRIVATE Boost::context $<TARGET_NAME_IF_EXISTS:rowsort_libdw>)
target_compile_options(rowsort_kit_worker PRIVATE ${ROWSORT_WORKER_OPTIONS} -fno-sanitize=all)
set_target_properties(rowsort_kit_worker PROPERTIES EXPORT_COMPILE_COMMANDS OFF)

set(headers "")
foreach(header IN ITEMS submission.h csr.h simt/simt.h)
  set(copy "${ROWSORT_WORKER_KIT}/include/rowsort/${header}")
  add_custom_command(OUTPUT "${copy}"
    COMMAND ${CMAKE_COMMAND} -E copy "${PROJECT_SOURCE_DIR}/harness/rowsort/${header}" "${copy}"
    DEPENDS "${PROJECT_SOURCE_DIR}/harness/rowsort/${header}" VERBATIM)
  list(APPEND headers "${copy}")
endforeach()

set(worker_object "${ROWSORT_WORKER_KIT}/worker.o")
add_custom_command(OUTPUT "${worker_object}"
  COMMAND ${ROWSORT_LD} -r --force-group-allocation -o "${worker_object}" ${worker_objects}
          --whole-archive $<TARGET_FILE:Boost::context>
  # A submission links with the built-ins of simt.h and the calls of the tracing compiler. All other symbols are local:
  # it may define the same names, and cannot call the harness's own functions, one of which permutes rows.
  COMMAND ${ROWSORT_OBJCOPY} --wildcard --keep-global-symbol=main --keep-global-symbol=__tsan_*
          --keep-global-symbol=*rowsort4simt* --keep-global-symbol=*threadIdx --keep-global-symbol=*blockIdx
          --keep-global-symbol=*blockDim --keep-global-symbol=*gridDim "${worker_object}"
  DEPENDS ${worker_objects}
  COMMENT "Linking the worker without a submission" VERBATIM COMMAND_EXPAND_LISTS)

add_executable(rowsort_guard guard/main.cpp "${PROJECT_SOURCE_DIR}/harness/rowsort/worker/process_tree.cpp")
target_include_directories(rowsort_guard PRIVATE "${PROJECT_SOURCE_DIR}/harness")
set_target_properties(rowsort_guard PROPERTIES OUTPUT_NAME guard RUNTIME_OUTPUT_DIRECTORY "${ROWSORT_WORKER_KIT}")

add_custom_target(rowsort_worker_kit ALL DEPENDS ${headers} "${worker_object}")
add_dependencies(rowsort_worker_kit rowsort_guard)

# A CMake list as the elements of a JSON array.
function(rowsort_json_array out)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN ", " text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# -g1: line numbers, so that an error can name a line of the submission.
rowsort_json_array(ROWSORT_KIT_COMPILE -xc++ -std=c++20 -O2 -g1 -w)
list(TRANSFORM ROWSORT_TRACE_OPTIONS REPLACE "^SHELL:" "" OUTPUT_VARIABLE trace_options)
string(REPLACE " " ";" trace_options "${trace_options}")
rowsort_json_array(ROWSORT_KIT_TRACE -std=c++20 ${trace_options})
rowsort_trace_symbols(trace_symbols spmv_sorted)
rowsort_json_array(ROWSORT_KIT_TRACE_SYMBOLS ${trace_symbols})
# By its soname: the file without a version comes only with the development package.
rowsort_json_array(ROWSORT_KIT_LIBRARIES -pthread $<$<BOOL:${ROWSORT_HAVE_LIBDW}>:-l:libdw.so.1>)
set(ROWSORT_KIT_NVCC "${CUDAToolkit_NVCC_EXECUTABLE}")
configure_file(cmake/kit.json.in "${CMAKE_CURRENT_BINARY_DIR}/kit.json.in" @ONLY)
file(GENERATE OUTPUT "${ROWSORT_WORKER_KIT}/kit.json" INPUT "${CMAKE_CURRENT_BINARY_DIR}/kit.json.in")
