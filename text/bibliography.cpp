#include "text/bibliography.hpp"

#include <filesystem>
#include <regex>

#include "text/file_text.hpp"

namespace plumb {

Bibliography bibliography(const FilePlaces& places) {
  Bibliography out;
  for (const auto& root : file_roots(places)) {
    const auto file = root / "results" / "bibliography.bib";
    std::error_code unreadable;
    if (!std::filesystem::exists(file, unreadable)) continue;
    for (auto& entry : bib_entries(file_text(file, "a bibliography (BibTeX)"), file.string())) {
      const auto key = entry.key;
      out.try_emplace(key, std::move(entry));
    }
  }
  return out;
}

std::vector<std::string> cited_keys(std::string_view source) {
  static const std::regex key(R"(\b[a-z]{2,}(1[5-9]|20)[0-9]{2}[a-z]?\b)");
  std::vector<std::string> out;
  using Matches = std::regex_iterator<std::string_view::const_iterator>;
  for (Matches at(source.begin(), source.end(), key); at != Matches(); ++at) out.push_back(at->str());
  return out;
}

}  // namespace plumb
