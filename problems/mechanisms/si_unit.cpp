#include "problems/mechanisms/si_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 11> units = {"kg", "m", "s", "rad", "N", "J", "W", "Hz", "Pa", "1", "-"};

/// "m^2" without its power.
std::string_view base_of(std::string_view word) {
  const auto power = word.find('^');
  if (power == std::string_view::npos) return word;
  const auto digits = word.substr(power + 1);
  const bool is_whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return is_whole ? word.substr(0, power) : word;
}

}  // namespace

void require_si_unit(std::string_view unit) {
  for (std::string_view rest = unit; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" */"), rest.size());
    const auto word = rest.substr(0, end);
    if (!word.empty() && std::ranges::find(units, base_of(word)) == units.end())
      throw std::invalid_argument(
          fmt::format("unit '{}': '{}' is not a known unit; allowed are kg, m, s, rad, N, J, W, Hz, Pa, their "
                      "powers, products and quotients (\"kg m^2\", \"1/s\"), and \"-\"",
                      printable_excerpt(unit), printable_excerpt(word)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace plumb
