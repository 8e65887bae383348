# ctest -R packages/: what the Debian package of the program and its part of an installation contain.

if(PLUMB_SANITIZED)
  return()
endif()
find_program(PLUMB_DPKG_DEB dpkg-deb)
find_program(PLUMB_DPKG_SHLIBDEPS dpkg-shlibdeps)
add_test(NAME packages/program
  COMMAND "${CMAKE_COMMAND}" "-Dbuild=${PROJECT_BINARY_DIR}" "-Dcpack=${CMAKE_CPACK_COMMAND}"
    "-Ddpkg_deb=$<$<BOOL:${PLUMB_DPKG_SHLIBDEPS}>:${PLUMB_DPKG_DEB}>" -P "${CMAKE_CURRENT_LIST_DIR}/check.cmake")
set_tests_properties(packages/program PROPERTIES LABELS long TIMEOUT 600 ENVIRONMENT PLUMB_CACHE=off)
