# Each dependency comes from the system where it is installed (the package names are in README.md)
# and is fetched from its own repository where it is not.
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)

find_package(Threads REQUIRED)

FetchContent_Declare(nlohmann_json
  GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.3 GIT_SHALLOW ON
  FIND_PACKAGE_ARGS 3.10 NAMES nlohmann_json)
FetchContent_Declare(CLI11
  GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.4.2 GIT_SHALLOW ON
  FIND_PACKAGE_ARGS 2.1 NAMES CLI11)

# Boost.Context is linked statically, so that a program built here runs where Boost is not installed.
set(Boost_USE_STATIC_LIBS ON)
set(BOOST_INCLUDE_LIBRARIES context)
set(BOOST_ENABLE_CMAKE ON)
FetchContent_Declare(Boost
  GIT_REPOSITORY https://github.com/boostorg/boost.git GIT_TAG boost-1.84.0 GIT_SHALLOW ON
  FIND_PACKAGE_ARGS 1.71 NAMES Boost COMPONENTS context)

FetchContent_Declare(pugixml
  GIT_REPOSITORY https://github.com/zeux/pugixml.git GIT_TAG v1.14 GIT_SHALLOW ON
  FIND_PACKAGE_ARGS 1.11 NAMES pugixml)

FetchContent_MakeAvailable(nlohmann_json CLI11 Boost pugixml)

# Linked statically where there is a choice, for the same reason as Boost.
set(ROWSORT_PUGIXML pugixml::pugixml)
if(TARGET pugixml::static)
  set(ROWSORT_PUGIXML pugixml::static)
endif()

# libdw of elfutils finds the line of a kernel that an error is about. It is a C library with autotools, so it
# is not fetched; without it the same messages come without the line.
find_path(ROWSORT_LIBDW_INCLUDE elfutils/libdwfl.h)
find_library(ROWSORT_LIBDW dw)
mark_as_advanced(ROWSORT_LIBDW_INCLUDE ROWSORT_LIBDW)
if(ROWSORT_LIBDW AND ROWSORT_LIBDW_INCLUDE)
  set(ROWSORT_HAVE_LIBDW ON)
  add_library(rowsort_libdw INTERFACE)
  target_include_directories(rowsort_libdw SYSTEM INTERFACE "${ROWSORT_LIBDW_INCLUDE}")
  target_compile_definitions(rowsort_libdw INTERFACE ROWSORT_HAVE_LIBDW)
  target_link_libraries(rowsort_libdw INTERFACE "${ROWSORT_LIBDW}")
elseif(BUILD_TESTING)
  message(FATAL_ERROR "The tests expect errors that name the line of a kernel, and libdw was not found.\n"
    "Install libdw-dev (Debian, Ubuntu) or elfutils-devel (Fedora), or use -DBUILD_TESTING=OFF.")
else()
  set(ROWSORT_HAVE_LIBDW OFF)
  message(STATUS "Lines of kernels in errors: left out, libdw was not found (libdw-dev, elfutils-devel)")
endif()

if(BUILD_TESTING)
  set(INSTALL_GTEST OFF)
  FetchContent_Declare(googletest
    GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG v1.14.0 GIT_SHALLOW ON
    FIND_PACKAGE_ARGS 1.11 NAMES GTest)
  FetchContent_MakeAvailable(googletest)
  include(GoogleTest)
endif()

if(ROWSORT_BENCHMARKS)
  set(BENCHMARK_ENABLE_TESTING OFF)
  FetchContent_Declare(benchmark
    GIT_REPOSITORY https://github.com/google/benchmark.git GIT_TAG v1.8.3 GIT_SHALLOW ON
    FIND_PACKAGE_ARGS 1.6 NAMES benchmark)
  FetchContent_MakeAvailable(benchmark)
endif()
