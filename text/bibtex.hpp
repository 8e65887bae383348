#pragma once
// Entries of a bibliography in BibTeX's format, as data and as readable text; and the bibliography of the
// program and its user, which contains the keys in the sources of methods, problems and papers.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/program_files.hpp"

namespace plumb {

struct BibEntry {
  std::string type, key;                                    // type, in lower case, and key: "article", "hairer1993"
  std::vector<std::pair<std::string, std::string>> fields;  // in their order; names in small letters, values in TeX

  /// The value of a field, in TeX; empty if it is missing.
  std::string_view field(std::string_view name) const;
};

/// The entries of a file; any text between them is a comment. Values are in braces or quotation marks, or a number.
/// Throws UsageError "name:line: MISTAKE" if a part of an entry is missing, or a field or key occurs twice.
std::vector<BibEntry> bib_entries(std::string_view text, const std::string& name);

/// The entry in the form that a file has, with a newline at its end.
std::string bibtex(const BibEntry& entry);

/// The letters that a value in TeX stands for: without braces, with "--" as a dash and "$\alpha$" as α.
std::string plain_text(std::string_view tex);

/// The authors as BibTeX separates them: "Hairer, Ernst", "Wanner, Gerhard".
std::vector<std::string> authors(const BibEntry& entry);

/// One line for people: "E. Hairer, G. Wanner: Solving .... Springer, 1996. doi:10.1007/...".
std::string reference_text(const BibEntry& entry);

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
