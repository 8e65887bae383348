#pragma once
// The function that reads problems from files. A build may omit it (problems/CMakeLists.txt).

#include <functional>
#include <string>
#include <string_view>

#include "problems/problem.hpp"
#include "text/file_text.hpp"

namespace plumb {

struct ProblemFile {
  std::string_view text;
  std::string name;                        // name of the file: "@" and the path
  FileText other_files;                    // function that returns the text of a file named in this file
  std::function<ParameterSpec()> content;  // returns a parameter whose value is a hash of all files read so far
};

/// Reads mechanisms in TOML, URDF and MJCF, and equations in TOML. Throws std::invalid_argument; for a mistake in the
/// file, RefusedMechanism or UsageError.
using ProblemReader = Problem (*)(const ProblemFile&);

/// Returns null if this build reads no files.
ProblemReader problem_reader();

}  // namespace plumb
