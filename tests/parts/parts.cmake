# ctest -R parts/: the first stage of a build (cmake/PlumbStages.cmake), linked from the objects of the whole program. Its
# lists of problems and commands come before the library, so that the linker takes only the objects that they need.

if(PLUMB_SANITIZED)
  return()
endif()
# plumb_with_two_link_alone(<program> <source>): a program with one problem; the source defines the functions of the parts left out.
function(plumb_with_two_link_alone program source)
  add_executable(${program} harness/main.cpp problems/catalogue.cpp
    "${PROJECT_BINARY_DIR}/parts/without_pairs.cpp" "${source}")
  target_compile_definitions(${program} PRIVATE "PLUMB_PARTS=\"two-link\"")
  target_link_libraries(${program} PRIVATE plumb_harness)
  plumb_compile(${program} HARNESS)
endfunction()

# plumb_replace(<file> <header> <functions>): a source with these functions of the header.
function(plumb_replace file header)
  list(JOIN ARGN "\n" functions)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/parts/${file}"
    CONTENT "#include \"${header}\"\n\nnamespace plumb {\n\n${functions}\n\n}  // namespace plumb\n")
endfunction()

plumb_replace(without_pairs.cpp harness/run/static_pairs.hpp
  "std::vector<StaticPair> quick_pairs() { return {}\\; }" "std::vector<StaticPair> one_stage_pairs() { return {}\\; }")
plumb_replace(without_faults.cpp harness/selftest/fault.hpp "std::vector<Fault> mechanism_faults() { return {}\\; }")

plumb_refuse_commands("${PROJECT_BINARY_DIR}/parts/refused_commands.cpp")
plumb_with_two_link_alone(plumb_of_two_link "${PROJECT_BINARY_DIR}/parts/refused_commands.cpp")
target_link_options(plumb_of_two_link PRIVATE "LINKER:-Map,${PROJECT_BINARY_DIR}/parts/two_link.map")
get_property(rooms GLOBAL PROPERTY PLUMB_ROOMS_OF_ALL_PARTS)
list(JOIN rooms "|" rooms)
add_test(NAME parts/two_link COMMAND "${CMAKE_COMMAND}" "-Dprogram=$<TARGET_FILE:plumb_of_two_link>"
    "-Dmap=${PROJECT_BINARY_DIR}/parts/two_link.map" "-Drooms=two-link|${rooms}" "-Dnm=${CMAKE_NM}" -P "${CMAKE_CURRENT_LIST_DIR}/check.cmake"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(parts/two_link PROPERTIES LABELS harness TIMEOUT 300
  ENVIRONMENT "PLUMB_CACHE=off;PLUMB_HISTORY=off;PLUMB_SUNDIALS=/nowhere/plumb-sundials.so")  # no part of a first stage

# The same with all commands, as scripts/reproduce PAPER builds it, makes the pages of its paper.
plumb_with_two_link_alone(plumb_with_two_link "${PROJECT_BINARY_DIR}/parts/without_faults.cpp")
add_test(NAME parts/pages COMMAND "${CMAKE_COMMAND}" "-Dprogram=$<TARGET_FILE:plumb_with_two_link>"
    "-Dout=${PROJECT_BINARY_DIR}/parts/out" -P "${CMAKE_CURRENT_LIST_DIR}/pages.cmake"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(parts/pages PROPERTIES LABELS long TIMEOUT 600 ENVIRONMENT "PLUMB_CACHE=off;PLUMB_HISTORY=off")
