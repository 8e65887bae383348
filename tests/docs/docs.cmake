# ctest -R docs/: the site of the documentation; skipped without Debian's package mkdocs.

find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND OR PLUMB_SANITIZED)
  return()
endif()
add_test(NAME docs/site COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/site_test.py"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(docs/site PROPERTIES LABELS long SKIP_RETURN_CODE 77 TIMEOUT 300
  ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
