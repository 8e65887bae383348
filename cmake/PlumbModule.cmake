# plumb_module(<name> DEPENDS <modules> LIBRARIES <targets>    one folder of the house, called from its CMakeLists.txt
#              PCH <set> STEPS <folders>
#              UNITY <rooms>                                  see plumb_unity
#              LONG_TESTS <patterns>)                         tests (as --gtest_filter names them) with the label `long`
# plumb_tests(<name> <folder> <target> [<patterns>...])        the tests below a folder, those of each room together,
#                                                              those of the patterns with the label `long`
# plumb_benchmarks(<target>)                                   all *_bench.cpp of the modules
#
# A folder with a CMakeLists.txt of its own is a module of its own, and no part of the one that it lies in.
#
# A file's name says what becomes of it:
#   *_allocation_test.cpp   an executable of its own, because it interposes malloc
#   *_test.cpp              part of the executable <name>_test
#   *_bench.cpp             part of the executable `benchmarks`, which `all` leaves out
#   main.cpp                left to the module
#   testing/*.cpp           what tests share, part of <name>_test
#   any other *.cpp         part of the static library plumb_<name>

define_property(GLOBAL PROPERTY PLUMB_BENCHMARK_SOURCES BRIEF_DOCS "*_bench.cpp of all modules")

set(PLUMB_PCH_NUMERICS
  <array> <cmath> <functional> <limits> <map> <memory> <optional> <span> <string> <string_view> <vector>
  <Eigen/Dense> "${PROJECT_SOURCE_DIR}/numerics/scalar.hpp")
set(PLUMB_PCH_HARNESS ${PLUMB_PCH_NUMERICS} <fmt/format.h> <nlohmann/json.hpp>)
set(PLUMB_PCH_HARNESS_FROM fmt::fmt nlohmann_json::nlohmann_json)
set(PLUMB_PCH_TESTS ${PLUMB_PCH_NUMERICS} <gmock/gmock.h> <gtest/gtest.h>)
set(PLUMB_PCH_TESTS_FROM GTest::gmock GTest::gtest)
set(PLUMB_PCH_HARNESS_TESTS ${PLUMB_PCH_HARNESS} <gmock/gmock.h> <gtest/gtest.h>)
set(PLUMB_PCH_HARNESS_TESTS_FROM ${PLUMB_PCH_HARNESS_FROM} GTest::gmock GTest::gtest)

# About so many bytes of sources are compiled together (plumb_unity): a unit takes up to 1.5 GB of memory.
set(PLUMB_UNIT 200000)
# Tests of problems instantiate templates of mechanisms: 130 kB take 4.4 GB.
set(PLUMB_UNIT_OF_MECHANISMS 50000)

# Optimisation is a third of GCC's time. Sources that take no time step (text, files, verdicts, tests)
# are spared most of it.
set(PLUMB_AWAY_FROM_STEPS "$<$<CONFIG:Release>:-O1>")

