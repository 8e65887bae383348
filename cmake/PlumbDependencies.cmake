# What a build needs: the libraries, and what tests and benchmarks use besides.

include(PlumbLibraries)
set(PLUMB_LIBRARY_PACKAGES ${plumb_debian_packages})

if(PLUMB_TESTS)
  plumb_require(libgmock-dev        GTest CONFIG)
endif()
find_package(benchmark CONFIG QUIET)  # Debian: libbenchmark-dev; only the target `benchmarks` needs it

if(plumb_missing)
  list(JOIN plumb_missing "\n    " text)
  message(FATAL_ERROR "Plumb needs, and CMake did not find:\n    ${text}\nscripts/setup installs all of it on Debian.")
endif()
