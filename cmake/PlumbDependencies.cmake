# What a build needs: the libraries, and what tests and benchmarks use besides.

include(PlumbLibraries)
set(PLUMB_LIBRARY_PACKAGES ${plumb_debian_packages})
plumb_require(libhdf5-dev HDF5 COMPONENTS C)  # of a module of the program (harness/hdf5), not of those who link the libraries

# Of another module (methods/sundials), which a build may lack. SUNDIALS' package insists on OpenMP, which clang does not
# bring; Plumb uses the serial vectors only.
if(NOT TARGET OpenMP::OpenMP_C)
  add_library(OpenMP::OpenMP_C INTERFACE IMPORTED)
endif()
find_package(SUNDIALS 6 CONFIG QUIET)
if(NOT SUNDIALS_FOUND)
  message(STATUS "CMake did not find SUNDIALS (Debian: libsundials-dev): without CVODE, ARKODE, IDA and tests")
  set(PLUMB_TESTS OFF)
endif()

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
