#include "harness/schedule/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "contract/excerpt.hpp"
#include "contract/stop.hpp"
#include "harness/schedule/cost.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

constexpr std::uint32_t most_shards = 10'000;
constexpr double spare = 1.0625;  // factor on the mean cost, before rounding up

/// Mixes all bits, as a bijection: splitmix64 (Steele, Lea & Flood 2014, OOPSLA).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::uint64_t rank(std::uint64_t key, std::uint32_t shard) { return mixed(key ^ mixed(shard)); }

/// Rounds up to five binary digits, so that costs which differ in the last bits between compilers become equal.
double rounded_up(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::ceil(mantissa * 32) / 32, exponent);
}

/// Puts the costly cells first, and cells of equal cost in the order of their hashes.
std::vector<std::uint32_t> by_cost(std::span<const WeighedCell> cells) {
  std::vector<std::uint32_t> out(cells.size());
  std::iota(out.begin(), out.end(), 0U);
  std::sort(out.begin(), out.end(), [&](auto a, auto b) {
    const double x = rounded_up(cells[a].seconds), y = rounded_up(cells[b].seconds);
    return x != y ? x > y : mixed(cells[a].key) < mixed(cells[b].key);
  });
  return out;
}

/// The loads of the shards while cells are dealt to them.
class Loads {
 public:
  Loads(std::uint32_t shards, double capacity) : loads_(shards, 0), capacity_(capacity) {}

  /// Returns the shard with the highest rank and enough free capacity. If none has, returns the least loaded one.
  std::uint32_t place(std::uint64_t key, double cost) {
    std::uint32_t best = 0;
    std::uint64_t best_rank = 0;
    bool found = false;
    for (std::uint32_t i = 0; i < loads_.size(); ++i) {
      if (loads_[i] + cost > capacity_) continue;
      const auto of_i = rank(key, i);
      if (found && of_i <= best_rank) continue;
      best = i;
      best_rank = of_i;
      found = true;
    }
    if (!found) best = static_cast<std::uint32_t>(std::min_element(loads_.begin(), loads_.end()) - loads_.begin());
    loads_[best] += cost;
    return best;
  }

 private:
  std::vector<double> loads_;
  double capacity_;
};

std::uint32_t whole_number(std::string_view text, std::string_view all) {
  std::uint32_t out = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || rest != text.data() + text.size() || out < 1 || out > most_shards)
    throw malformed("shard: '{}' is not allowed: I/N with 1 <= I <= N <= {}", excerpt(all), most_shards);
  return out;
}

}  // namespace

Shard shard_from_text(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const Shard out{whole_number(text.substr(0, slash), text),
                  whole_number(text.substr(std::min(slash + 1, text.size())), text)};
  if (out.number > out.count)
    throw out_of_range("shard: '{}' is not allowed: there are {} shards", excerpt(text), out.count);
  return out;
}

std::vector<std::uint32_t> dealt(std::span<const WeighedCell> cells, std::uint32_t shards) {
  double total = 0, heaviest = 0;
  const auto order = by_cost(cells);
  for (const auto i : order) {  // a fixed order, because sums of doubles depend on the order
    total += rounded_up(cells[i].seconds);
    heaviest = std::max(heaviest, rounded_up(cells[i].seconds));
  }
  Loads loads(shards, std::max(rounded_up(spare * total / shards), heaviest));
  std::vector<std::uint32_t> out(cells.size());
  for (const auto i : order) out[i] = 1 + loads.place(cells[i].key, rounded_up(cells[i].seconds));
  return out;
}

std::vector<WeighedCell> weighed(const Cells& cells) {
  std::vector<WeighedCell> out;
  out.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    stopping_point();
    report_progress("weighing", static_cast<double>(i), static_cast<double>(cells.size()), "cells");
    out.push_back({cells.key(i), weight(cells[i])});
  }
  return out;
}

Cells cells_of_shard(const Cells& cells, const Shard& shard) {
  if (shard.count == 1) return cells;
  const auto shards = dealt(weighed(cells), shard.count);
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < shards.size(); ++i)
    if (shards[i] == shard.number) places.push_back(i);
  return cells.at(places);
}

}  // namespace plumb
