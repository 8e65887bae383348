#pragma once
// Reads BibTeX entries and formats them as readable text. Also reads the bibliography of the program and its user,
// which has an entry for each key in the sources of methods, problems and papers.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/program_files.hpp"

namespace plumb {

struct BibEntry {
  std::string type, key;                                    // type, in lower case, and key: "article", "hairer1993"
  std::vector<std::pair<std::string, std::string>> fields;  // in the order of the file; lower-case names, TeX values

  /// Returns the value of a field, in TeX; empty if it is missing.
  std::string_view field(std::string_view name) const;
};

/// Reads the entries of a file; any text between entries is a comment. Values are in braces or quotation marks, or are
/// numbers. Throws UsageError "NAME:LINE: MISTAKE" if a part of an entry is missing, or if a field or key occurs twice.
std::vector<BibEntry> bib_entries(std::string_view text, const std::string& name);

/// Returns the entry in BibTeX format, with a newline at its end.
std::string bibtex(const BibEntry& entry);

/// Converts a value in TeX to plain text: without braces, with a dash for "--" and α for "$\alpha$".
std::string plain_text(std::string_view tex);

/// Returns the authors, separated at "and": "Hairer, Ernst", "Wanner, Gerhard".
std::vector<std::string> authors(const BibEntry& entry);

/// Returns the entry as one readable line: "E. Hairer, G. Wanner: Solving .... Springer, 1996. doi:10.1007/...".
std::string reference_text(const BibEntry& entry);

/// The entries by key.
using Bibliography = std::map<std::string, BibEntry, std::less<>>;

/// Returns the entries of results/bibliography.bib in all roots (program_files.hpp). If a key occurs in several files,
/// the first root takes precedence. Throws UsageError if a file is malformed.
Bibliography bibliography(const FilePlaces& places = file_places());

/// The key of the entry for Plumb itself.
inline constexpr std::string_view own_key = "plumb";

/// Returns the keys in a text such as "andersen1983; hairer2006, section VII.1.4", in their order. A key is a word in
/// lower case followed by a year.
std::vector<std::string> cited_keys(std::string_view source);

}  // namespace plumb
