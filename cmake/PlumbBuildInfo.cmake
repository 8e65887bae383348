# plumb_build_info: what the binary knows about its own making (harness/run/build_info.hpp).
# Gathered in every build, because commit and sources change without a new configuration.

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(plumb_build_info_source "${PROJECT_BINARY_DIR}/build_info/build_info.cpp")
list(JOIN PLUMB_NUMERIC_FLAGS " " numeric_flags)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" flags)
string(STRIP "${flags} ${numeric_flags}" flags)

set(libraries
  "Eigen ${Eigen3_VERSION}" "Boost ${Boost_VERSION}" "SUNDIALS ${SUNDIALS_VERSION}" "SQLite ${SQLite3_VERSION}"
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
    "-Dlibraries=${libraries}"
    -P "${PROJECT_SOURCE_DIR}/cmake/WriteBuildInfo.cmake"
  BYPRODUCTS "${plumb_build_info_source}"
  COMMENT ""
  VERBATIM)

add_library(plumb_build_info STATIC "${plumb_build_info_source}")
target_link_libraries(plumb_build_info PUBLIC plumb_flags)
add_dependencies(plumb_build_info plumb_gather_build_info)
