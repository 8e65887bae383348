# Run by `cmake -P` as a test: installs the build into a folder, moves that, and uses it from outside.
# Takes source, build, program, share, include, man (below the prefix), generator, c_compiler, cxx_compiler,
# fortran_compiler (or none) and flags.
#
# Fails if a header, a library or a dependency is missing in the installation, if the CMake package or the program
# still point to the source tree or to the first folder, or if manual page or completions are not written.

set(folder "${build}/consumer")
set(prefix "${folder}/moved")
file(REMOVE_RECURSE "${folder}")
file(MAKE_DIRECTORY "${folder}/elsewhere")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${folder}/elsewhere"
    OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${code}:\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

run("${CMAKE_COMMAND}" --install "${build}" --prefix "${folder}/installed")
file(RENAME "${folder}/installed" "${prefix}")

run("${CMAKE_COMMAND}" -S "${source}/tests/consumer" -B "${folder}/build" -G "${generator}"
  "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_C_COMPILER=${c_compiler}" "-DCMAKE_CXX_COMPILER=${cxx_compiler}"
  "-DCMAKE_CXX_FLAGS=${flags}" -DCMAKE_BUILD_TYPE=None)
run("${CMAKE_COMMAND}" --build "${folder}/build")
run("${folder}/build/consumer")
message(STATUS "${out}")

# The shared library, by a compiler that knows the folders of headers and libraries alone.
run("${c_compiler}" "-I${prefix}/${include}" "${prefix}/${share}/plumb/examples/library/digits.c"
  "-L${prefix}/${libraries}" "-Wl,-rpath,${prefix}/${libraries}" -lplumb -o digits)
run("${folder}/elsewhere/digits" pendulum)
if(NOT out MATCHES "q1 +[-+0-9.e]+ +[23][0-9]\n")
  message(FATAL_ERROR "the installed library tells no digits:\n${out}")
endif()

# The README's own line, typed where its relative paths begin.
execute_process(COMMAND "${c_compiler}" -shared -fPIC -Iinterface examples/methods/projected_midpoint.c
    -o "${folder}/elsewhere/libtyped.so"
  WORKING_DIRECTORY "${prefix}/${share}/plumb" ERROR_VARIABLE err RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "-Iinterface finds no header in share/plumb:\n${err}")
endif()

# The examples of methods in shared libraries, by compilers that know no more than the folder of the headers.
set(examples "${prefix}/${share}/plumb/examples/methods")
set(headers "${prefix}/${include}")
run("${c_compiler}" -shared -fPIC "-I${headers}" "${examples}/projected_midpoint.c" -o libprojected_midpoint.so)
run("${cxx_compiler}" -std=c++20 -shared -fPIC "-I${headers}" "${examples}/generalized_alpha.cpp" -o libgeneralized_alpha.so)
run("${cxx_compiler}" -std=c++20 -shared -fPIC "-I${headers}" "${examples}/radau_iia2.cpp" -o libradau_iia2.so)
set(methods "@libradau_iia2.so,@libprojected_midpoint.so,@libgeneralized_alpha.so(rho=1/2),@${folder}/build/libby_cmake.so")
if(fortran_compiler)
  run("${fortran_compiler}" -shared -fPIC "${headers}/plumb_method.f90" "${examples}/kutta4.f90" -o libkutta4.so)
  run("${prefix}/${program}" run -p pendulum -f ode -m @libkutta4.so -s 1e-2 --t-end 1)
endif()
# A method file of the installation, by its name.
run("${prefix}/${program}" run -p pendulum -f index1 -m @verner98.toml -s 1e-2 --t-end 1)
run("${prefix}/${program}" run -p pendulum -f index3 -m "${methods}" -s 1e-2 --t-end 1)
string(REGEX MATCHALL " ok " ended "${out}")
list(LENGTH ended ended)
if(NOT ended EQUAL 4)
  message(FATAL_ERROR "the examples of methods do not run:\n${out}")
endif()

# The examples of the help and the commands of pages, typed beside the installed data; the pages are those of the sources.
unset(ENV{PLUMB_PATH})
set(ENV{PLUMB_TESTED_PROGRAM} "${prefix}/${program}")
set(ENV{PLUMB_TESTED_DATA} "${prefix}/${share}/plumb")
execute_process(COMMAND "${build}/harness/harness_test" "--gtest_filter=*/HelpExamples.*:*/Readme.*"
  WORKING_DIRECTORY "${source}" OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT out MATCHES "PASSED  . [1-9]")
  message(FATAL_ERROR "the installed program does not do what its pages show:\n${out}${err}")
endif()
unset(ENV{PLUMB_TESTED_PROGRAM})
unset(ENV{PLUMB_TESTED_DATA})

# A paper that only the moved data have by that name, and one that only the source tree has.
file(RENAME "${prefix}/${share}/plumb/results/papers/squeezer" "${prefix}/${share}/plumb/results/papers/moved")
run("${prefix}/${program}" list papers)
if(NOT out MATCHES "\nmoved " OR NOT out MATCHES "\nli2019 " OR out MATCHES "\nsqueezer ")
  message(FATAL_ERROR "the moved program does not list the papers beside it:\n${out}")
endif()

# The module of HDF5 is the one that was moved with the program.
execute_process(COMMAND "${CMAKE_COMMAND}" -E env LD_DEBUG=files
    "${prefix}/${program}" run -p pendulum -m erk4 -s 1e-2 --t-end 1 --trajectory motion.h5
  WORKING_DIRECTORY "${folder}/elsewhere" OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT err MATCHES "calling init: ${prefix}/${libraries}/plumb/plumb-hdf5.so")
  message(FATAL_ERROR "the moved program does not write a trajectory with the module beside it:\n${out}${err}")
endif()

# The same for the modules of SUNDIALS: of the program, and of the shared library.
execute_process(COMMAND "${CMAKE_COMMAND}" -E env LD_DEBUG=files
    "${prefix}/${program}" run -p pendulum -m ida -s 1e-2 --t-end 1
  WORKING_DIRECTORY "${folder}/elsewhere" OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT err MATCHES "calling init: ${prefix}/${libraries}/plumb/plumb-sundials.so")
  message(FATAL_ERROR "the moved program does not run IDA with the module beside it:\n${out}${err}")
endif()
if(NOT EXISTS "${prefix}/${libraries}/libplumb/plumb-sundials.so")
  message(FATAL_ERROR "libplumb.so is installed without its module of SUNDIALS")
endif()

foreach(file "${man}" "${share}/bash-completion/completions/plumb" "${share}/plumb/examples/study.toml"
    "${share}/plumb/results/bibliography.bib" "${share}/plumb/scripts/figures.py" "${share}/plumb/scripts/analysis.py"
    "${share}/plumb/scripts/compare.py" "${share}/plumb/scripts/drawing/general.py"
    "${share}/doc/plumb/copyright" "${share}/doc/libplumb-dev/copyright" "${include}/plumb.h")
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
file(READ "${prefix}/${man}" page)
if(NOT page MATCHES "^\\.TH PLUMB 1 ")
  message(FATAL_ERROR "${man} is no manual page:\n${page}")
endif()
file(GLOB_RECURSE fixture "${prefix}/cli_fixture.hpp")
if(fixture)
  message(FATAL_ERROR "headers of tests are installed")
endif()
