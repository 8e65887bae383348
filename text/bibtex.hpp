#pragma once
// Entries of a bibliography in BibTeX's format, as one reads them and as people do.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb {

struct BibEntry {
  std::string type, key;                                    // "article", "hairer1993"; the type in small letters
  std::vector<std::pair<std::string, std::string>> fields;  // in their order; names in small letters, values in TeX

  /// The value of a field, in TeX; empty if there is none.
  std::string_view field(std::string_view name) const;
};

/// The entries of a file; what stands between them is a comment. Values are in braces or quotation marks, or a number.
/// Throws UsageError "name:line: what is wrong": of a part of an entry that is missing, or of a field or key that is
/// there twice.
std::vector<BibEntry> bib_entries(std::string_view text, const std::string& name);

/// The entry as a file has it, with a newline at its end.
std::string bibtex(const BibEntry& entry);

/// The letters that a value in TeX stands for: without braces, "--" as a dash, "$\alpha$" as α.
std::string plain_text(std::string_view tex);

/// The authors as BibTeX separates them: "Hairer, Ernst", "Wanner, Gerhard".
std::vector<std::string> authors(const BibEntry& entry);

/// One line for people: "E. Hairer, G. Wanner: Solving .... Springer, 1996. doi:10.1007/...".
std::string reference_text(const BibEntry& entry);

}  // namespace plumb
