#include "problems/free-body/exact_free_body.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "numerics/long_number.hpp"
#include "numerics/so3.hpp"
#include "problems/exact/chebyshev_integral.hpp"
#include "problems/exact/jacobi_elliptic.hpp"

namespace plumb {
namespace {

// The distance of the motion from the separatrix is a difference of nearly equal numbers, so it is computed in 100
// digits.
using wide = Digits100;
using Axes = std::array<int, 3>;

quad rounded(const wide& x) { return static_cast<quad>(x); }

// The axes ordered by their moments, smallest first.
Axes sorted(const std::array<wide, 3>& moment) {
  Axes axes = {0, 1, 2};
  std::stable_sort(axes.begin(), axes.end(), [&](int i, int j) { return moment[i] < moment[j]; });
  return axes;
}

bool even(const Axes& axes) { return (axes[0] + 1) % 3 == axes[1]; }

struct Body {
  std::array<wide, 3> moment, velocity;

  wide difference(int i, int j) const { return moment[i] - moment[j]; }
  // Returns J_i (J_i − J_j) ω_i².
  wide weighted(int i, int j) const { return moment[i] * difference(i, j) * velocity[i] * velocity[i]; }
  bool steady() const {
    const auto coupled = [&](int i, int j) { return difference(i, j) != 0 && velocity[i] != 0 && velocity[j] != 0; };
    return !coupled(0, 1) && !coupled(1, 2) && !coupled(2, 0);
  }
};

// The angular velocity ω in the body as a function of time, by elliptic functions (exact_free_body.hpp).
struct Circulation {
  Axes axes;                      // order of the axes a, b, c
  std::array<quad, 3> amplitude;  // amplitudes with signs, in the order of a, b, c
  quad rate;                      // rate ν of the argument
  JacobiElliptic elliptic;
  JacobiValues start;