# plumb_compile(<target> <set>): flags and precompiled headers of a target that compiles sources.
#
# NUMERICS is for what is timed, HARNESS, TESTS and HARNESS_TESTS for what takes no steps; JSON in a precompiled header
# costs half a second in each source, whether the source names it or not. The headers of a set are precompiled once, in a
# target of their own: a test that does not compile must not keep others from compiling.
function(plumb_compile target set)
  if(NOT set STREQUAL NUMERICS)
    target_compile_options(${target} PRIVATE ${PLUMB_AWAY_FROM_STEPS})
  endif()
  if(NOT PLUMB_PCH)
    return()
  endif()
  set(owner plumb_headers_${set})
  if(NOT TARGET ${owner})
    set(source "${PROJECT_BINARY_DIR}/${owner}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(${owner} OBJECT "${source}")
    target_link_libraries(${owner} PRIVATE plumb_flags ${PLUMB_PCH_${set}_FROM})
    if(NOT set STREQUAL NUMERICS)
      target_compile_options(${owner} PRIVATE ${PLUMB_AWAY_FROM_STEPS})
    endif()
    target_precompile_headers(${owner} PRIVATE ${PLUMB_PCH_${set}})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# plumb_unity(<target> <bytes> <folder> <rooms>): the sources of each room of a folder, if its name matches a regular
# expression, are compiled together, about as many bytes at a time.
#
# GCC instantiates the templates of a precompiled header once more in every source that uses them, and those of JSON,
# formats and matchers cost more than most sources of the harness. Names in unnamed namespaces have to differ within a
# room, and within its tests. Sources with flags of their own stay alone.
function(plumb_unity target bytes_together folder rooms_wanted)
  if(NOT PLUMB_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(together "")
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH room "${folder}" "${source}")
    cmake_path(GET room PARENT_PATH room)
    if(NOT room MATCHES "^(${rooms_wanted})$")
      continue()
    endif()
    list(APPEND together "${source}")
    list(APPEND rooms "${room}")
    if(NOT DEFINED bytes_of_${room})
      set(bytes_of_${room} 0)
      set(before_in_${room} 0)
    endif()
    file(SIZE "${source}" bytes)
    math(EXPR bytes_of_${room} "${bytes_of_${room}} + ${bytes}")
  endforeach()
  foreach(source room IN ZIP_LISTS together rooms)
    # The group in which the middle of the source lies, if those of a room are equally large.
    file(SIZE "${source}" bytes)
    math(EXPR groups "(${bytes_of_${room}} + ${bytes_together} - 1) / ${bytes_together}")
    math(EXPR group "(${before_in_${room}} + ${bytes} / 2) * ${groups} / ${bytes_of_${room}} + 1")
    math(EXPR before_in_${room} "${before_in_${room}} + ${bytes}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${room}_${group}")
  endforeach()
  plumb_unity_build(${target})
endfunction()

function(plumb_unity_build target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # a source that is included is taken for a header
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# Takes what lies in modules of their own below a folder out of lists of files.
macro(plumb_leave_inner_modules folder)
  file(GLOB inner_modules CONFIGURE_DEPENDS "${folder}/*/CMakeLists.txt")
  foreach(inner IN LISTS inner_modules)
    cmake_path(GET inner PARENT_PATH inner)
    foreach(list ${ARGN})
      list(FILTER ${list} EXCLUDE REGEX "^${inner}/")
    endforeach()
  endforeach()
endmacro()

# plumb_together(<target> <group> <sources>): sources of this folder that instantiate the same templates are compiled as
# one. Names in their unnamed namespaces have to differ.
function(plumb_together target group)
  if(NOT PLUMB_UNITY)
    return()
  endif()
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
  plumb_unity_build(${target})
endfunction()

# plumb_by_scalar(<target> <group> <sources>): sources of this folder that define templates alone, and instantiate them by
# numerics/each_scalar.hpp, are compiled together, once for every working precision: GCC's time grows with the square of
# the number of types in a unit. Names in their unnamed namespaces have to differ.
function(plumb_by_scalar target group)
  if(NOT PLUMB_UNITY)
    return()
  endif()
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
  list(JOIN includes "\n" includes)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${ARGN})
  foreach(scalar "double" "long double" "quad")
    string(REPLACE " " "_" name "${scalar}")
    set(unit "${CMAKE_CURRENT_BINARY_DIR}/by_scalar/${group}_${name}.cpp")
    file(CONFIGURE OUTPUT "${unit}" CONTENT "#define PLUMB_SCALAR ${scalar}\n${includes}\n" @ONLY)
    list(APPEND sources "${unit}")
    set_source_files_properties("${unit}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  plumb_unity_build(${target})
endfunction()

function(plumb_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PCH;UNITY" "DEPENDS;LIBRARIES;STEPS;LONG_TESTS")
  if(NOT arg_PCH)
    set(arg_PCH NUMERICS)
  endif()
  set(here "${CMAKE_CURRENT_SOURCE_DIR}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${here}/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${here}/*.hpp")
  file(GLOB_RECURSE testing_headers CONFIGURE_DEPENDS "${here}/testing/*.hpp" "${here}/*/testing/*.hpp")
  plumb_leave_inner_modules("${here}" sources headers testing_headers)
  if(testing_headers)
    list(REMOVE_ITEM headers ${testing_headers})
  endif()
  set(benchmarks ${sources})
  list(FILTER benchmarks INCLUDE REGEX "_bench\\.cpp$")
  set_property(GLOBAL APPEND PROPERTY PLUMB_BENCHMARK_SOURCES ${benchmarks})
  list(FILTER sources EXCLUDE REGEX "(_test|_bench|/main)\\.cpp$|/testing/[^/]*\\.cpp$")

  list(TRANSFORM arg_DEPENDS PREPEND "plumb_")
  set(target plumb_${name})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    plumb_compile(${target} ${arg_PCH})
    plumb_steps(${target} "${here}" "${arg_DEPENDS};${arg_LIBRARIES}" ${arg_STEPS})
    if(arg_UNITY)
      plumb_unity(${target} ${PLUMB_UNIT} "${here}" "${arg_UNITY}")
      if(arg_STEPS)
        plumb_unity(${target}_steps ${PLUMB_UNIT} "${here}" "${arg_UNITY}")
      endif()
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} plumb_flags ${arg_DEPENDS} ${arg_LIBRARIES})
  plumb_headers(${target} ${scope} ${headers})
  if(testing_headers)  # a target of their own, since they are not installed
    add_library(${target}_testing INTERFACE)
    target_link_libraries(${target}_testing INTERFACE ${target})
    plumb_headers(${target}_testing INTERFACE ${testing_headers})
  endif()

  plumb_tests(${name} "${here}" ${target} ${arg_LONG_TESTS})
endfunction()

# The sources of some folders of a module are compiled for speed, whatever the others are.
function(plumb_steps target here dependencies)
  if(NOT ARGN)
    return()
  endif()
  list(JOIN ARGN "|" folders)
  get_target_property(others ${target} SOURCES)
  set(steps "")
  foreach(source IN LISTS others)
    file(RELATIVE_PATH place "${here}" "${source}")
    if(place MATCHES "^(${folders})/")
      list(APPEND steps "${source}")
    endif()
  endforeach()
  list(REMOVE_ITEM others ${steps})
  add_library(${target}_steps OBJECT ${steps})
  target_link_libraries(${target}_steps PRIVATE plumb_flags ${dependencies})
  plumb_compile(${target}_steps NUMERICS)
  set_target_properties(${target} PROPERTIES SOURCES "${others};$<TARGET_OBJECTS:${target}_steps>")
endfunction()

# The target all_verify_interface_header_sets compiles each of these alone.
function(plumb_headers target scope)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${ARGN})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

