# Run by `cmake -P` as a test: installs the build into a folder, moves that, and uses it from outside.
# Takes source, build, program, share, man (below the prefix), generator, c_compiler, cxx_compiler and flags.
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

# A paper that only the moved data have by that name, and one that only the source tree has.
unset(ENV{PLUMB_PATH})
file(RENAME "${prefix}/${share}/plumb/results/papers/squeezer" "${prefix}/${share}/plumb/results/papers/moved")
run("${prefix}/${program}" list papers)
if(NOT out MATCHES "\nmoved " OR NOT out MATCHES "\nli2019 " OR out MATCHES "\nsqueezer ")
  message(FATAL_ERROR "the moved program does not list the papers beside it:\n${out}")
endif()

foreach(file "${man}" "${share}/bash-completion/completions/plumb" "${share}/plumb/examples/study.toml"
    "${share}/plumb/scripts/figures.py" "${share}/plumb/scripts/analysis.py" "${share}/plumb/scripts/drawing/general.py"
    "${share}/doc/plumb/copyright" "${share}/doc/libplumb-dev/copyright")
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
