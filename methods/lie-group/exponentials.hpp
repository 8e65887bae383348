#pragma once
// Coefficients of explicit Lie-group methods whose stages are products of exponentials.

#include <string>
#include <vector>

#include "contract/expression.hpp"

namespace plumb {

/// The coefficients of one stage, or of the end of a step: one list a_1, a_2, ... for each exponential, in the order in
/// which the exponentials are applied. Missing entries at the end of a list are zero.
using Exponentials = std::vector<std::vector<std::string>>;

/// A method of s stages: the exponentials of stages 1, ..., s, and the exponentials of the end of the step.
using ExponentialTable = std::vector<Exponentials>;

/// Crouch and Grossman's method of order 3: exponentials with one rate each. Source: Crouch & Grossman 1993; the
/// coefficients as in Hairer, Lubich & Wanner, Geometric Numerical Integration, section IV.8.
inline const ExponentialTable crouch_grossman3_table = {
    {},
    {{"3/4"}},
    {{"119/216"}, {"0", "17/108"}},
    {{"13/51"}, {"0", "-2/3"}, {"0", "0", "24/17"}},
};

/// The commutator-free method of order 4. Source: Celledoni, Marthinsen & Owren 2003.
inline const ExponentialTable commutator_free4_table = {
    {},
    {{"1/2"}},
    {{"0", "1/2"}},
    {{"1/2"}, {"-1/2", "0", "1"}},
    {{"1/4", "1/6", "1/6", "-1/12"}, {"-1/12", "1/6", "1/6", "1/4"}},
};

/// One row of a table in a working precision.
template <class T>
struct ExponentialRow {
  std::vector<std::vector<T>> factors;  // the coefficients of each exponential
  std::vector<T> sum;                   // their sums over the exponentials: the coefficients of the velocity
  T node = 0;                           // the sum of all coefficients: c_i for a stage, 1 for the end of a step

  explicit ExponentialRow(const Exponentials& texts) {
    for (const auto& list : texts) {
      auto& factor = factors.emplace_back();
      if (list.size() > sum.size()) sum.resize(list.size(), T(0));
      for (std::size_t j = 0; j < list.size(); ++j) {
        factor.push_back(expression_value<T>(list[j]));
        sum[j] += factor[j];
        node += factor[j];
      }
    }
  }
};

}  // namespace plumb
