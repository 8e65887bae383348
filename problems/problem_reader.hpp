#pragma once
// Problems are read from files by a part of the program that a build may leave out (problems/CMakeLists.txt).

#include <functional>
#include <string>
#include <string_view>

#include "problems/problem.hpp"
#include "text/file_text.hpp"

namespace plumb {

struct ProblemFile {
  std::string_view text;
  std::string name;                        // name of the file: "@" and the path
  FileText other_files;                    // returns the text of a file that this one refers to
  std::function<ParameterSpec()> content;  // parameter with a hash of all files that were read
};

/// Reads mechanisms in TOML, URDF and MJCF, and equations in TOML. Throws std::invalid_argument; a RefusedMechanism or
/// UsageError for a mistake in the file.
using ProblemReader = Problem (*)(const ProblemFile&);

/// Returns null if this build reads no files.
ProblemReader problem_reader();

}  // namespace plumb
