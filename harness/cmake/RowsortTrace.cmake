# GNU binutils with every compiler: lld cannot dissolve groups.
find_program(ROWSORT_LD NAMES ld.bfd ld REQUIRED)
find_program(ROWSORT_OBJCOPY NAMES objcopy REQUIRED)
mark_as_advanced(ROWSORT_LD ROWSORT_OBJCOPY)

set(ROWSORT_TRACE_OPTIONS
  -xc++ -w -O2 -g1 -UNDEBUG -DNDEBUG -U_FORTIFY_SOURCE -fno-omit-frame-pointer
  -fno-sanitize=all -fsanitize=thread -fno-unroll-loops -fno-tree-vectorize)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -fno-gnu-unique: objcopy cannot make a unique symbol local, and the standard library has some.
  list(APPEND ROWSORT_TRACE_OPTIONS
    -fno-gnu-unique -fno-tree-loop-distribute-patterns -fno-tree-tail-merge -fno-crossjumping -fno-code-hoisting)
else()
  list(APPEND ROWSORT_TRACE_OPTIONS -fno-slp-vectorize
    "SHELL:-mllvm -sink-common-insts=0" "SHELL:-mllvm -hoist-common-insts=0"
    "SHELL:-mllvm -tsan-instrument-read-before-write")  # the read of y[i] += ..., which GCC always reports
endif()

# rowsort_kernels_of(FILE OUT)
#
# Sets OUT to the names of the kernels that FILE defines: extern "C" __global__ void NAME(...) {
function(rowsort_kernels_of file out)
  get_filename_component(file "${file}" ABSOLUTE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  string(REPLACE ";" " " text "${text}")
  string(REGEX MATCHALL "extern \"C\" __global__ void[^{]*{" kernels "${text}")
  set(names "")
  foreach(kernel IN LISTS kernels)
    string(REGEX REPLACE "extern \"C\" __global__ void([ \n]+__launch_bounds__\\([^)]*\\))?[ \n]+([a-z0-9_]+)\\(.*"
      "\\2" name "${kernel}")
    list(APPEND names ${name})
  endforeach()
  set(${out} ${names} PARENT_SCOPE)
endfunction()

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

# rowsort_add_traced_kernels(TARGET SOURCE [KERNELS...])
#
# Compiles SOURCE once more, so that each access to memory calls rowsort_simt, and links it into TARGET. Each of the
# KERNELS (extern "C"), by default all that SOURCE defines, is then there as KERNEL_traced, for
# rowsort::simt::traced_launch (rowsort/simt/trace.h). All other symbols of this build are local, so TARGET may also
# have the plain build of SOURCE.
#
# -fsanitize=thread makes the calls (__tsan_read4 and others). rowsort_simt defines them itself
# (rowsort/simt/tsan_callbacks.cpp); the sanitizer's own runtime is not linked. Options are the same in every
# build type, and so are counts. The code is optimised, because a GPU's compiler loads row_ptr[row + 1] once, not in
# every step of the loop. It is not transformed so that one line loads in several places or several elements at
# once, or that one instruction does the work of two lines.
function(rowsort_add_traced_kernels target source)
  set(kernels ${ARGN})
  if(NOT kernels)
    rowsort_kernels_of("${source}" kernels)
  endif()
  get_filename_component(source "${source}" ABSOLUTE)
  get_filename_component(base "${source}" NAME_WE)
  set(library ${target}_${base}_traced)
  set_source_files_properties("${source}" PROPERTIES LANGUAGE CXX)
  add_library(${library} OBJECT "${source}")
  set_target_properties(${library} PROPERTIES
    COMPILE_OPTIONS "${ROWSORT_TRACE_OPTIONS}" EXPORT_COMPILE_COMMANDS OFF)
  target_include_directories(${library} PRIVATE "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")

  rowsort_trace_symbols(names ${kernels})
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${library}.o")
  add_custom_command(
    OUTPUT "${object}"
    # Groups make a linker keep one copy of an inline function for all files. Here each file keeps its own.
    COMMAND ${ROWSORT_LD} -r --force-group-allocation -o "${object}" $<TARGET_OBJECTS:${library}>
    COMMAND ${ROWSORT_OBJCOPY} ${names} "${object}"
    DEPENDS ${library} $<TARGET_OBJECTS:${library}>
    COMMENT "Making kernels of ${base} local: ${library}.o" VERBATIM COMMAND_EXPAND_LISTS)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE "${object}")
endfunction()
