#pragma once
// Collocation of q'' = a(t, q, q') at the zeros of a Chebyshev polynomial: the accelerations at the nodes of an
// interval equal the accelerations of the motion obtained by integrating them. They are in quad, or in double if the
// accuracy of double is enough. Residuals are also computed in double-doubles.

#include "numerics/quad_matrix.hpp"
#include "problems/exact/chebyshev_series.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

inline constexpr int collocation_nodes = 40;
using CollocationNodes = ChebyshevNodes<collocation_nodes>;

/// Integration matrices, in double and quad. Multiplied by the values of a polynomial at the nodes, row j of `once`
/// gives the integral of the polynomial from −1 to node j. Row j of `twice` gives the second integral.
template <class T>
struct Integration {
  using Matrix = std::conditional_t<std::is_same_v<T, quad>, QuadMatrix, Mat<T>>;
  Matrix once, twice;

  static const Integration& get();
};

/// Accelerations at the nodes, and the velocities and positions obtained by integrating them. Row: node; column:
/// component.
template <class T>
struct NodalMotion {
  Mat<T> a, v, q;

  template <class Other>
  NodalMotion<Other> cast() const {
    return {a.template cast<Other>(), v.template cast<Other>(), q.template cast<Other>()};
  }
};

/// The interval [begin, begin + 2 half_width] of a motion, with its state q, v at `begin`.
template <class T>
struct CollocationInterval {
  T begin, half_width;  // begin and half width of the interval [s]
  Vec<T> q, v;

  T time(int node) const { return begin + half_width * (1 + T(CollocationNodes::node(node))); }
  /// Computes velocities and positions from the motion's accelerations.
  void integrate(NodalMotion<T>& motion) const;
  /// Returns acceleration(t, q, v) − a at every node, with a stopping point at each. After a NaN, all further values
  /// are NaN too.
  Mat<T> residual(const Acceleration<T>& acceleration, const NodalMotion<T>& motion) const;

  template <class Other>
  CollocationInterval<Other> cast() const {
    return {static_cast<Other>(begin), static_cast<Other>(half_width), q.template cast<Other>(),
            v.template cast<Other>()};
  }
};

}  // namespace plumb
