# Run by `cmake -P` as a test. Takes build, cpack, and dpkg_deb (empty: packages cannot be made here).
#
# Fails if the component `program` alone, or the Debian package of it, lacks a file that README.md or Debian's policy
# promises, or if installing it warns.

set(promised "bin/plumb" "share/man/man1/plumb\\.1" "share/bash-completion/completions/plumb"
  "share/zsh/vendor-completions/_plumb" "share/fish/vendor_completions\\.d/plumb\\.fish" "share/doc/plumb/copyright"
  "share/doc/plumb/changelog\\.gz" "plumb/plumb-sundials\\.so" "share/plumb/results/audit/certified\\.json" "share/plumb/scripts/figures\\.py")

function(require_promised listing of)
  foreach(file IN LISTS promised)
    if(NOT listing MATCHES "/${file}(\\.gz)?[\n;]")
      message(FATAL_ERROR "${of} has no ${file}")
    endif()
  endforeach()
endfunction()

set(folder "${build}/packages-test")
file(REMOVE_RECURSE "${folder}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${build}" --component program --prefix "${folder}/usr"
  OUTPUT_QUIET ERROR_VARIABLE warnings COMMAND_ERROR_IS_FATAL ANY)
if(warnings MATCHES "Warning")
  message(FATAL_ERROR "installing the program warns:\n${warnings}")
endif()
file(GLOB_RECURSE installed "${folder}/usr/*")
require_promised("${installed};" "the component program")

if(NOT dpkg_deb)
  message(STATUS "no dpkg-dev: no package is made")
  return()
endif()
execute_process(COMMAND "${cpack}" -G DEB -B "${folder}" -D CPACK_COMPONENTS_ALL=program
    --config "${build}/CPackConfig.cmake" WORKING_DIRECTORY "${build}"
  OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE code)
file(GLOB package "${folder}/plumb_*.deb")
if(NOT code EQUAL 0 OR NOT package)
  message(FATAL_ERROR "cpack ended with ${code}:\n${out}${err}")
endif()
execute_process(COMMAND "${dpkg_deb}" --contents "${package}" OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
require_promised("${contents}" "${package}")
execute_process(COMMAND "${dpkg_deb}" --field "${package}" Recommends OUTPUT_VARIABLE recommended
  COMMAND_ERROR_IS_FATAL ANY)
foreach(package_name python3-plotly libjs-katex python3-matplotlib)
  if(NOT recommended MATCHES "${package_name}")
    message(FATAL_ERROR "the package does not recommend ${package_name}: ${recommended}")
  endif()
endforeach()
file(REMOVE_RECURSE "${folder}")
