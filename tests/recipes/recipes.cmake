# ctest -L recipes: CONTRIBUTING.md is followed literally, and what it makes passes the tests of the house.
#
# Sources that a recipe makes or changes stand before the tree in the include path, and their objects before the libraries
# when programs and tests are linked once more.

find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND OR PLUMB_SANITIZED)
  return()
endif()

set(follow "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/recipes/follow.py")
set(page "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md")
set(out "${PROJECT_BINARY_DIR}/recipes")

# CMake looks again when the page changes, which names the files, or a file that a recipe extends.
execute_process(COMMAND ${follow} sources "${out}"
  OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" files "${files}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}" tests/recipes/follow.py)
foreach(file IN LISTS files)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    # What a recipe changes stands in for an object of the library, which holds nothing else then.
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${file}"
      TARGET_DIRECTORY plumb_methods plumb_problems PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endforeach()
list(FILTER files INCLUDE REGEX "\\.cpp$")
list(TRANSFORM files PREPEND "${out}/")

add_library(recipes OBJECT ${files})
target_include_directories(recipes BEFORE PRIVATE "${out}")
target_link_libraries(recipes PRIVATE plumb_flags ${PLUMB_PCH_TESTS_FROM})
plumb_compile(recipes TESTS)

add_executable(plumb_of_recipes harness/main.cpp)
target_link_libraries(plumb_of_recipes PRIVATE recipes plumb_harness)
plumb_compile(plumb_of_recipes HARNESS)
add_test(NAME recipes/commands COMMAND ${follow} run "$<TARGET_FILE:plumb_of_recipes>")
set_tests_properties(recipes/commands PROPERTIES LABELS recipes ENVIRONMENT PLUMB_CACHE=off)

# recipes_tested(TESTS library filter): the tests of an executable whose names match, with what the recipes make
function(recipes_tested tests library filter)
  add_executable(${tests}_of_recipes $<TARGET_OBJECTS:${tests}>)
  target_link_libraries(${tests}_of_recipes PRIVATE recipes ${library} fmt::fmt nlohmann_json::nlohmann_json
    GTest::gmock_main GTest::gmock GTest::gtest)
  add_test(NAME recipes/${tests} COMMAND ${tests}_of_recipes "--gtest_filter=${filter}" --gtest_fail_if_no_test_selected
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(recipes/${tests} PROPERTIES LABELS recipes ENVIRONMENT PLUMB_CACHE=off)
endfunction()

recipes_tested(integration_test plumb_harness "*ralston3*:*leapfrog*")
recipes_tested(problems_test plumb_reference "*bead*:*falling_body*:*falling-body*")
