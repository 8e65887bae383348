#pragma once
// The completion of shells asks what may stand next on a command line.

#include <CLI/App.hpp>

#include <span>
#include <string>
#include <vector>

namespace plumb {

struct Candidate {
  std::string word, meaning;
};

/// Returns what may stand in the place of the last of `words`: verbs, options, or names of problems, methods,
/// formulations and papers. The words follow the program's name, and the last one is what was typed of it so far. There
/// are no candidates if a file or a number is expected, or if nothing begins like that.
std::vector<Candidate> candidates(const CLI::App& program, std::span<const std::string> words);

}  // namespace plumb
