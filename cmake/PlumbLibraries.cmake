# The libraries that Plumb stands on, one line each: the Debian package that brings it, and how CMake finds it.
# Part of the installed package too, since programs that link Plumb link these. All gaps are collected in plumb_missing,
# so that one message names everything that is missing; plumb_debian_packages are all packages.

set(plumb_missing "")
set(plumb_debian_packages "")

macro(plumb_require debian_package name)
  list(APPEND plumb_debian_packages ${debian_package})
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    list(APPEND plumb_missing "${name} (Debian: ${debian_package})")
  endif()
endmacro()

# A library without a CMake package becomes the target plumb::<name>.
function(plumb_require_library debian_package name header)
  set(plumb_debian_packages ${plumb_debian_packages} ${debian_package} PARENT_SCOPE)
  if(TARGET plumb::${name})
    return()
  endif()
  find_path(plumb_${name}_include ${header} PATH_SUFFIXES suitesparse)
  set(libraries "")
  foreach(library IN LISTS ARGN)
    find_library(plumb_${library}_library ${library})
    mark_as_advanced(plumb_${library}_library)
    list(APPEND libraries "${plumb_${library}_library}")
  endforeach()
  mark_as_advanced(plumb_${name}_include)
  if(NOT plumb_${name}_include OR "${libraries}" MATCHES "NOTFOUND")
    set(plumb_missing ${plumb_missing} "${name} (Debian: ${debian_package})" PARENT_SCOPE)
    return()
  endif()
  add_library(plumb::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(plumb::${name} INTERFACE "${plumb_${name}_include}")
  target_link_libraries(plumb::${name} INTERFACE ${libraries})
endfunction()

#             Debian package        find_package
plumb_require(libeigen3-dev         Eigen3 3.4 CONFIG)
plumb_require(libboost-dev          Boost 1.74)
plumb_require(libfmt-dev            fmt CONFIG)
plumb_require(libcli11-dev          CLI11 CONFIG)
plumb_require(libtomlplusplus-dev   tomlplusplus CONFIG)
plumb_require(libtinyxml2-dev       tinyxml2 CONFIG)
plumb_require(nlohmann-json3-dev    nlohmann_json CONFIG)
plumb_require(libsqlite3-dev        SQLite3)
plumb_require(libc6-dev             Threads)

#                     Debian package       target  header    libraries
plumb_require_library(libxxhash-dev        xxhash  xxhash.h  xxhash)
plumb_require_library(libsuitesparse-dev   klu     klu.h     klu amd colamd btf suitesparseconfig)
