#pragma once
// Bodies on springs with 23 fast vibrations of amplitude 0 and a slow vibration of amplitude 1:
//
//   q'' = −H Ω² H q,   H = 1 − 2 u uᵀ/uᵀu,   q = H (cos t, 0, .., 0)
//
// The series resolve intervals of some seconds. Picard's iteration converges only on intervals of less than ten radians
// of the fastest vibration.

#include "reference/sampled_motion.hpp"

namespace plumb::testing {

struct VibratingBodies {
  static constexpr Eigen::Index size = 24;

  template <class T>
  static Vec<T> mirrored(const Vec<T>& x) {
    T along = 0, square = 0;
    for (Eigen::Index i = 0; i < size; ++i) {
      along += T(static_cast<int>(i + 1)) * x[i];
      square += T(static_cast<int>((i + 1) * (i + 1)));
    }
    Vec<T> out = x;
    for (Eigen::Index i = 0; i < size; ++i) out[i] -= 2 * along / square * T(static_cast<int>(i + 1));
    return out;
  }
  static Vec<quad> slow_shape() {
    const Vec<quad> first = Vec<quad>::Unit(size, 0);
    return mirrored(first);
  }
  Motion start() const { return {slow_shape(), Vec<quad>::Zero(size)}; }

  template <class T>
  Acceleration<T> acceleration() const {
    return [](const T&, const Vec<T>& q, const Vec<T>&, Vec<T>& a) {
      a = mirrored(q);
      a[0] = -a[0];
      for (Eigen::Index i = 1; i < size; ++i) a[i] = -T(static_cast<int>(100 * i * i)) * a[i];
      a = mirrored(a);
    };
  }
};

}  // namespace plumb::testing
