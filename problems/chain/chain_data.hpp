#pragma once
// The chain of fang2023, section 4: n equal bars that initially hang straight down, joined by spherical joints. Gravity
// pulls them sideways, and each bar spins about its own axis.

#include "problems/chain/spherical_chain.hpp"

namespace plumb {

/// Bars of 2 m with a section of 0.05 m, 7800 kg/m³; g = 9.81 (0.07169162, 0.68473815, 0.72525442) m/s², as printed.
template <class T>
SphericalChainData<T> hanging_chain_data(int bars) {
  const T length = 2, section = T(5) / 100, mass = 7800 * section * section * length, gravity = T(981) / 100;
  const T across = mass * (length * length + section * section) / 12;
  SphericalChainData<T> out{.bars = bars, .half = length / 2, .mass = mass};
  out.moments = so3::Vector<T>(mass * section * section / 6, across, across);
  const T part = T(100'000'000);
  out.gravity = so3::Vector<T>(T(7'169'162) / part, T(68'473'815) / part, T(72'525'442) / part) * gravity;
  return out;
}

/// The initial state: bars along −z, with second axes along y, each rotating about its own axis at the rate `spins`[k]
/// [rad/s].
template <class T>
Configuration<T> hanging_chain_start(const Vec<T>& spins) {
  using std::sqrt;
  const auto n = spins.size();
  Configuration<T> out{zeros<Vec<T>>(4 * n), zeros<Vec<T>>(3 * n)};
  for (Eigen::Index k = 0; k < n; ++k) {
    out.q[4 * k] = out.q[4 * k + 2] = sqrt(T(1) / 2);
    out.v[3 * k] = spins[k];
  }
  return out;
}

}  // namespace plumb
