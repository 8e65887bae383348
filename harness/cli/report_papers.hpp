#pragma once
// A site knows these facts of papers beside their verdicts.

#include <filesystem>
#include <map>
#include <string>

#include "harness/report/paper_pages.hpp"

namespace plumb {

/// Returns the facts of the papers that are judged there, and of those that the folder has figures of (`plumb reproduce
/// --out`; empty: there is no folder). Of a paper that this program does not have, only the figures are known. Throws
/// UsageError if the folder has a figure that is not one.
std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const std::filesystem::path& figures);

}  // namespace plumb
