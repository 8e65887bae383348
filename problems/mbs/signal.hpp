#pragma once
// A function of time in a working precision: f, f' and f''.

#include <cmath>

#include "numerics/scalar.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

template <class T>
class Signal {
 public:
  struct Values {
    T value, rate, second;
  };

  Signal() = default;
  explicit Signal(const T& constant) : polynomial{constant} {}
  /// `Number`: the precision that the numbers are read in, where T has derivatives.
  template <class Number = T>
  static Signal of(const TimeFunction& f) {
    Signal out;
    for (const auto& a : f.polynomial) out.polynomial.push_back(T(a.in<Number>()));
    for (const auto& s : f.sines)
      out.sines.push_back({T(s.amplitude.in<Number>()), T(s.rate.in<Number>()), T(s.phase.in<Number>())});
    return out;
  }

  bool is_zero() const { return polynomial.empty() && sines.empty(); }
  bool is_constant() const { return polynomial.size() <= 1 && sines.empty(); }
  Values at(const T& t) const {
    using std::cos, std::sin;
    Values out{T(0), T(0), T(0)};
    for (std::size_t k = polynomial.size(); k-- > 0;) {  // Horner, of f, f' and f''/2
      out.second = out.second * t + out.rate;
      out.rate = out.rate * t + out.value;
      out.value = out.value * t + polynomial[k];
    }
    out.second = 2 * out.second;
    for (const auto& s : sines) {
      const T phase = s.rate * t + s.phase, sine = s.amplitude * sin(phase);
      out.value += sine;
      out.rate += s.amplitude * s.rate * cos(phase);
      out.second -= s.rate * s.rate * sine;
    }
    return out;
  }

 private:
  struct Sine {
    T amplitude, rate, phase;
  };
  std::vector<T> polynomial;
  std::vector<Sine> sines;
};

}  // namespace plumb::mbs
