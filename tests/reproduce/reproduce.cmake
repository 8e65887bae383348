# ctest -R reproduce/: everything of scripts/reproduce behind the build, end to end, on a small paper.

find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND OR PLUMB_SANITIZED)
  return()
endif()
add_test(NAME reproduce/small_paper
  COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/small_paper.py" "$<TARGET_FILE:plumb>"
    "${PROJECT_BINARY_DIR}/reproduce"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(reproduce/small_paper PROPERTIES LABELS long TIMEOUT 900 ENVIRONMENT PLUMB_CACHE=off)
