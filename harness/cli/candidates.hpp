#pragma once
// What may stand next on a command line: for the completion of shells.

#include <CLI/App.hpp>

#include <span>
#include <string>
#include <vector>

namespace plumb {

struct Candidate {
  std::string word, meaning;
};

/// What may stand in place of the last of `words`, which follow the program's name and of which the last is what was
/// typed of it so far: verbs, options, or names of problems, methods, formulations and papers. None where a file or a
/// number is expected, and where nothing begins like that.
std::vector<Candidate> candidates(const CLI::App& program, std::span<const std::string> words);

}  // namespace plumb
