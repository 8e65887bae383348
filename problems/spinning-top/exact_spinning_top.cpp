#include "problems/spinning-top/exact_spinning_top.hpp"

#include <memory>
#include <stdexcept>

#include "numerics/long_number.hpp"
#include "problems/exact/chebyshev_integral.hpp"
#include "problems/exact/jacobi_elliptic.hpp"

namespace plumb {
namespace {

// For nearly steady precession the roots of the cubic are close together; with 100 digits, they are exact to quad.
using wide = Digits100;

quad rounded(const wide& x) { return static_cast<quad>(x); }

struct Top {
  wide beta, b, sin2, u, theta_rate, phi_rate;  // values at t = 0
  quad spin_momentum;                           // spin momentum p_psi/I3

  explicit Top(const Parameters& p) {
    const auto number = [&](const char* name) { return wide(p.number<quad>(name)); };
    const wide transverse = number("moment_transverse"), axial = number("moment_axial"), tilt = number("tilt");
    beta = 2 * number("mass") * number("gravity") * number("length") / transverse;
    if (!(transverse > 0) || !(axial > 0) || !(beta >= 0))
      throw std::invalid_argument("the top needs positive moments of inertia and mass * gravity * length >= 0");
    u = cos(tilt);
    sin2 = sin(tilt) * sin(tilt);
    theta_rate = number("nutation");
    phi_rate = number("precession");
    const wide momentum = number("spin") + phi_rate * u;
    spin_momentum = rounded(momentum);
    b = axial * momentum / transverse;
  }
};

// u'^2 as a cubic in x = u - u(0): c0 + c1 x + c2 x^2 + beta x^3. In terms of the initial rates no coefficient cancels:
// h - beta u0 = theta'^2 + phi'^2 sin^2 and a - b u0 = phi' sin^2.
struct Cubic {
  wide c0, c1, c2, c3;

  explicit Cubic(const Top& top) : c0(top.sin2 * top.theta_rate * top.theta_rate), c3(top.beta) {
    const wide rates = top.theta_rate * top.theta_rate + top.phi_rate * top.phi_rate * top.sin2;
    c1 = -2 * top.u * rates - top.beta * top.sin2 + 2 * top.b * top.sin2 * top.phi_rate;
    c2 = -rates + 2 * top.beta * top.u - top.b * top.b;
  }
  wide operator()(const wide& x) const { return c0 + x * (c1 + x * (c2 + x * c3)); }

  // Returns the turning point between 0, where the cubic is >= 0, and `end`, where it is <= 0. Uses bisection, which is
  // robust for double roots and beta = 0.
  wide turning_point(wide end) const {
    wide inside = 0;
    for (int i = 0; i < std::numeric_limits<wide>::digits; ++i) {
      const wide middle = (inside + end) / 2;
      ((*this)(middle) > 0 ? inside : end) = middle;
    }
    return inside;
  }
};

// The motion of u = cos theta.
struct Nutation {
  quad low, high, span;          // turning points relative to u(0): u1 - u(0) and u2 - u(0); their distance
  quad below_top, above_bottom;  // differences 1 - u2 and 1 + u1
  quad w;
  JacobiElliptic elliptic;
  JacobiValues start;

  struct State {
    quad x, below_top, above_bottom;  // differences u - u(0), 1 - u, 1 + u
    quad rate;                        // rate u'
    quad sin2() const { return below_top * above_bottom; }
  };
  State at(const quad& t) const {
    const auto [sn, cn, dn] = elliptic.sum(start, elliptic.at(w * t));
    const quad from_low = span * sn * sn, from_high = span * cn * cn;
    // x is computed from the turning point nearer to the initial u, to avoid cancellation there.
    const quad x = -low < high ? quad(low + from_low) : quad(high - from_high);
    return {x, below_top + from_high, above_bottom + from_low, 2 * w * span * sn * cn * dn};
  }
  quad period() const { return 2 * elliptic.quarter_period() / w; }
};

quad root(const wide& x) { return rounded(wide(sqrt(x))); }

Nutation nutation(const Top& top) {
  const Cubic f(top);
  const wide low = f.turning_point(-1 - top.u), high = f.turning_point(1 - top.u), span = high - low;
  const wide below_top = 1 - top.u - high, above_bottom = 1 + top.u + low;
  if (top.sin2 < 1e-40 || below_top < 1e-20 || above_bottom < 1e-20)
    throw std::invalid_argument("the axis of this top passes the vertical, where its Euler angles are singular");

  const wide gap = -f.c2 - top.beta * (2 * low + high);  // beta (u3 - u1) by the sum of the roots: finite for beta = 0
  const wide k2 = top.beta * span / gap, part = span > 0 ? wide(-low / span) : wide(0);  // part: sn^2 at t = 0
  const quad cn = root(1 - part);
  return {.low = rounded(low),
          .high = rounded(high),
          .span = rounded(span),
          .below_top = rounded(below_top),
          .above_bottom = rounded(above_bottom),
          .w = root(gap / 4),
          .elliptic = {root(k2), root(1 - k2)},
          .start = {root(part), top.theta_rate > 0 ? quad(-cn) : cn, root(1 - k2 * part)}};  // u falls as theta grows
}

}  // namespace

ExactMotion spinning_top_motion(const Parameters& parameters) {
  const Top top(parameters);
  if (top.beta == 0 && top.b == 0 && top.theta_rate == 0 && top.phi_rate == 0) {  // no period
    const Motion rest{Vec<quad>{{0, parameters.number<quad>("tilt"), 0}}, Vec<quad>::Zero(3)};
    return [=](const quad&) { return rest; };
  }
  const auto cycle = std::make_shared<const Nutation>(nutation(top));
  const quad u0 = rounded(top.u), momentum = top.spin_momentum, period = cycle->period();
  const wide swing = top.phi_rate * top.sin2;
  const quad upright = rounded(wide(swing - top.b * (1 - top.u))),
             hanging = rounded(wide(swing + top.b * (1 + top.u)));  // sums a - b, a + b

  // Equals (a - b u)/(1 - u^2). The partial fractions avoid the cancellation in the numerator when the axis is nearly
  // vertical.
  const auto precession = [=](const Nutation::State& s) -> quad {
    return (upright / s.below_top + hanging / s.above_bottom) / 2;
  };
  const auto angle_rates = [=](const quad& t) -> ChebyshevIntegral::Pair {  // integrands phi' and u phi'
    const auto s = cycle->at(t);
    const quad rate = precession(s);
    return {rate, (u0 + s.x) * rate};
  };
  const auto angles = std::make_shared<const ChebyshevIntegral>(angle_rates, period);

  const auto number = [&](const char* name) { return parameters.number<quad>(name); };
  const Motion start{Vec<quad>{{0, number("tilt"), 0}},
                     Vec<quad>{{number("precession"), number("nutation"), number("spin")}}};
  return [=](const quad& t) {
    if (t == 0) return start;  // exact initial state
    const auto s = cycle->at(t);
    const quad turns = floor(t / period), rate = precession(s);
    const auto part = angles->at(t - turns * period);
    const auto angle = [&](int i) -> quad { return turns * angles->total()[i] + part[i]; };
    Motion m{Vec<quad>(3), Vec<quad>(3)};
    m.q << angle(0), 2 * atan2(sqrt(s.below_top), sqrt(s.above_bottom)), momentum * t - angle(1);
    m.v << rate, -s.rate / sqrt(s.sin2()), momentum - (u0 + s.x) * rate;
    return m;
  };
}

}  // namespace plumb
