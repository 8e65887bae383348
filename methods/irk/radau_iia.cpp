#include "methods/irk/radau_iia.hpp"

#include <cmath>

#include "methods/irk/collocation.hpp"

namespace plumb {
namespace {

// The ascending zeros of P_s − P_{s−1} in t; the last is 1. Newton's iteration finds each from the initial value
// cos(2kπ/(2s − 1)), whose error is a few hundredths.
std::vector<Digits100> nodes(int stages) {
  std::vector<Digits100> out;
  for (int k = stages - 1; k >= 1; --k) {
    Digits100 t = std::cos(2 * 3.14159265358979 * k / (2 * stages - 1));
    for (int iteration = 0; iteration < 12; ++iteration) {
      const auto one = legendre(stages, t), other = legendre(stages - 1, t);
      t -= (one.value - other.value) / (one.slope - other.slope);
    }
    out.push_back((1 + t) / 2);
  }
  out.emplace_back(1);
  return out;
}

}  // namespace

TableauData radau_iia_tableau(int stages) { return collocation_tableau(nodes(stages)); }

}  // namespace plumb
