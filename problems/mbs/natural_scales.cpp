#include "problems/mbs/natural_scales.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/binary_scale.hpp"
#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

// Returns the largest of all distances of joint points from the centres of their bodies, and of all radii of gyration
// [m].
template <class T>
double largest_length(const Assembly<T>& parts) {
  double out = 0;
  for (const auto& body : parts.bodies)
    if (body.mass > T(0))
      out = std::max(out, std::sqrt(static_cast<double>(T(body.inertia.diagonal().maxCoeff() / body.mass))));
  const auto arm = [&](int body, const Marker<T>& on) {
    if (body != on_ground) out = std::max(out, static_cast<double>(T(on.point.cwiseAbs().maxCoeff())));
  };
  for (const auto& joint : parts.joints) {
    arm(joint.first, joint.on_first);
    arm(joint.second, joint.on_second);
  }
  return out;
}

template <class T>
std::vector<BodyState<T>> states_at_start(const Assembly<T>& parts) {
  std::vector<BodyState<T>> out(parts.bodies.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = 7 * static_cast<Eigen::Index>(k);
    out[k].r = parts.q.template segment<3>(at);
    out[k].A = so3::matrix<T>(so3::Quaternion<T>(parts.q.template segment<4>(at + 3)));
  }
  return out;
}

// Returns the largest entry of every row of G in the initial configuration, with entries of rotations divided by
// `length`.
template <class T>
std::vector<double> sizes_of_rows(const Assembly<T>& parts, double length) {
  const auto states = states_at_start(parts);
  std::vector<double> out(static_cast<std::size_t>(parts.rows), 0);
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<T, Law::rows> g;
          law.jacobian(pair_of(states, tie.first, tie.second), parts.begin, g);
          for (int i = 0; i < Law::rows; ++i)
            for (int j = 0; j < pair_columns; ++j) {
              const int body = j < 6 ? tie.first : tie.second;
              if (body == on_ground) continue;
              const double size = std::abs(static_cast<double>(g(i, j))) / (j % 6 < 3 ? 1. : length);
              auto& most = out[static_cast<std::size_t>(tie.row + i)];
              most = std::max(most, size);
            }
        },
        tie.law);
  return out;
}

}  // namespace

template <class T>
NaturalScales::NaturalScales(const Assembly<T>& parts)
    : bodies(parts.count()), unit_length(binary_scale(largest_length(parts))) {
  double mass = 0;
  for (const auto& body : parts.bodies) mass = std::max(mass, static_cast<double>(body.mass));
  const double root = std::sqrt(binary_scale(mass));  // a power of two, as a power of 1024 is a square
  move = 1 / root;
  turn = move / unit_length;
  for (const double size : sizes_of_rows(parts, unit_length)) constraints.push_back(root / binary_scale(size));
  plain = move == 1 && turn == 1 && std::ranges::all_of(constraints, [](double scale) { return scale == 1; });
}

void NaturalScales::fill(const Numbering& numbering, bool momenta, bool is_stabilised, std::vector<double>& rows,
                         std::vector<double>& columns) const {
  rows.assign(static_cast<std::size_t>(numbering.size), 1);
  columns = rows;
  const auto put = [](std::vector<double>& to, int i, double scale) { to[static_cast<std::size_t>(i)] = scale; };
  for (const int first : numbering.body)
    for (int i = 0; i < 6; ++i) {
      put(rows, first + i, row(i));
      put(columns, first + i, column(i, momenta));
      if (!is_stabilised) continue;  // z = Gᵀm is scaled as a velocity
      put(rows, first + 6 + i, 1 / column(i, false));
      put(columns, first + 6 + i, column(i, false));
    }
  for (std::size_t k = 0; k < numbering.row.size(); ++k) {
    put(rows, numbering.row[k], constraints[k]);
    put(columns, numbering.row[k], constraints[k]);
    if (!is_stabilised) continue;
    put(rows, numbering.second_row[k], constraints[k]);
    put(columns, numbering.second_row[k], constraints[k] * move * move);
  }
}

#define PLUMB_INSTANTIATE(T) template NaturalScales::NaturalScales(const Assembly<T>&);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
