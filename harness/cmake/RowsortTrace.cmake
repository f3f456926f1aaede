# GNU binutils, whatever the compiler comes with: lld cannot do away with groups.
find_program(ROWSORT_LD NAMES ld.bfd ld REQUIRED)
find_program(ROWSORT_OBJCOPY NAMES objcopy REQUIRED)
mark_as_advanced(ROWSORT_LD ROWSORT_OBJCOPY)

set(ROWSORT_TRACE_OPTIONS
  -xc++ -w -O2 -g1 -UNDEBUG -DNDEBUG -U_FORTIFY_SOURCE -fno-omit-frame-pointer
  -fno-sanitize=all -fsanitize=thread -fno-unroll-loops -fno-tree-vectorize)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND ROWSORT_TRACE_OPTIONS
    -fno-gnu-unique -fno-tree-loop-distribute-patterns -fno-tree-tail-merge -fno-crossjumping -fno-code-hoisting)
else()
  list(APPEND ROWSORT_TRACE_OPTIONS -fno-slp-vectorize
    "SHELL:-mllvm -sink-common-insts=0" "SHELL:-mllvm -hoist-common-insts=0")
endif()

# Sets OUT to the options of objcopy that make each of the kernels NAME_traced, and all else local.
function(rowsort_trace_symbols out)
  set(names "")
  foreach(kernel IN LISTS ARGN)
    list(APPEND names --redefine-sym=${kernel}=${kernel}_traced --keep-global-symbol=${kernel}_traced)
  endforeach()
  foreach(function IN ITEMS memcpy memmove memset)
    list(APPEND names --redefine-sym=${function}=__tsan_${function})
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# rowsort_add_traced_kernels(TARGET SOURCE KERNELS...)
#
# Compiles SOURCE once more such that every access to memory calls the harness, and links it into TARGET, where
# each of the KERNELS (extern "C") is then also there as KERNEL_traced, for rowsort::simt::traced_launch
# (rowsort/simt/trace.h). Nothing else of this second build can be seen from outside, so the plain build of
# SOURCE may be linked beside it.
#
# -fno-gnu-unique: objcopy cannot make a unique symbol local, and the standard library has some.
# -fsanitize=thread makes the calls (__tsan_read4 and others). The harness defines them itself
# (rowsort/simt/trace_callbacks.cpp); the sanitizer's own runtime is not linked. Options are the same in every
# build type, so counts are too: optimised, because a GPU's compiler loads row_ptr[row + 1] once, not in every
# step of the loop, and without transformations after which one line loads in several places or several
# elements at once, or one instruction does what two lines say.
function(rowsort_add_traced_kernels target source)
  get_filename_component(source "${source}" ABSOLUTE)
  get_filename_component(base "${source}" NAME_WE)
  set(library ${target}_${base}_traced)
  set_source_files_properties("${source}" PROPERTIES LANGUAGE CXX)
  add_library(${library} OBJECT "${source}")
  set_target_properties(${library} PROPERTIES
    COMPILE_OPTIONS "${ROWSORT_TRACE_OPTIONS}" EXPORT_COMPILE_COMMANDS OFF)
  target_include_directories(${library} PRIVATE "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")

  rowsort_trace_symbols(names ${ARGN})
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${library}.o")
  add_custom_command(
    OUTPUT "${object}"
    # Groups are what lets a linker keep one copy of an inline function for all files; here each keeps its own.
    COMMAND ${ROWSORT_LD} -r --force-group-allocation -o "${object}" $<TARGET_OBJECTS:${library}>
    COMMAND ${ROWSORT_OBJCOPY} ${names} "${object}"
    DEPENDS ${library} $<TARGET_OBJECTS:${library}>
    COMMENT "Making kernels of ${base} local: ${library}.o" VERBATIM COMMAND_EXPAND_LISTS)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE "${object}")
endfunction()
