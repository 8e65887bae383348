#pragma once
// Candidates for the next word of a command line, for the completion of shells.

#include <CLI/App.hpp>

#include <span>
#include <string>
#include <vector>

namespace plumb {

struct Candidate {
  std::string word, meaning;
};

/// Returns candidates for the last of `words`: verbs, options, or names of problems, methods, formulations and papers.
/// The words follow the program's name, and the last one may be incomplete or empty. There are no candidates if a file
/// or a number is expected, or if no name begins with the last word.
std::vector<Candidate> candidates(const CLI::App& program, std::span<const std::string> words);

}  // namespace plumb
