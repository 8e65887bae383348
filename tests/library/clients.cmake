# The examples of examples/library and examples/python, and what libplumb.so makes of bad use. A client whose compiler or
# program is not there is left out, and a line says so.

set(clients "${PROJECT_BINARY_DIR}/library/clients")

# plumb_client(<name> <expected> <source> [<libraries>...]): a program that is linked with libplumb.so and prints that.
function(plumb_client name expected source)
  add_executable(client_${name} "${source}")
  target_link_libraries(client_${name} PRIVATE plumb_shared ${ARGN})
  target_include_directories(client_${name} PRIVATE "${PROJECT_SOURCE_DIR}/interface")
  target_compile_options(client_${name} PRIVATE "$<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra>")
  set_target_properties(client_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${clients}" C_STANDARD 99
    Fortran_MODULE_DIRECTORY "${clients}/modules")
  add_test(NAME "library/${name}" COMMAND client_${name})
  set_tests_properties("library/${name}" PROPERTIES LABELS library TIMEOUT 120 ENVIRONMENT PLUMB_CACHE=off
    PASS_REGULAR_EXPRESSION "${expected}")
endfunction()

set(programs "${PROJECT_SOURCE_DIR}/examples/library")
plumb_client(misuse "^misuse is told\n$" "${CMAKE_CURRENT_LIST_DIR}/misuse.c" Threads::Threads)
plumb_client(digits "q1 +-0\\.94432004556552709303" "${programs}/digits.c")
plumb_client(ida_squeezer "re\\.q +[0-9.]+e-0[789]" "${programs}/ida_squeezer.c" SUNDIALS::ida SUNDIALS::nvecserial
  SUNDIALS::sunlinsoldense SUNDIALS::sunmatrixdense)
# Neither the program nor a library may depend on SUNDIALS, whose methods are in a module.
foreach(target IN ITEMS plumb plumb_shared plumb_python)
  if(TARGET ${target})
    add_test(NAME library/needed_by_${target} COMMAND "${CMAKE_READELF}" --dynamic "$<TARGET_FILE:${target}>")
    set_tests_properties(library/needed_by_${target} PROPERTIES LABELS library PASS_REGULAR_EXPRESSION "libfmt"
      FAIL_REGULAR_EXPRESSION sundials)
  endif()
endforeach()
if(PLUMB_PYTHON_EXECUTABLE)
  add_test(NAME library/typed COMMAND "${PLUMB_PYTHON_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/typed.py" "${PROJECT_BINARY_DIR}"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(library/typed PROPERTIES LABELS library TIMEOUT 120 ENVIRONMENT PLUMB_CACHE=off)
endif()
if(CMAKE_Fortran_COMPILER)
  plumb_client(kutta "1\\.00 s: error of q +[0-9.]+E-(09|1[01])" "${programs}/kutta.f90")
endif()

# Octave compiles its bridge itself; the first line of its script expects that beside it.
find_program(PLUMB_MKOCTFILE mkoctfile)
find_program(PLUMB_OCTAVE octave)
if(PLUMB_MKOCTFILE AND PLUMB_OCTAVE AND NOT PLUMB_SANITIZED)
  add_custom_command(OUTPUT "${clients}/plumb_mex.mex"
    COMMAND "${PLUMB_MKOCTFILE}" --mex "-I${PROJECT_SOURCE_DIR}/interface" "${programs}/plumb_mex.c"
            "-L$<TARGET_FILE_DIR:plumb_shared>" "-Wl,-rpath,$<TARGET_FILE_DIR:plumb_shared>" -lplumb -o "${clients}/plumb_mex.mex"
    WORKING_DIRECTORY "${clients}" DEPENDS plumb_shared "${programs}/plumb_mex.c" VERBATIM)
  add_custom_target(client_octave ALL DEPENDS "${clients}/plumb_mex.mex")
  file(MAKE_DIRECTORY "${clients}")
  add_test(NAME library/octave COMMAND "${PLUMB_OCTAVE}" --no-gui -qf "${programs}/work_precision.m")
  set_tests_properties(library/octave PROPERTIES LABELS library TIMEOUT 120
    ENVIRONMENT "PLUMB_CACHE=off;OCTAVE_PATH=${clients}" PASS_REGULAR_EXPRESSION "ode45 1e-08: re\\.q = [0-9.]+e-10")
else()
  message(STATUS "no Octave (Debian: octave-dev): its example is not tested")
endif()

# plumb_script(<name> <expected> <command>...): an example that is read by an interpreter.
function(plumb_script name expected)
  add_test(NAME "library/${name}" COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/library")
  set_tests_properties("library/${name}" PROPERTIES LABELS library TIMEOUT 300 PASS_REGULAR_EXPRESSION "${expected}"
    ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python;PLUMB_CACHE=off;PYTHONDONTWRITEBYTECODE=1;MPLBACKEND=Agg")
endfunction()

if(TARGET plumb_python)
  set(scripts "${PROJECT_SOURCE_DIR}/examples/python")
  plumb_script(work_precision "index1 +Radau +1e-10 .*re\\.q = [0-9.]+e-1[0-9]" "${PLUMB_PYTHON_EXECUTABLE}"
    "${scripts}/work_precision.py")
  plumb_script(beside_scipy "pleiades +scipy LSODA, ode +[0-9.]+e[-+]0[0-9] +[0-9.]+e[-+]0[0-9]" "${CMAKE_COMMAND}" -E env
    "PLUMB_PROGRAM=$<TARGET_FILE:plumb>" "${PLUMB_PYTHON_EXECUTABLE}" "${scripts}/beside_scipy.py" pleiades)
  plumb_script(generalized_alpha "lambda +2\\.0.* pass" "${PLUMB_PYTHON_EXECUTABLE}" "${scripts}/generalized_alpha.py")
  plumb_script(agreement "both agree" "${PLUMB_PYTHON_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/agreement.py"
    "$<TARGET_FILE:plumb_shared>")
  # The notebook is run from its first cell to its last where there is what runs notebooks.
  execute_process(COMMAND "${PLUMB_PYTHON_EXECUTABLE}" -c "import nbclient, ipykernel" RESULT_VARIABLE no_notebooks
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT no_notebooks)
    plumb_script(notebook "the notebook ran" "${PLUMB_PYTHON_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/run_notebook.py"
      "${scripts}/tour.ipynb")
  else()
    message(STATUS "no nbclient (Debian: python3-nbclient, python3-ipykernel): the notebook is not tested")
  endif()
  execute_process(COMMAND "${PLUMB_PYTHON_EXECUTABLE}" -c "import setuptools, wheel, pip, ensurepip" RESULT_VARIABLE no_pip
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT no_pip)
    plumb_script(pip "pip has installed it" "${PLUMB_PYTHON_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/pip_install.py"
      "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  else()
    message(STATUS "no pip (Debian: python3-venv, python3-pip, python3-wheel): the installation by pip is not tested")
  endif()
  plumb_script(tune_rho "[0-9]+ runs of .*: rho = 0\\.[0-9]+ has an error" "${PLUMB_PYTHON_EXECUTABLE}" "${scripts}/tune_rho.py"
    "@${PROJECT_SOURCE_DIR}/examples/mechanisms/n-four-bar.toml")
endif()
