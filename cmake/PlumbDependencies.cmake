# What a build needs: the libraries, and what tests and benchmarks use besides.

include(PlumbLibraries)
set(PLUMB_LIBRARY_PACKAGES ${plumb_debian_packages})
plumb_require(libhdf5-dev HDF5 COMPONENTS C)  # of a module of the program (harness/hdf5), not of those who link the libraries

if(PLUMB_TESTS)
  find_package(GTest CONFIG QUIET)
  if(NOT GTest_FOUND)
    message(STATUS "There are no tests: CMake did not find GTest (Debian: libgmock-dev)")
    set(PLUMB_TESTS OFF)
  endif()
endif()
find_package(benchmark CONFIG QUIET)  # Debian: libbenchmark-dev; only the target `benchmarks` needs it

if(plumb_missing)
  list(JOIN plumb_missing "\n    " text)
  message(FATAL_ERROR "Plumb needs, and CMake did not find:\n    ${text}\nscripts/setup installs all of it on Debian.")
endif()
