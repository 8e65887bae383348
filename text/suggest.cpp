#include "text/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "text/other_words.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

// The algorithm of Lowrance and Wagner 1975: d(i, j) is the distance of the prefixes of lengths i and j. The table has
// one more row and column with an upper bound, so that a swap with a letter that has not occurred before is never the
// minimum.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 2, unreachable = a.size() + b.size() + 1;
  std::vector<std::size_t> d((a.size() + 2) * columns, unreachable);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return d[i * columns + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i + 1, 1) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(1, j + 1) = j;

  std::array<std::size_t, 256> last_row{};  // by letter: last i so far with a[i-1] equal to it; 0: none
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t last_column = 0;  // last j so far with b[j-1] == a[i-1]; 0: none
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t row = last_row[static_cast<unsigned char>(b[j - 1])], column = last_column;
      const bool same = a[i - 1] == b[j - 1];
      if (same) last_column = j;
      const std::size_t swapped = at(row, column) + (i - row - 1) + 1 + (j - column - 1);
      at(i + 1, j + 1) = std::min({at(i, j) + (same ? 0 : 1), at(i + 1, j) + 1, at(i, j + 1) + 1, swapped});
    }
    last_row[static_cast<unsigned char>(a[i - 1])] = i;
  }
  return at(a.size() + 1, b.size() + 1);
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  const std::string requested = lower_case(name);
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const auto& candidate : known) {
    const std::size_t letters = std::max(requested.size(), candidate.size());
    const std::size_t furthest = std::max<std::size_t>(1, letters / 3);
    if (letters - std::min(requested.size(), candidate.size()) > furthest) continue;  // rejects very long names early
    const std::size_t distance = edit_distance(requested, lower_case(candidate));
    if (distance > furthest || distance >= letters) continue;
    if (best && distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

UsageError unknown_name(std::string_view noun, std::string_view name, std::span<const std::string> known) {
  return unknown_word(noun, name, known, {});
}

UsageError unknown_word(std::string_view noun, std::string_view name, std::span<const std::string> known,
                        std::span<const OtherWord> others) {
  std::string message = fmt::format("unknown {} '{}'", noun, printable(name));
  std::optional<std::string> near;
  for (const auto& [other, ours] : others)
    if (!near && lower_case(name) == other && std::ranges::find(known, ours) != known.end()) near = ours;
  if (!near) near = nearest_name(name, known);
  if (near)
    message += fmt::format("; did you mean '{}'?", *near);
  else
    message += ";";
  return {message + (known.empty() ? " none exists" : fmt::format(" known: {}", fmt::join(known, ", "))),
          Mistake::unknown_name};
}

}  // namespace plumb
