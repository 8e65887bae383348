#include "problems/oscillator/exact_oscillator.hpp"

#include <array>
#include <boost/multiprecision/complex128.hpp>
#include <stdexcept>
#include <utility>

namespace plumb {
namespace {

using Complex = boost::multiprecision::complex128;

Motion state(const quad& x, const quad& v) { return {Vec<quad>::Constant(1, x), Vec<quad>::Constant(1, v)}; }

Complex exponential(const Complex& z, const quad& t) {
  const quad size = exp(z.real() * t), phase = z.imag() * t;
  return {size * cos(phase), size * sin(phase)};
}

// sinh(z)/z for |z| <= 1/2, by its series
Complex sinh_ratio(const Complex& z) {
  const Complex square = z * z;
  Complex sum = 1;
  for (int n = 13; n > 0; --n) sum = 1 + sum * square / quad(2 * n * (2 * n + 1));
  return sum;
}

Complex difference(const Complex& a, const Complex& b, const quad& t) {
  const Complex gap = b - a;
  if (quad(abs(gap)) * abs(t) < 1) return exponential((a + b) / quad(2), t) * sinh_ratio(gap * t / quad(2)) * t;
  return (exponential(b, t) - exponential(a, t)) / gap;
}

// Nodes within 1/t of each other: the series in complete symmetric polynomials h_n of their deviations from the mean,
// exp(mean t) t^2 sum h_n/(n+2)!
Complex clustered_difference(const std::array<Complex, 3>& node, const quad& t) {
  const Complex mean = (node[0] + node[1] + node[2]) / quad(3);
  const Complex x = (node[0] - mean) * t, y = (node[1] - mean) * t, z = (node[2] - mean) * t;
  Complex one = 1, two = 1, three = 1, sum = 0;  // h_n of the first one, two, three deviations
  quad factorial = 2;
  for (int n = 1; n < 34; ++n) {
    sum += three / factorial;
    factorial *= n + 2;
    one *= x;
    two = one + y * two;
    three = two + z * three;
  }
  return exponential(mean, t) * sum * t * t;
}

Complex difference(std::array<Complex, 3> node, const quad& t) {
  const auto gap = [&](int i, int j) { return quad(abs(node[i] - node[j])); };
  if (gap(0, 1) > gap(0, 2)) std::swap(node[1], node[2]);  // the ends are to be the farthest pair
  if (gap(1, 2) > gap(0, 2)) std::swap(node[0], node[1]);
  if (gap(0, 2) * abs(t) < 1) return clustered_difference(node, t);
  return (difference(node[0], node[1], t) - difference(node[1], node[2], t)) / (node[0] - node[2]);
}

struct Roots {
  Complex a, b;

  Roots(const quad& omega, const quad& damping) {
    const quad margin = (1 - damping) * (1 + damping);
    const quad split = sqrt(abs(margin));
    if (margin >= 0) {
      a = {-damping * omega, split * omega};
      b = {-damping * omega, -split * omega};
    } else {  // the slow root as the quotient w^2/b: its difference would cancel
      const quad fast = damping + copysign(split, damping);
      a = -omega / fast;
      b = -omega * fast;
    }
  }
};

}  // namespace

ExactMotion oscillator_motion(const Parameters& p) {
  const quad omega = p.number<quad>("omega"), damping = p.number<quad>("damping");
  const quad amplitude = p.number<quad>("amplitude"), frequency = p.number<quad>("frequency");
  if (p.is("start", "steady")) {
    const quad elastic = (omega - frequency) * (omega + frequency), viscous = 2 * damping * omega * frequency;
    const quad size = elastic * elastic + viscous * viscous;
    if (size == 0 && amplitude != 0)
      throw std::invalid_argument("the undamped oscillator has no steady motion in resonance; use start=given");
    const quad in_phase = amplitude == 0 ? quad(0) : amplitude * elastic / size;
    const quad lagging = amplitude == 0 ? quad(0) : amplitude * viscous / size;
    return [=](const quad& t) {
      const quad s = sin(frequency * t), c = cos(frequency * t);
      return state(in_phase * s - lagging * c, frequency * (in_phase * c + lagging * s));
    };
  }
  const quad x0 = p.number<quad>("position"), v0 = p.number<quad>("velocity");
  const Roots root(omega, damping);
  const Complex drive(0, frequency);
  return [=](const quad& t) {
    const Complex pair = difference(root.a, root.b, t);
    const Complex triple = difference({root.a, root.b, drive}, t);
    const quad impulse = pair.real();                                                  // g
    const quad impulse_rate = Complex(exponential(root.b, t) + root.a * pair).real();  // g'
    const quad release = Complex(exponential(root.a, t) - root.a * pair).real();       // g' + 2 xi w g
    const quad x = v0 * impulse + x0 * release + amplitude * triple.imag();
    const quad v = v0 * impulse_rate - x0 * omega * omega * impulse + amplitude * Complex(pair + drive * triple).imag();
    return state(x, v);
  };
}

}  // namespace plumb
