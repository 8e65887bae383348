#pragma once
// Newton's iteration on small systems in 100 digits; that precision permits derivatives by differences.

#include <functional>

#include "numerics/long_matrix.hpp"

namespace plumb {

using Unknowns = Vec<Digits100>;

/// The solution x of a x = right; a is square.
Unknowns solution(const Mat<Digits100>& a, const Unknowns& right);

/// A zero of f near x, to 60 digits if f is accurate to 80. Throws std::runtime_error if the iteration does not
/// converge.
Unknowns zero_near(Unknowns x, const std::function<Unknowns(const Unknowns&)>& f);

/// A stationary point of `cost` near x, to 45 digits: central differences leave errors of 1e-50.
Unknowns stationary_near(const Unknowns& x, const std::function<Digits100(const Unknowns&)>& cost);

}  // namespace plumb
