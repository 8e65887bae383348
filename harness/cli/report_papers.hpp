#pragma once
// Facts about papers for the pages of a site, in addition to their verdicts.

#include <filesystem>
#include <map>
#include <string>

#include "harness/report/paper_pages.hpp"

namespace plumb {

/// Returns the facts of the judged papers, and of papers with figures in the folder (of `plumb reproduce --out`; empty:
/// there is no folder). For a paper that this program does not have, there are only figures. Throws UsageError if a
/// file of the folder is not a figure.
std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const std::filesystem::path& figures);

}  // namespace plumb
