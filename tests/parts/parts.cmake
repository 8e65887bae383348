# ctest -R parts/: the first stage of a build (cmake/PlumbStages.cmake), linked from the objects of the whole program. Its
# lists of problems and commands come before the library, so that the linker takes only the objects that they need.

if(PLUMB_SANITIZED)
  return()
endif()
set(empty "${PROJECT_BINARY_DIR}/parts/without_others.cpp")
file(CONFIGURE OUTPUT "${empty}" CONTENT [[
#include "harness/run/static_pairs.hpp"

namespace plumb {

std::vector<StaticPair> quick_pairs() { return {}; }
std::vector<StaticPair> one_stage_pairs() { return {}; }

}  // namespace plumb
]])
set(refused "${PROJECT_BINARY_DIR}/parts/refused_commands.cpp")
plumb_refuse_commands("${refused}")
add_executable(plumb_of_two_link harness/main.cpp problems/catalogue.cpp "${empty}" "${refused}")
target_compile_definitions(plumb_of_two_link PRIVATE "PLUMB_PARTS=\"two-link\"")
target_link_libraries(plumb_of_two_link PRIVATE plumb_harness)
plumb_compile(plumb_of_two_link HARNESS)
add_test(NAME parts/two_link COMMAND "${CMAKE_COMMAND}" "-Dprogram=$<TARGET_FILE:plumb_of_two_link>"
    "-Dnm=${CMAKE_NM}" -P "${CMAKE_CURRENT_LIST_DIR}/check.cmake"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(parts/two_link PROPERTIES LABELS harness TIMEOUT 300 ENVIRONMENT "PLUMB_CACHE=off;PLUMB_HISTORY=off")

# A program with one problem and all commands, as scripts/reproduce PAPER builds it, makes the pages of its paper.
set(faults "${PROJECT_BINARY_DIR}/parts/without_faults.cpp")
file(CONFIGURE OUTPUT "${faults}" CONTENT [[
#include "harness/selftest/fault.hpp"

namespace plumb {

std::vector<Fault> mechanism_faults() { return {}; }

}  // namespace plumb
]])
add_executable(plumb_with_two_link harness/main.cpp problems/catalogue.cpp "${empty}" "${faults}")
target_compile_definitions(plumb_with_two_link PRIVATE "PLUMB_PARTS=\"two-link\"")
target_link_libraries(plumb_with_two_link PRIVATE plumb_harness)
plumb_compile(plumb_with_two_link HARNESS)
add_test(NAME parts/pages COMMAND "${CMAKE_COMMAND}" "-Dprogram=$<TARGET_FILE:plumb_with_two_link>"
    "-Dout=${PROJECT_BINARY_DIR}/parts/out" -P "${CMAKE_CURRENT_LIST_DIR}/pages.cmake"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(parts/pages PROPERTIES LABELS long TIMEOUT 600 ENVIRONMENT "PLUMB_CACHE=off;PLUMB_HISTORY=off")
