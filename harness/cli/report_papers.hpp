#pragma once
// What a site knows of papers beside their verdicts.

#include <filesystem>
#include <map>
#include <string>

#include "harness/report/paper_pages.hpp"

namespace plumb {

/// Of the papers that are judged there, and of those that the folder has figures of (`plumb reproduce --out`; empty:
/// there is none); of a paper that this program does not have, its figures alone. Throws UsageError: the folder has a
/// figure that is none.
std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const std::filesystem::path& figures);

}  // namespace plumb
