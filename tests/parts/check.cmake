# Run by `cmake -P` as a test. Takes program, which contains the two-link manipulator alone, the map of its linker, the
# folders of problems/ that a first stage compiles (separated by |), and nm.
#
# Fails if something outside of problems/ refers to another problem or to mechanisms, if the program needs an object of a
# folder that a first stage does not compile, if it does not print the tables of the paper that needs this problem alone,
# or if it does not name the problems, methods and commands that it lacks.

execute_process(COMMAND "${nm}" --demangle "${program}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "plumb::two_link_problem")
  message(FATAL_ERROR "${program} does not contain the two-link manipulator, or has no symbols")
endif()
foreach(other IN ITEMS plumb::mbs::MultibodySystem plumb::EquationSystem plumb::pendulum_problem plumb::squeezer_problem
        plumb::wheelset_problem plumb::mechanism_problem)
  if(symbols MATCHES "${other}[<(:][^\n]*")
    message(FATAL_ERROR "the program with one problem contains ${CMAKE_MATCH_0}")
  endif()
endforeach()

file(STRINGS "${map}" members REGEX "libplumb_problems\\.a\\(")
if(NOT members)
  message(FATAL_ERROR "${map} has no object of problems/")
endif()
foreach(member IN LISTS members)
  if(member MATCHES "\\(unity_" AND NOT member MATCHES "\\(unity_(${rooms})?_[0-9]+_")
    message(FATAL_ERROR "the program with one problem needs an object that a first stage does not compile: ${member}")
  endif()
endforeach()

function(plumb expected_code expected_text)
  execute_process(COMMAND "${program}" ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
  if(NOT code MATCHES "^(${expected_code})$" OR NOT "${out}${err}" MATCHES "${expected_text}")
    message(FATAL_ERROR "plumb ${ARGN} ended with ${code}, expected ${expected_code} and '${expected_text}':\n${out}${err}")
  endif()
endfunction()

plumb("0|1" "max_energy_error +7.0007e-05 +7.0007e-5 +1.000  match" reproduce li2019/table-1)
plumb(0 "constraints at position level" show problem two-link)
plumb(0 "this build does not contain pendulum, .*, spatial-slider-crank; to add them, run cmake" list problems)
plumb(0 "this build does not contain arkode-erk, .*, ida; to add them, install SUNDIALS" list methods)
foreach(method IN ITEMS arkode-erk cvode ida)
  plumb(2 "method '${method}' is not in this build; install SUNDIALS" show method ${method})
endforeach()
foreach(problem IN ITEMS pendulum heavy-top buckling)
  plumb(2 "problem '${problem}' is not in this build; run cmake" show problem ${problem})
endforeach()
plumb(2 "cannot read problem files" show problem @examples/mechanisms/ball-on-turntable.toml)
plumb(2 "'compare' is not in this build; run cmake" compare erk4 --quick)
