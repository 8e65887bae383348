#include <stdexcept>

#include "methods/block/block_coefficients.hpp"
#include "methods/families.hpp"
#include "methods/irk/factory.hpp"

namespace plumb {
namespace {

struct Pade {
  int k = 0, j = 0;
};

Pade pade(const Parameters& p) {
  const int r = static_cast<int>(p.number<double>("r"));
  const auto& text = p.text("pade");
  if (text == "l-stable") return {r - 2, r};
  if (text == "a-stable") return {r, r};
  const auto colon = text.find(':');
  return {static_cast<int>(number_from_text<double>(text.substr(0, colon))),
          static_cast<int>(number_from_text<double>(text.substr(colon + 1)))};
}

TableauData tableau(const Parameters& p) {
  return block_tableau(p.text("nodes"), static_cast<int>(p.number<double>("r")), pade(p).k);
}

// The denominator has the degree r of the block, and k <= j <= k + 2 makes the approximant A-stable (li2019, theorem
// 1).
void check_pade(const Parameters& p) {
  const auto [k, j] = pade(p);
  const int r = static_cast<int>(p.number<double>("r"));
  if (j == r && k <= r && k >= r - 2) return;
  const auto n = [](int x) { return std::to_string(x); };
  throw std::invalid_argument("pade=" + p.text("pade") + ": with r=" + n(r) + " allowed are " + n(r - 2) + ":" + n(r) +
                              ", " + n(r - 1) + ":" + n(r) + " and " + n(r) + ":" + n(r));
}

}  // namespace

std::vector<Method> block_methods() {
  auto block = irk_method(
      {.name = "block", .title = "Implicit block method of a Padé pair", .source = "li2019, eqs. (5), (9)", .order = 6},
      {{"nodes", "equidistant", "-", "nodes of the block; the last one is the end of the step",
        "equidistant|chebyshev|legendre"},
       {"r", "4", "-", "number of nodes", "2|3|4|5"},
       {.name = "pade",
        .default_value = "l-stable",
        .unit = "-",
        .meaning = "pair k,j of the approximant of exp z; l-stable: r-2,r; a-stable: r,r",
        .choices = "l-stable|a-stable",
        .minimum = 0,
        .maximum = 5,
        .values = 2},
       rates_parameter(),
       newton_parameter()},
      tableau);
  block.check = check_pade;
  return {std::move(block)};
}

}  // namespace plumb
