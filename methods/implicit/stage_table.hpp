#pragma once
// The coefficients of a Runge-Kutta method with implicit stages as its stepper reads them. An explicit first stage (c_1
// = 0, a_1j = 0) is separated: its rate is known, and the remaining matrix is invertible.

#include "contract/expression.hpp"
#include "methods/coefficients/tableau_data.hpp"
#include "methods/implicit/eigenvectors.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

template <class T, int n = Eigen::Dynamic>
struct StageTable {
  Mat<T, n> a;
  Vec<T, n> b, c, d;  // weights b, abscissae c, and weights d of the first stage
  T b0 = 0;
  bool has_first_stage = false;
  bool stiffly_accurate = false;  // whether b equals the last row of a
  Vec<T, n> extrapolation;        // extrapolation weights bᵀ a⁻¹

  int stages() const { return static_cast<int>(c.size()); }

  explicit StageTable(const TableauData& data) {
    const auto value = [](const std::string& text) { return expression_value<T>(text); };
    has_first_stage = true;
    for (int j = 0; j < data.stages; ++j) has_first_stage = has_first_stage && value(data.a[index(j)]) == 0;
    const int first = has_first_stage ? 1 : 0, size = data.stages - first;
    a.setZero(size, size);
    b.setZero(size);
    c.setZero(size);
    d.setZero(size);
    for (int i = 0; i < size; ++i) {
      const int row = (i + first) * data.stages;
      for (int j = 0; j < size; ++j) a(i, j) = value(data.a[index(row + j + first)]);
      if (has_first_stage) d[i] = value(data.a[index(row)]);
      b[i] = value(data.b[index(i + first)]);
      c[i] = value(data.c[index(i + first)]);
    }
    if (has_first_stage) b0 = value(data.b[0]);
    stiffly_accurate = c[size - 1] == 1 && b == a.row(size - 1).transpose() && (!has_first_stage || b0 == d[size - 1]);
    extrapolation = divided_by<T>(Vec<T>(b), Mat<T>(a));
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
};

}  // namespace plumb
