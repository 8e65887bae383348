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
/// `words` are the words of the command line after the program's name; the last one may be incomplete or empty. Returns
/// no candidates if a file or a number is expected, or if no name begins with the last word.
std::vector<Candidate> candidates(const CLI::App& program, std::span<const std::string> words);

}  // namespace plumb
