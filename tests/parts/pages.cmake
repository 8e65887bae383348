# Run by `cmake -P` as a test. Takes program, which contains the two-link manipulator alone, and a folder out.
#
# Fails if scripts/regenerate does not end well with such a program, or if a page is missing.

file(REMOVE_RECURSE "${out}")
execute_process(COMMAND scripts/regenerate "${program}" "${out}" li2019 OUTPUT_VARIABLE printed ERROR_VARIABLE printed
  RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "scripts/regenerate ended with ${code}:\n${printed}")
endif()
foreach(name IN ITEMS site/index.html site/paper/li2019.html site/problem/two-link.html figures/li2019 verdicts.json)
  if(NOT EXISTS "${out}/${name}")
    message(FATAL_ERROR "scripts/regenerate made no ${name}:\n${printed}")
  endif()
endforeach()
