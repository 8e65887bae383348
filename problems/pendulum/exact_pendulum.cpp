#include "problems/pendulum/exact_pendulum.hpp"

#include <stdexcept>

#include "problems/exact/jacobi_elliptic.hpp"

namespace plumb {
namespace {

Motion state(const quad& q, const quad& v) { return {Vec<quad>::Constant(1, q), Vec<quad>::Constant(1, v)}; }

// The sine and cosine of alpha/2 in (-pi/2, pi/2], computed from theta to full relative accuracy: sin alpha = cos theta
// and cos alpha = -sin theta, and there is no difference of nearly equal numbers.
struct HalfAngle {
  quad sine, cosine;

  explicit HalfAngle(const quad& theta) {
    const quad sin_alpha = cos(theta), cos_alpha = -sin(theta);
    if (cos_alpha >= 0) {
      cosine = sqrt((1 + cos_alpha) / 2);
      sine = sin_alpha / (2 * cosine);
    } else {
      sine = copysign(sqrt((1 - cos_alpha) / 2), sin_alpha);
      cosine = sin_alpha / (2 * sine);
    }
  }
};

ExactMotion swinging(const quad& offset, const HalfAngle& half, const quad& omega, const quad& rate_ratio,
                     const quad& k_complement) {
  const quad k = hypot(half.sine, rate_ratio);
  const JacobiElliptic elliptic(k, k_complement);
  const JacobiValues start{half.sine / k, rate_ratio / k, half.cosine};
  return [=](const quad& t) {
    const auto [sn, cn, dn] = elliptic.sum(start, elliptic.at(omega * t));
    return state(offset + 2 * atan2(k * sn, dn), 2 * k * omega * cn);
  };
}

ExactMotion turning(const quad& offset, const HalfAngle& half, const quad& omega, const quad& rate_ratio,
                    const quad& excess) {
  const quad k = hypot(half.sine, rate_ratio), sense = rate_ratio > 0 ? 1 : -1;
  const JacobiElliptic elliptic(1 / k, excess / k);
  const JacobiValues start{sense * half.sine, half.cosine, abs(rate_ratio) / k};
  return [=](const quad& t) {
    const quad u = k * omega * t;
    const quad dn = elliptic.sum(start, elliptic.at(u)).dn;
    return state(offset + sense * 2 * elliptic.amplitude_of_sum(start, u), sense * 2 * k * omega * dn);
  };
}

}  // namespace

ExactMotion pendulum_motion(const Parameters& p) {
  const quad length = p.number<quad>("length"), gravity = p.number<quad>("gravity");
  const quad angle = p.number<quad>("angle"), rate = p.number<quad>("rate");
  if (!(length > 0) || !(gravity >= 0))
    throw std::invalid_argument("the exact motion of the pendulum needs length > 0 and gravity >= 0");
  if (gravity == 0) return [=](const quad& t) { return state(angle + rate * t, rate); };

  const quad omega = sqrt(gravity / length), rate_ratio = rate / (2 * omega);
  const HalfAngle half(angle);
  const quad unit = std::numeric_limits<quad>::epsilon() * (1 + abs(angle));
  if (rate == 0 && (abs(half.sine) <= unit || abs(half.cosine) <= unit))
    return [=](const quad&) { return state(angle, 0); };

  const quad offset = angle - 2 * atan2(half.sine, half.cosine);  // theta - alpha = -pi/2 plus full turns
  // 1 - k^2 = cos^2(alpha0/2) - (alpha0'/2w)^2
  const quad margin = (half.cosine - abs(rate_ratio)) * (half.cosine + abs(rate_ratio));
  if (margin >= 0) return swinging(offset, half, omega, rate_ratio, sqrt(margin));
  return turning(offset, half, omega, rate_ratio, sqrt(-margin));
}

}  // namespace plumb
