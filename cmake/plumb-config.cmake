# find_package(plumb): the targets plumb::harness (all), plumb::reference, plumb::problems, plumb::text, plumb::methods,
# plumb::contract and plumb::numerics. Includes are written from the root: "harness/run/run_cell.hpp".

include("${CMAKE_CURRENT_LIST_DIR}/PlumbLibraries.cmake")
if(plumb_missing)
  list(JOIN plumb_missing ", " plumb_missing)
  set(plumb_FOUND FALSE)
  set(plumb_NOT_FOUND_MESSAGE "missing: ${plumb_missing}")
  return()
endif()

include("${CMAKE_CURRENT_LIST_DIR}/plumb-targets.cmake")
