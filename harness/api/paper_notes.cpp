#include "harness/api/paper_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace plumb {

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
