#pragma once
// Converts arrays and numbers of the C interface (interface/plumb_method.h) to vectors and numbers of systems, and
// back.

#include <complex>
#include <stdexcept>

#include "contract/system.hpp"
#include "interface/plumb_method.h"

namespace plumb::c_arrays {

static_assert(sizeof(plumb_complex) == sizeof(std::complex<double>) &&
                  alignof(plumb_complex) == alignof(std::complex<double>),
              "complex numbers cross as they are");

static_assert(PLUMB_ODE == static_cast<int>(Form::ode) && PLUMB_INDEX1 == static_cast<int>(Form::index1) &&
                  PLUMB_INDEX2 == static_cast<int>(Form::index2) && PLUMB_INDEX3 == static_cast<int>(Form::index3) &&
                  PLUMB_GGL == static_cast<int>(Form::ggl),
              "the numbers of the interface are those of the enumerators");

inline std::complex<double>* entries(plumb_complex* x) { return reinterpret_cast<std::complex<double>*>(x); }

/// Copies an array of the length of `shadow` into `shadow`, and returns it. Throws std::invalid_argument if `from` is
/// null.
template <class Entry>
const Vec<Entry>& in(const Entry* from, Vec<Entry>& shadow) {
  if (!from && shadow.size() != 0) throw std::invalid_argument("the method passed NULL instead of a vector");
  if (shadow.size() != 0) shadow = Eigen::Map<const Vec<Entry>>(from, shadow.size());
  return shadow;
}
/// Returns null if `from` is null.
inline const Vec<double>* copy_in_if_set(const double* from, Vec<double>& shadow) {
  return from ? &in(from, shadow) : nullptr;
}

template <class Entry>
void out(const Vec<Entry>& from, Entry* to) {
  if (!to && from.size() != 0) throw std::invalid_argument("the method passed NULL for a result");
  if (from.size() != 0) Eigen::Map<Vec<Entry>>(to, from.size()) = from;
}

inline void copy_out_if_set(const Mat<double>& from, double* to) {
  if (to && from.size() != 0) Eigen::Map<Mat<double>>(to, from.rows(), from.cols()) = from;
}

inline double number(double x) { return x; }
inline std::complex<double> number(const plumb_complex& z) { return {z.re, z.im}; }

template <class Entry>
Blend<Entry> blend_of(const auto& b) {
  return {.mass = number(b.mass),
          .damping = number(b.damping),
          .stiffness = number(b.stiffness),
          .identity = number(b.identity),
          .jacobian = number(b.jacobian),
          .position = number(b.position),
          .rate = number(b.rate),
          .by_v = number(b.by_v),
          .by_q = number(b.by_q),
          .stabilised = b.stabilised != 0,
          .mu_force = number(b.mu_force),
          .mu_rate = number(b.mu_rate),
          .mu_position = number(b.mu_position)};
}

}  // namespace plumb::c_arrays