  Vec<quad, 3> velocity(const quad& t) const {
    const auto [sn, cn, dn] = elliptic.sum(start, elliptic.at(rate * t));
    Vec<quad, 3> out;
    out[axes[0]] = amplitude[0] * cn;
    out[axes[1]] = amplitude[1] * sn;
    out[axes[2]] = amplitude[2] * dn;
    return out;
  }
  quad period() const { return 2 * elliptic.quarter_period() / rate; }  // period of dn
};

Circulation circulation(const Body& body) {
  const auto [low, b, high] = sorted(body.moment);
  // L circulates about the axis of the highest moment if L² > 2T J_b, with the kinetic energy T. L² − 2T J_b equals
  // J_high (J_high − J_b) ω_high² − J_low (J_b − J_low) ω_low².
  const bool about_high = body.weighted(high, b) + body.weighted(low, b) > 0;
  const int a = about_high ? low : high, c = about_high ? high : low;

  // p = |2T J_c − L²|, r = |L² − 2T J_a|, k² = |J_b − J_a| p/(|J_c − J_b| r)
  const auto gap = [&](int i, int j) -> wide { return abs(body.difference(i, j)); };
  const auto square = [&](int i, int j) -> wide { return abs(body.weighted(i, j)); };
  const wide p = square(a, c) + square(b, c), r = square(c, a) + square(b, a);
  const wide complement = gap(c, a) * (square(c, b) - square(a, b)) / (gap(c, b) * r);  // k'²
  if (complement <= 0)
    throw std::invalid_argument("this free body is on the separatrix: it tends to a rotation about its middle axis");
  const auto& moment = body.moment;
  const auto& velocity = body.velocity;
  const wide amplitude_a = sqrt(p / (moment[a] * gap(c, a)));
  const wide amplitude_b = sqrt(p / (moment[b] * gap(c, b)));
  const wide amplitude_c = sqrt(r / (moment[c] * gap(c, a)));
  const wide k2 = gap(b, a) * p / (gap(c, b) * r);

  // The sign of ω_b follows from J_c ω_c' = ±(J_a − J_b) ω_a ω_b, with plus if (a, b, c) is an even permutation, and
  // from dn' = −k² ν sn cn.
  const bool falls = even({a, b, c}) == about_high;
  const int sign_c = velocity[c] < 0 ? -1 : 1, sign_b = falls ? sign_c : -sign_c;
  return {.axes = {a, b, c},
          .amplitude = {rounded(amplitude_a), rounded(sign_b * amplitude_b), rounded(sign_c * amplitude_c)},
          .rate = rounded(sqrt(gap(c, b) * r / (moment[0] * moment[1] * moment[2]))),
          .elliptic = {rounded(sqrt(k2)), rounded(sqrt(complement))},
          .start = {rounded(sign_b * velocity[b] / amplitude_b), rounded(velocity[a] / amplitude_a),
                    rounded(sign_c * velocity[c] / amplitude_c)}};
}

// Returns S(n), the shortest rotation from n to e.
so3::Quaternion<quad> shortest(const Vec<quad, 3>& n, const Vec<quad, 3>& e) {
  const quad twice_square = 2 * (1 + n.dot(e));  // 4 cos² of half the angle
  so3::Quaternion<quad> out;
  out << twice_square / 2, n.cross(e);
  return out / sqrt(twice_square);
}

so3::Quaternion<quad> turn(const Vec<quad, 3>& axis, const quad& angle) {
  so3::Quaternion<quad> out;
  out << cos(angle / 2), sin(angle / 2) * axis;
  return out;
}

Motion at(const so3::Quaternion<quad>& attitude, const Vec<quad, 3>& velocity) {
  return {Vec<quad>(attitude), Vec<quad>(velocity)};
}

}  // namespace

ExactMotion free_body_motion(const Vec<quad, 3>& moments, const Vec<quad, 4>& attitude, const Vec<quad, 3>& velocity) {
  if (!(moments.minCoeff() > 0)) throw std::invalid_argument("the free body needs positive moments of inertia");
  Body body;
  for (int i = 0; i < 3; ++i) {
    body.moment[i] = wide(moments[i]);
    body.velocity[i] = wide(velocity[i]);
  }
  if (body.steady()) {
    const quad speed = velocity.norm();
    const Vec<quad, 3> axis = speed > 0 ? Vec<quad, 3>(velocity / speed) : Vec<quad, 3>(1, 0, 0);
    return [=](const quad& t) { return at(so3::product<quad>(attitude, turn(axis, speed * t)), velocity); };
  }

  const auto cycle = std::make_shared<const Circulation>(circulation(body));
  const Vec<quad, 3> momentum = moments.cwiseProduct(velocity);
  const quad length = momentum.norm();
  const quad along = momentum.dot(velocity) / length;  // component n·ω = 2T/|L|
  const int c = cycle->axes[2];
  const Vec<quad, 3> e = (cycle->amplitude[2] < 0 ? -1 : 1) * Vec<quad, 3>::Unit(c);
  const auto turning = [=](const quad& t) -> ChebyshevIntegral::Pair {
    const quad about = e.dot(cycle->velocity(t));
    return {(along + about) / (1 + moments[c] * about / length), 0};
  };
  const quad period = cycle->period();
  const auto angle = std::make_shared<const ChebyshevIntegral>(turning, period);
  const so3::Quaternion<quad> before = so3::product<quad>(attitude, so3::conjugate(shortest(momentum / length, e)));

  return [=](const quad& t) {
    const Vec<quad, 3> w = cycle->velocity(t);
    const quad turns = floor(t / period);
    const quad chi = turns * angle->total()[0] + angle->at(t - turns * period)[0];
    const Vec<quad, 3> n = moments.cwiseProduct(w) / length;
    return at(so3::product(before, so3::product(turn(e, chi), shortest(n, e))), w);
  };
}

}  // namespace plumb
