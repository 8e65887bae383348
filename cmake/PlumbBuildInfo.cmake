# plumb_build_info: what the binary knows about its own making (harness/run/build_info.hpp).
# Gathered in every build, because commit and sources change without a new configuration.

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(plumb_build_info_source "${PROJECT_BINARY_DIR}/build_info/build_info.cpp")
list(JOIN PLUMB_NUMERIC_FLAGS " " numeric_flags)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" flags)
string(STRIP "${flags} ${numeric_flags}" flags)

# "native" is another set of instructions on another machine: what it stands for here is part of the build.
set(instructions "${CMAKE_SYSTEM_PROCESSOR}")
if(flags MATCHES "=native")
  separate_arguments(native_flags UNIX_COMMAND "${flags}")
  list(FILTER native_flags INCLUDE REGEX "=native$")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${native_flags} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE macros COMMAND_ERROR_IS_FATAL ANY)
  string(SHA256 macros "${macros}")
  string(APPEND instructions " ${macros}")
endif()

# The first stage of a build lacks SUNDIALS. Its results stay valid if the second stage adds the version of Debian 12, so
# its fingerprint contains this version.
if(SUNDIALS_FOUND)
  set(sundials "SUNDIALS ${SUNDIALS_VERSION}")
  set(lacking "")
else()
  set(sundials "SUNDIALS 6.4.1")
  set(lacking "${sundials}")
endif()
set(libraries
  "Eigen ${Eigen3_VERSION}" "Boost ${Boost_VERSION}" "${sundials}" "SQLite ${SQLite3_VERSION}"
  "fmt ${fmt_VERSION}" "HDF5 ${HDF5_VERSION}")
list(JOIN libraries "|" libraries)

add_custom_target(plumb_gather_build_info
  COMMAND "${CMAKE_COMMAND}"
    "-Dsource_dir=${PROJECT_SOURCE_DIR}"
    "-Doutput=${plumb_build_info_source}"
    "-Dversion=${PROJECT_VERSION}"
    "-Dcompiler=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    "-Dflags=${flags}"
    "-Dbuild_type=${CMAKE_BUILD_TYPE}"
    "-Dinstructions=${instructions}"
    "-Dlibraries=${libraries}"
    "-Dlacking=${lacking}"
    -P "${PROJECT_SOURCE_DIR}/cmake/WriteBuildInfo.cmake"
  BYPRODUCTS "${plumb_build_info_source}"
  COMMENT ""
  VERBATIM)

add_library(plumb_build_info STATIC "${plumb_build_info_source}")
target_link_libraries(plumb_build_info PUBLIC plumb_flags)
add_dependencies(plumb_build_info plumb_gather_build_info)
