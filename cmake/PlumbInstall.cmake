# What `cmake --install` puts where, and the Debian packages that cpack makes of it.
#
#   component program   the program, its modules of HDF5 and SUNDIALS in lib/plumb, its data in share/plumb, manual page,
#                       completions, README and licence
#   component library   static archives, headers in include/plumb, the CMake package `plumb`; plumb.h and libplumb.so
#   component shared    libplumb.so.1, which programs in C and other languages run with, and its module in lib/libplumb
#   component python    the package of Python, with the module
#
# The module of SUNDIALS must be of the same build as the code that loads it, so each of these has a copy.
#
# Everything is found relative to where it lies, so that an installation can be moved.

set(share "${CMAKE_INSTALL_DATADIR}/plumb")

# --- program
install(TARGETS plumb RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(TARGETS plumb_hdf5 LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/plumb" COMPONENT program)
if(TARGET plumb_sundials)
  install(TARGETS plumb_sundials LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/plumb" COMPONENT program)
  install(TARGETS plumb_sundials LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/libplumb" COMPONENT shared)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${share}" COMPONENT program)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/methods/files" DESTINATION "${share}/methods" COMPONENT program)
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/results/papers" "${PROJECT_SOURCE_DIR}/results/audit"
    "${PROJECT_SOURCE_DIR}/results/golden" "${PROJECT_SOURCE_DIR}/results/baselines"
  DESTINATION "${share}/results" COMPONENT program)
# Studies in results/ include these.
file(GLOB studies CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/problems/*/study.toml")
foreach(study IN LISTS studies)
  cmake_path(GET study PARENT_PATH folder)
  install(FILES "${PROJECT_SOURCE_DIR}/${study}" DESTINATION "${share}/${folder}" COMPONENT program)
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/results/bibliography.bib" DESTINATION "${share}/results" COMPONENT program)
install(
  PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/figures.py" "${PROJECT_SOURCE_DIR}/scripts/analysis.py"
           "${PROJECT_SOURCE_DIR}/scripts/compare.py"
  DESTINATION "${share}/scripts" COMPONENT program)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/scripts/drawing" DESTINATION "${share}/scripts" COMPONENT program
  FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
install(
  FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md" "${PROJECT_SOURCE_DIR}/LICENSE"
    "${PROJECT_SOURCE_DIR}/CITATION.cff"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)

# Headers of methods in shared libraries: <plumb_method.h>, where compilers look, and beside the examples, so that
# -Iinterface finds them there as in the sources.
foreach(folder "${CMAKE_INSTALL_INCLUDEDIR}" "${share}/interface")
  install(
    FILES "${PROJECT_SOURCE_DIR}/interface/plumb_method.h" "${PROJECT_SOURCE_DIR}/interface/plumb_method.hpp"
      "${PROJECT_SOURCE_DIR}/interface/plumb_method.f90"
    DESTINATION "${folder}" COMPONENT program)
endforeach()

# The program writes its manual page and completions when it is installed, and they are installed next.
set(documents "${PROJECT_BINARY_DIR}/documents")
install(CODE "
  set(plumb_program \"$<TARGET_FILE:plumb>\")
  set(plumb_documents \"${documents}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/WriteDocuments.cmake\")"
  COMPONENT program)
install(FILES "${documents}/plumb.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${documents}/plumb" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
  COMPONENT program)
# Where zsh looks: in site-functions below /usr/local, in vendor-completions (Debian) below /usr.
foreach(folder site-functions vendor-completions)
  install(FILES "${documents}/_plumb" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/${folder}" COMPONENT program)
endforeach()
install(FILES "${documents}/plumb.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
  COMPONENT program)

# --- library
set(modules plumb_numerics plumb_contract plumb_methods plumb_text plumb_problems plumb_reference plumb_harness)
foreach(target IN LISTS modules ITEMS plumb_flags plumb_build_info plumb_interface)
  string(REGEX REPLACE "^plumb_" "" name "${target}")
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(plumb::${name} ALIAS ${target})  # the same name for those who add_subdirectory this project
endforeach()
install(TARGETS plumb_flags plumb_build_info plumb_interface EXPORT plumb-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
install(TARGETS ${modules} EXPORT plumb-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/plumb" COMPONENT library)

# Who has built the program alone has no libplumb.so to install; the target `installed` builds both.
install(TARGETS plumb_shared
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT shared OPTIONAL NAMELINK_COMPONENT library)
add_custom_target(installed DEPENDS plumb plumb_shared)
install(FILES "${PROJECT_SOURCE_DIR}/interface/plumb.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(FILES "${PROJECT_SOURCE_DIR}/interface/plumb/api.hpp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/plumb"
  COMPONENT library)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/plumb")
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${documents}/plumb-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT plumb-targets NAMESPACE plumb:: DESTINATION "${package}" COMPONENT library)
install(
  FILES "${PROJECT_SOURCE_DIR}/cmake/plumb-config.cmake" "${PROJECT_SOURCE_DIR}/cmake/PlumbLibraries.cmake"
    "${documents}/plumb-config-version.cmake"
  DESTINATION "${package}" COMPONENT library)

# --- Debian packages: cpack --preset deb
include("${PROJECT_SOURCE_DIR}/cmake/PlumbDebianDocuments.cmake")
set(debian_packages "plumb program" "libplumb-dev library" "libplumb1 shared")
if(TARGET plumb_python)
  list(APPEND debian_packages "python3-plumb python")
endif()
foreach(pair IN LISTS debian_packages)
  separate_arguments(pair)
  list(GET pair 0 debian_package)
  list(GET pair 1 component)
  install(FILES ${debian_documents} DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${debian_package}"
    COMPONENT ${component})
endforeach()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${debian_maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measures time integrators of multibody systems against certified references")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library shared)
if(TARGET plumb_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME plumb)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# What `plumb report`, --plot and scripts/figures.py draw with.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "python3-plotly, libjs-katex, python3-matplotlib, python3-numpy")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libplumb-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
list(JOIN PLUMB_LIBRARY_PACKAGES ", " CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS)
string(PREPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libplumb1 (= ${PROJECT_VERSION}), ")
set(CPACK_DEBIAN_SHARED_PACKAGE_NAME libplumb1)
set(CPACK_DEBIAN_SHARED_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_SHARED_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_SHARED_DESCRIPTION "Mechanical problems and certified references for programs that call C.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-plumb)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${PLUMB_PYTHON_DEBIAN}, python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-scipy, python3-matplotlib, python3-tqdm")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The package plumb of Python: problems, references, runs, orders, comparisons.")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "Runs integrators over methods, problems, formulations and steps, and regenerates the tables of published papers.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Static libraries, headers and the CMake package plumb.")
include(CPack)
