#include "problems/oscillator/exact_oscillator.hpp"

#include <array>
#include <boost/multiprecision/complex128.hpp>
#include <stdexcept>
#include <utility>

#include "numerics/wide.hpp"

namespace plumb {
namespace {

using Real = boost::multiprecision::float128;
using Complex = boost::multiprecision::complex128;

Motion state(const Real& x, const Real& v) {
  return {Vec<quad>::Constant(1, rounded(x)), Vec<quad>::Constant(1, rounded(v))};
}

Complex exponential(const Complex& z, const Real& t) {
  const Real size = exp(z.real() * t), phase = z.imag() * t;
  return {size * cos(phase), size * sin(phase)};
}

// sinh(z)/z for |z| <= 1/2, by its series.
Complex sinh_ratio(const Complex& z) {
  const Complex square = z * z;
  Complex sum = 1;
  for (int n = 13; n > 0; --n) sum = 1 + sum * square / Real(2 * n * (2 * n + 1));
  return sum;
}

Complex difference(const Complex& a, const Complex& b, const Real& t) {
  const Complex gap = b - a;
  if (Real(abs(gap)) * abs(t) < 1) return exponential((a + b) / Real(2), t) * sinh_ratio(gap * t / Real(2)) * t;
  return (exponential(b, t) - exponential(a, t)) / gap;
}

// Returns the second divided difference for nodes within 1/t of each other, by the series
// exp(mean t) t^2 sum h_n/(n+2)!, where h_n are the complete symmetric polynomials of the deviations from the mean.
Complex clustered_difference(const std::array<Complex, 3>& node, const Real& t) {
  const Complex mean = (node[0] + node[1] + node[2]) / Real(3);
  const Complex x = (node[0] - mean) * t, y = (node[1] - mean) * t, z = (node[2] - mean) * t;
  Complex one = 1, two = 1, three = 1, sum = 0;  // functions h_n of the first one, two, three deviations
  Real factorial = 2;
  for (int n = 1; n < 34; ++n) {
    sum += three / factorial;
    factorial *= n + 2;
    one *= x;
    two = one + y * two;
    three = two + z * three;
  }
  return exponential(mean, t) * sum * t * t;
}

Complex difference(std::array<Complex, 3> node, const Real& t) {
  const auto gap = [&](int i, int j) { return Real(abs(node[i] - node[j])); };
  if (gap(0, 1) > gap(0, 2)) std::swap(node[1], node[2]);  // sorts so that nodes 0 and 2 are the farthest pair
  if (gap(1, 2) > gap(0, 2)) std::swap(node[0], node[1]);
  if (gap(0, 2) * abs(t) < 1) return clustered_difference(node, t);
  return (difference(node[0], node[1], t) - difference(node[1], node[2], t)) / (node[0] - node[2]);
}

struct Roots {
  Complex a, b;

  Roots(const Real& omega, const Real& damping) {
    const Real margin = (1 - damping) * (1 + damping);
    const Real split = sqrt(abs(margin));
    if (margin >= 0) {
      a = {-damping * omega, split * omega};
      b = {-damping * omega, -split * omega};
    } else {  // the slow root is computed as w^2/b, because the usual formula would suffer from cancellation
      const Real fast = damping + copysign(split, damping);
      a = -omega / fast;
      b = -omega * fast;
    }
  }
};

}  // namespace

ExactMotion oscillator_motion(const Parameters& p) {
  const auto number = [&](const char* name) { return widened<Real>(p.number<quad>(name)); };
  const Real omega = number("omega"), damping = number("damping");
  const Real amplitude = number("amplitude"), frequency = number("frequency");
  if (p.is("start", "steady")) {
    const Real elastic = (omega - frequency) * (omega + frequency), viscous = 2 * damping * omega * frequency;
    const Real size = elastic * elastic + viscous * viscous;
    if (size == 0 && amplitude != 0)
      throw std::invalid_argument("the undamped oscillator has no steady motion in resonance; use start=given");
    const Real in_phase = amplitude == 0 ? Real(0) : amplitude * elastic / size;
    const Real lagging = amplitude == 0 ? Real(0) : amplitude * viscous / size;
    return [=](const quad& time) {
      const auto t = widened<Real>(time);
      const Real s = sin(frequency * t), c = cos(frequency * t);
      return state(in_phase * s - lagging * c, frequency * (in_phase * c + lagging * s));
    };
  }
  const Real x0 = number("position"), v0 = number("velocity");
  const Roots root(omega, damping);
  const Complex drive(0, frequency);
  return [=](const quad& time) {
    const auto t = widened<Real>(time);
    const Complex pair = difference(root.a, root.b, t);
    const Complex triple = difference({root.a, root.b, drive}, t);
    const Real impulse = pair.real();                                                  // impulse response g
    const Real impulse_rate = Complex(exponential(root.b, t) + root.a * pair).real();  // derivative g'
    const Real release = Complex(exponential(root.a, t) - root.a * pair).real();       // free response g' + 2 xi w g
    const Real x = v0 * impulse + x0 * release + amplitude * triple.imag();
    const Real v = v0 * impulse_rate - x0 * omega * omega * impulse + amplitude * Complex(pair + drive * triple).imag();
    return state(x, v);
  };
}

}  // namespace plumb