function(plumb_tests name folder target)
  if(NOT PLUMB_TESTS)
    return()
  endif()
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${folder}/*_test.cpp")
  plumb_leave_inner_modules("${folder}" tests)
  set(allocation_tests ${tests})
  list(FILTER allocation_tests INCLUDE REGEX "_allocation_test\\.cpp$")
  list(FILTER tests EXCLUDE REGEX "_allocation_test\\.cpp$")
  if(tests)
    file(GLOB_RECURSE shared CONFIGURE_DEPENDS "${folder}/testing/*.cpp" "${folder}/*/testing/*.cpp")
    list(FILTER shared EXCLUDE REGEX "_test\\.cpp$")
    plumb_test_executable(${name}_test ${name} ${target} "${ARGN}" ${tests} ${shared})
    set(unit ${PLUMB_UNIT})
    if(name STREQUAL problems)
      set(unit ${PLUMB_UNIT_OF_MECHANISMS})
    endif()
    if(NOT name MATCHES "^(numerics|integration)$")  # their tests share few templates
      plumb_unity(${name}_test ${unit} "${folder}" ".*")
    endif()
  endif()
  if(PLUMB_SANITIZED)
    return()
  endif()
  foreach(source IN LISTS allocation_tests)
    cmake_path(GET source STEM stem)
    plumb_test_executable(${name}_${stem} ${name} ${target} "${ARGN}" ${source})
  endforeach()
endfunction()

function(plumb_test_executable executable label target long)
  add_executable(${executable} ${ARGN})
  if(NOT TARGET tests_of_${label})  # what `scripts/test -L <label>` builds
    add_custom_target(tests_of_${label})
  endif()
  add_dependencies(tests_of_${label} ${executable})
  if(TARGET plumb_sundials)
    add_dependencies(${executable} plumb_sundials)
  endif()
  target_link_libraries(${executable} PRIVATE ${target} fmt::fmt nlohmann_json::nlohmann_json GTest::gmock_main GTest::gmock GTest::gtest)
  if(label MATCHES "^(harness|text)$")
    plumb_compile(${executable} HARNESS_TESTS)
  else()
    plumb_compile(${executable} TESTS)
  endif()
  if(NOT long)
    plumb_discover_tests(${executable} "*" ${label})
    return()
  endif()
  list(JOIN long ":" patterns)
  plumb_discover_tests(${executable} "${patterns}" long)
  plumb_discover_tests(${executable} "-${patterns}" ${label})
endfunction()

# The tests of some patterns get one label. The longest, the claims of zhang2022, takes a quarter of an hour on two idle cores.
function(plumb_discover_tests executable patterns label)
  gtest_discover_tests(${executable}
    TEST_FILTER "${patterns}"
    TEST_PREFIX ${executable}/  # two executables may name their tests alike
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS ${label} TIMEOUT 3600 ENVIRONMENT PLUMB_CACHE=off)  # the cache of a user is neither read nor filled
endfunction()

function(plumb_benchmarks target)
  get_property(sources GLOBAL PROPERTY PLUMB_BENCHMARK_SOURCES)
  if(NOT sources OR NOT benchmark_FOUND)
    return()
  endif()
  add_executable(benchmarks EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(benchmarks PRIVATE ${target} benchmark::benchmark)
  plumb_compile(benchmarks NUMERICS)
endfunction()

if(PLUMB_TESTS)
  include(GoogleTest)
endif()
