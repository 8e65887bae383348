# ctest -L install: what is installed can be moved, used by another project, and run.

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
add_test(NAME install/consumer
  COMMAND "${CMAKE_COMMAND}"
    "-Dsource=${PROJECT_SOURCE_DIR}"
    "-Dbuild=${PROJECT_BINARY_DIR}"
    "-Dprogram=${CMAKE_INSTALL_BINDIR}/plumb"
    "-Dshare=${CMAKE_INSTALL_DATADIR}"
    "-Dinclude=${CMAKE_INSTALL_INCLUDEDIR}"
    "-Dlibraries=${CMAKE_INSTALL_LIBDIR}"
    "-Dman=${CMAKE_INSTALL_MANDIR}/man1/plumb.1"
    "-Dgenerator=${CMAKE_GENERATOR}"
    "-Dc_compiler=${CMAKE_C_COMPILER}"
    "-Dcxx_compiler=${CMAKE_CXX_COMPILER}"
    "-Dfortran_compiler=${CMAKE_Fortran_COMPILER}"
    "-Dflags=${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}"
    -P "${PROJECT_SOURCE_DIR}/tests/consumer/check.cmake")
set_tests_properties(install/consumer PROPERTIES LABELS long TIMEOUT 600 ENVIRONMENT PLUMB_CACHE=off)
