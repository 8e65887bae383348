#include "harness/api/paper_selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "text/suggest.hpp"

namespace plumb {

namespace fs = std::filesystem;

std::vector<std::string> requested_papers(const std::string& selection) {
  if (selection.empty()) return paper_keys();
  return {selection.substr(0, selection.find('/'))};
}

std::string requested_item(const std::string& selection) {
  const auto slash = selection.find('/');
  return slash == std::string::npos ? "" : selection.substr(slash + 1);
}

PaperSelection selected(const Paper& paper, const std::string& item) {
  PaperSelection out;
  std::vector<std::string> known;
  const auto requested = [&](const std::string& name) {
    known.push_back(name);
    return item.empty() || item == name;
  };
  for (const auto& [name, file] : paper.items("tables"))
    if (requested(name)) out.tables.push_back(table_spec(name, file, paper));
  for (const auto& [name, file] : paper.items("figures"))
    if (requested(name)) out.figures.push_back(figure_spec(name, file, paper));
  if (const auto file = paper.folder / "claims.toml"; fs::exists(file) && requested("claims"))
    out.claims = claims_from_file(file, paper);
  if (!item.empty() && std::find(known.begin(), known.end(), item) == known.end())
    throw unknown_name(fmt::format("item of {}", paper.key), item, known);
  return out;
}

std::string note_on(const std::vector<Paper>& papers) {
  std::string first;
  std::vector<std::string> others;
  for (const auto& paper : papers) {
    if (paper.note.empty()) continue;
    if (first.empty())
      first = paper.note;
    else
      others.push_back(paper.key);
  }
  if (others.empty()) return first;
  return fmt::format("{}; likewise {}", first, fmt::join(others, ", "));
}

void shortest_first(std::vector<Paper>& papers) {
  const auto minutes = [](const Paper& paper) { return paper.minutes.value_or(std::numeric_limits<double>::max()); };
  std::ranges::stable_sort(papers, {}, minutes);
}

}  // namespace plumb
