# Finds the CUDA Toolkit and compiles device code to images that the programs load at run time.
#
# No file is compiled by nvcc as a host program: a submission's host part is always built by the C++
# compiler, its device part by `nvcc -fatbin`, the same two steps as in official grading.
set(ROWSORT_HAVE_CUDA OFF)
if(NOT ROWSORT_CUDA STREQUAL "OFF")
  find_package(CUDAToolkit 12.4 QUIET)
  if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::cudart_static)
    set(ROWSORT_HAVE_CUDA ON)
    message(STATUS "CUDA device: toolkit ${CUDAToolkit_VERSION}, sm_${ROWSORT_CUDA_ARCHITECTURES}")
  elseif(ROWSORT_CUDA STREQUAL "ON")
    message(FATAL_ERROR "ROWSORT_CUDA is ON, but no CUDA Toolkit 12.4 or later with nvcc was found.\n"
      "Install one, name it with -DCUDAToolkit_ROOT=DIR, or use -DROWSORT_CUDA=OFF.")
  else()
    message(STATUS "CUDA device: left out, no CUDA Toolkit 12.4 or later found; the CPU device is built")
  endif()
else()
  message(STATUS "CUDA device: left out, ROWSORT_CUDA is OFF; the CPU device is built")
endif()

set(ROWSORT_GENCODE "")
foreach(architecture IN LISTS ROWSORT_CUDA_ARCHITECTURES)
  list(APPEND ROWSORT_GENCODE "-gencode=arch=compute_${architecture},code=sm_${architecture}")
  set(ROWSORT_PTX "-gencode=arch=compute_${architecture},code=compute_${architecture}")
endforeach()
list(APPEND ROWSORT_GENCODE "${ROWSORT_PTX}")

# rowsort_device_image(TARGET SOURCE FUNCTION)
#
# Compiles SOURCE to a device image for every architecture and links its bytes into TARGET, which then
# defines `rowsort::DeviceImage rowsort::FUNCTION()`. Without CUDA the function returns no bytes.
function(rowsort_device_image target source function)
  get_filename_component(source "${source}" ABSOLUTE)
  set(base "${CMAKE_CURRENT_BINARY_DIR}/${target}_${function}")
  set(ROWSORT_IMAGE_FUNCTION ${function})
  if(ROWSORT_HAVE_CUDA)
    set(ROWSORT_IMAGE_FILE "${base}.fatbin")
    add_custom_command(
      OUTPUT "${ROWSORT_IMAGE_FILE}"
      COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -fatbin -std=c++20 -O3 -lineinfo ${ROWSORT_GENCODE}
              -I "${rowsort_SOURCE_DIR}/harness" -MD -MF "${base}.d"
              -o "${ROWSORT_IMAGE_FILE}" "${source}"
      DEPENDS "${source}" DEPFILE "${base}.d" VERBATIM
      COMMENT "Compiling device image ${target}.${function}")
    set(template device_image.cpp.in)
    set_property(SOURCE "${base}.cpp" APPEND PROPERTY OBJECT_DEPENDS "${ROWSORT_IMAGE_FILE}")
  else()
    set(template no_device_image.cpp.in)
  endif()
  configure_file("${rowsort_SOURCE_DIR}/harness/cmake/${template}" "${base}.cpp" @ONLY)
  target_sources(${target} PRIVATE "${base}.cpp")
endfunction()
