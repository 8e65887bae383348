#pragma once
// The bibliography of the program and its user: it explains the keys in the sources of methods, problems and papers.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "text/bibtex.hpp"
#include "text/program_files.hpp"

namespace plumb {

/// The entries by key.
using Bibliography = std::map<std::string, BibEntry, std::less<>>;

/// The entries of results/bibliography.bib below all roots; where several have a key, the first one counts. Throws
/// UsageError on files that are malformed.
Bibliography bibliography(const FilePlaces& places = file_places());

/// The key of the entry for Plumb itself.
inline constexpr std::string_view own_key = "plumb";

/// The keys in a text such as "andersen1983; hairer2006, section VII.1.4", in their order. A key is a word of small
/// letters and a year.
std::vector<std::string> cited_keys(std::string_view source);

}  // namespace plumb
