#pragma once
// Collects facts about papers for the pages of a site, in addition to their verdicts.

#include <filesystem>
#include <map>
#include <string>

#include "harness/report/paper_pages.hpp"

namespace plumb {

/// Returns facts by key of the paper: for papers with verdicts, and for papers with figures in the folder that `plumb
/// reproduce --out` wrote (empty: none). A paper that this program does not have gets only its figures. Throws
/// UsageError if a file of the folder is not a figure.
std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const std::filesystem::path& figures);

}  // namespace plumb
