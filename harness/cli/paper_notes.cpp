#include "harness/cli/paper_notes.hpp"

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

std::string waits_of(const std::vector<Paper>& papers) {
  if (papers.size() < 2) return {};
  std::vector<std::string> each;
  std::optional<double> sum = 0;  // none if the time of a paper is unknown
  for (const auto& paper : papers) {
    each.push_back(paper.minutes ? fmt::format("{} {:.2g} min", paper.key, *paper.minutes) : paper.key + " unknown");
    sum = sum && paper.minutes ? std::optional(*sum + *paper.minutes) : std::nullopt;
  }
  return fmt::format("{} papers, the shortest first; from nothing and on one core: {}; {} in all", papers.size(),
                     fmt::join(each, ", "), sum ? fmt::format("{:.2g} min", *sum) : "unknown");
}

}  // namespace plumb
