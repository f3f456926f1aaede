# Language level, warnings and sanitizers for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of an impossible overlap inside std::string (GCC bug 105651).
  add_compile_options(-Wno-restrict)
endif()
if(ROWSORT_WERROR)
  add_compile_options(-Werror)
endif()
if(ROWSORT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With sanitizers on, GCC sees uninitialised members in std::regex that are none.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

# What becomes part of a submission's worker. It is optimised in every build type. objcopy makes its symbols local,
# which it cannot do with a unique one.
set(ROWSORT_WORKER_OPTIONS -O2 $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
