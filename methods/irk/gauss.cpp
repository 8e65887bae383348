#include "methods/irk/gauss.hpp"

#include <cmath>

#include "methods/irk/collocation.hpp"

namespace plumb {

// Finds the zeros by Newton's iteration from cos((4k − 1)π/(4s + 2)), which is near each of them.
TableauData gauss_tableau(int stages) {
  std::vector<Digits100> c;
  for (int k = stages; k >= 1; --k) {
    Digits100 t = std::cos(3.14159265358979 * (4 * k - 1) / (4 * stages + 2));
    for (int iteration = 0; iteration < 12; ++iteration) {
      const auto p = legendre(stages, t);
      t -= p.value / p.slope;
    }
    c.push_back((1 + t) / 2);
  }
  return collocation_tableau(c);
}

}  // namespace plumb
