# The shared libraries that tests load, in the folder from_library of the build: examples/methods, copies of them with one
# number changed, and libraries that are no method. They see plumb_method.h and nothing else of Plumb.

set(examples "${PROJECT_SOURCE_DIR}/examples/methods")
set(libraries "${PROJECT_BINARY_DIR}/from_library")
file(MAKE_DIRECTORY "${libraries}")

include(CheckLanguage)
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  enable_language(Fortran)
else()
  message(STATUS "no Fortran compiler (Debian: gfortran): the example in Fortran is not tested")
endif()

function(plumb_method_library name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE plumb_interface)
  target_compile_features(${name} PRIVATE c_std_99 cxx_std_20)
  target_compile_options(${name} PRIVATE
    "$<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow>" "$<$<COMPILE_LANGUAGE:Fortran>:-Wall;-Wno-unused-dummy-argument;-std=f2008>"
    $<$<AND:$<BOOL:${PLUMB_WERROR}>,$<COMPILE_LANGUAGE:C,CXX>>:-Werror> -ffp-contract=off)
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${libraries}"
    Fortran_MODULE_DIRECTORY "${libraries}/${name}.modules")
  add_dependencies(harness_test ${name})
endfunction()

# A copy of an example in which one text is another: what tests must not let pass.
function(plumb_broken_method name example from to)
  file(READ "${examples}/${example}" text)
  string(REPLACE "${from}" "${to}" broken "${text}")
  if(broken STREQUAL text)
    message(FATAL_ERROR "${example} has no '${from}' to break")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${examples}/${example}")
  cmake_path(GET example EXTENSION extension)
  file(CONFIGURE OUTPUT "${libraries}/${name}${extension}" CONTENT "${broken}" @ONLY)
  plumb_method_library(${name} "${libraries}/${name}${extension}" ${ARGN})
endfunction()

plumb_method_library(projected_midpoint "${examples}/projected_midpoint.c")
plumb_method_library(generalized_alpha "${examples}/generalized_alpha.cpp")
plumb_method_library(radau_iia2 "${examples}/radau_iia2.cpp")
plumb_method_library(linearisation_probe "${PROJECT_SOURCE_DIR}/tests/from_library/linearisation_probe.cpp")
plumb_broken_method(broken_midpoint projected_midpoint.c "y->v[i] + h / 2 * x->a[i]" "y->v[i] + h / 2.02 * x->a[i]")
plumb_broken_method(unprojected_midpoint projected_midpoint.c "x->v1[i] += x->r[i]" "x->v1[i] += 0 * x->r[i]")
plumb_broken_method(broken_radau radau_iia2.cpp "nu(1. / 3, 1 / (3 * std::numbers::sqrt2))" "nu(1. / 3, 9 / (3 * std::numbers::sqrt2))")
plumb_broken_method(broken_alpha generalized_alpha.cpp "gamma(0.5 + alpha_f - alpha_m)" "gamma(0.6 + alpha_f - alpha_m)")
if(CMAKE_Fortran_COMPILER)
  set(module "${PROJECT_SOURCE_DIR}/interface/plumb_method.f90")
  plumb_method_library(kutta4 "${module}" "${examples}/kutta4.f90")
  plumb_broken_method(broken_kutta4 kutta4.f90 "1d0 / 6, 1d0 / 3, 1d0 / 3" "1d0 / 6, 1d0 / 3, 1.0001d0 / 3" "${module}")
endif()

# What a description can be wrong in, and how a library can misbehave: `-DFAULT=name` of faulty.c.
foreach(fault crashes_at_load exits_at_load crashes_when_asked hangs_when_asked no_symbol newer_version older_version no_name order_0
    negative_memory unknown_form no_step no_default bad_parameter refuses_defaults sound
    crashes_in_step crashes_later hangs_in_step throws_in_step null_vector unknown_code wrong_slot tells_reason hides_memory remembers_in_work
    aborts_at_end prints_at_load forks_at_load forks_in_step)
  plumb_method_library(faulty_${fault} "${PROJECT_SOURCE_DIR}/tests/from_library/faulty.cpp")
  target_compile_definitions(faulty_${fault} PRIVATE "FAULT=${fault}")
endforeach()
target_compile_definitions(faulty_no_symbol PRIVATE PLUMB_NO_SYMBOL)
target_compile_options(faulty_no_symbol PRIVATE -Wno-unused-function)

# The header is C89 and C++98.
add_library(plumb_method_in_c89 OBJECT "${PROJECT_SOURCE_DIR}/tests/from_library/header.c")
target_compile_options(plumb_method_in_c89 PRIVATE -std=c89 -pedantic-errors -Wall -Wextra -Werror)
file(CONFIGURE OUTPUT "${libraries}/header.cpp" CONTENT "#include \"${PROJECT_SOURCE_DIR}/tests/from_library/header.c\"\n")
add_library(plumb_method_in_cxx98 OBJECT "${libraries}/header.cpp")
target_compile_options(plumb_method_in_cxx98 PRIVATE -std=c++98 -pedantic-errors -Wall -Wextra -Werror)
foreach(target plumb_method_in_c89 plumb_method_in_cxx98)
  target_link_libraries(${target} PRIVATE plumb_interface)
  add_dependencies(harness_test ${target})
endforeach()
