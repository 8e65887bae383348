#include "problems/exact/jacobi_elliptic.hpp"

namespace plumb {

namespace {
const quad pi = std::numbers::pi_v<quad>;
}

JacobiElliptic::JacobiElliptic(const quad& k, const quad& k_complement)
    : k_squared_(k * k), quarter_period_(std::numeric_limits<quad>::infinity()) {
  if (k_complement == 0) return;
  const quad enough = sqrt(std::numeric_limits<quad>::epsilon());  // error of the next mean: (a - b)^2/16 < epsilon
  quad a = 1, b = k_complement;
  while (true) {
    ladder_.push_back({a, b});
    const bool last = abs(a - b) <= enough * a;
    mean_ = (a + b) / 2;
    if (last) break;
    b = sqrt(a * b);
    a = mean_;
  }
  quarter_period_ = pi / (2 * mean_);
}

JacobiValues JacobiElliptic::at(const quad& u) const {
  if (ladder_.empty()) {
    const quad sech = 1 / cosh(u);
    return {tanh(u), sech, sech};
  }
  const quad sine = sin(mean_ * u), cosine = cos(mean_ * u);
  if (sine == 0) return {0, cosine, 1};
  quad ratio = cosine / sine, c = mean_ * ratio, dn = 1;
  for (auto rung = ladder_.rbegin(); rung != ladder_.rend(); ++rung) {
    ratio *= c;
    c *= dn;
    dn = (rung->b + ratio) / (rung->a + ratio);
    ratio = c / rung->a;
  }
  const quad sn = copysign(1 / sqrt(c * c + 1), sine);  // here c is cn/sn
  return {sn, c * sn, dn};
}

JacobiValues JacobiElliptic::sum(const JacobiValues& x, const JacobiValues& y) const {
  // Equals 1 - k^2 sn^2 x sn^2 y, without cancellation.
  const quad denominator = x.dn * x.dn + k_squared_ * x.sn * x.sn * y.cn * y.cn;
  return {(x.sn * y.cn * y.dn + y.sn * x.cn * x.dn) / denominator,
          (x.cn * y.cn - x.sn * x.dn * y.sn * y.dn) / denominator,
          (x.dn * y.dn - k_squared_ * x.sn * x.cn * y.sn * y.cn) / denominator};
}

quad JacobiElliptic::amplitude_of_sum(const JacobiValues& x, const quad& u) const {
  // tan am(x + y) = sn/cn of the sum is the tangent of a sum of two angles, each within [-pi/2, pi/2] once whole half
  // periods are split off y.
  const JacobiValues y = at(u);
  const quad half_turns = ladder_.empty() ? quad(0) : round(u / (2 * quarter_period_));
  const quad sign = fmod(half_turns, quad(2)) == 0 ? 1 : -1;
  return half_turns * pi + atan2(x.sn * y.dn, x.cn) + atan2(sign * y.sn * x.dn, sign * y.cn);
}

}  // namespace plumb
