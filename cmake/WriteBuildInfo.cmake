# Run by `cmake -P` in every build: writes build_info.cpp, and only if its contents change.
# Takes source_dir, output, version, compiler, flags, build_type, instructions (of the processor), libraries
# ("Name version|Name version"), and the element of libraries that the build does not contain: lacking.

# A tarball may lie inside another repository, whose commit is not ours.
set(commit "unknown")
find_program(git NAMES git)
if(git)
  execute_process(COMMAND "${git}" -C "${source_dir}" rev-parse --show-toplevel
    OUTPUT_VARIABLE top_level OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH "${source_dir}" real_source_dir)
  if(top_level STREQUAL real_source_dir)
    # Without optional locks: a build must not disturb a git command that runs at the same time.
    execute_process(
      COMMAND "${git}" --no-optional-locks -C "${source_dir}" describe --always --dirty --exclude=* --abbrev=40
      OUTPUT_VARIABLE description OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit "${description}")
    endif()
  endif()
endif()

# Everything that can change a number: path and contents of each source, but not of tests, benchmarks and studies; what
# chooses the flags of each, the compiler, its flags and instructions, and the libraries.
function(plumb_fingerprint out)  # of the sources in some folders, and of the files that patterns with * name
  set(digests "")
  foreach(folder IN LISTS ARGN)
    if(folder MATCHES "\\*")
      file(GLOB sources RELATIVE "${source_dir}" "${source_dir}/${folder}")
    else()
      file(GLOB_RECURSE sources RELATIVE "${source_dir}"
        "${source_dir}/${folder}/*.hpp" "${source_dir}/${folder}/*.cpp" "${source_dir}/${folder}/*.toml"
        "${source_dir}/${folder}/CMakeLists.txt" "${source_dir}/${folder}/PlumbFlags.cmake" "${source_dir}/${folder}/PlumbModule.cmake")
    endif()
    list(FILTER sources EXCLUDE REGEX "(_test|_bench)\\.cpp$|/testing/|^harness/speed/|^problems/[^/]*/(study|general|formulas)\\.toml$")
    list(SORT sources)
    foreach(source IN LISTS sources)
      file(SHA256 "${source_dir}/${source}" digest)
      string(APPEND digests "${source} ${digest}\n")
    endforeach()
  endforeach()
  string(APPEND digests "${compiler}\n${build_type}\n${flags}\n${instructions}\n${libraries}\n")
  string(SHA256 fingerprint "${digests}")
  set(${out} "${fingerprint}" PARENT_SCOPE)
endfunction()
# Stored outputs change the errors of runs, and no reference that is computed.
plumb_fingerprint(fingerprint
  numerics contract text methods problems problems/*/outputs.json reference harness cmake)
plumb_fingerprint(reference_fingerprint
  numerics contract text methods/coefficients methods/implicit methods/irk methods/sundials problems reference cmake)

set(library_rows "")
string(REPLACE "|" ";" libraries "${libraries}")
list(REMOVE_ITEM libraries "${lacking}")
list(LENGTH libraries library_count)
foreach(library IN LISTS libraries)
  string(REGEX REPLACE "^(.*) (.*)$" "    {\"\\1\", \"\\2\"},\n" row "${library}")
  string(APPEND library_rows "${row}")
endforeach()

string(REGEX REPLACE "([\"\\\\])" "\\\\\\1" flags "${flags}")
file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT [[
#include "harness/run/build_info.hpp"

#include <array>

namespace plumb {

const BuildInfo& build_info() {
  static constexpr std::array<LibraryVersion, @library_count@> libraries = {{
@library_rows@  }};
  static constexpr BuildInfo info = {
      .version = "@version@",
      .commit = "@commit@",
      .compiler = "@compiler@",
      .flags = "@flags@",
      .build_type = "@build_type@",
      .fingerprint = "@fingerprint@",
      .reference_fingerprint = "@reference_fingerprint@",
      .libraries = libraries,
  };
  return info;
}

}  // namespace plumb
]])
