#pragma once
// A function of time in a working precision, with its values f, f' and f''.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "numerics/scalar.hpp"
#include "problems/mbs/cubic_table.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

template <class T>
class Signal {
 public:
  struct Values {
    T value, rate, second;
  };
  /// A time at which the function may be not smooth, with the values before and after it: the beginning of a segment,
  /// the end of the last segment, or a point of a table.
  struct Break {
    T time;
    Values before, after;
  };

  Signal() = default;
  explicit Signal(const T& constant) : whole{{constant}, {}} {}
  /// Converts the numbers to the precision `Number`, the real scalar if T is a dual number.
  template <class Number = T>
  static Signal of(const TimeFunction& f) {
    Signal out;
    if (f.table) out.table = CubicTable<T>::template of<Number>(*f.table);
    out.whole = smooth<Number>(f.polynomial, f.sines);
    Number begin = f.from.in<Number>();
    out.from = T(begin);
    for (const auto& piece : f.pieces) {
      const Number end = piece.until.in<Number>();
      out.pieces.push_back({T(end), smooth_piece<Number>(piece, begin, end)});
      begin = end;
    }
    return out;
  }

  bool is_zero() const { return is_constant() && whole.polynomial.empty(); }
  bool is_constant() const {
    return table.empty() && pieces.empty() && whole.polynomial.size() <= 1 && whole.sines.empty();
  }
  /// Returns f, f', f'' at t. At a boundary between two segments these are the values of the later segment.
  Values at(const T& t) const {
    if (!table.empty()) return values_of(table.at(t));
    if (pieces.empty()) return whole.at(t);
    if (t < from) return resting(pieces.front(), from);
    for (const auto& piece : pieces)
      if (t < piece.until) return piece.f.at(t);
    return resting(pieces.back(), pieces.back().until);
  }
  std::vector<Break> breaks() const {
    std::vector<Break> out;
    for (const auto& at : table.breaks()) out.push_back({at.time, values_of(at.before), values_of(at.after)});
    if (pieces.empty()) return out;
    out.push_back({from, resting(pieces.front(), from), pieces.front().f.at(from)});
    for (const auto& piece : pieces) {
      if (&piece != &pieces.front()) out.back().after = piece.f.at(out.back().time);
      out.push_back({piece.until, piece.f.at(piece.until), resting(piece, piece.until)});
    }
    return out;
  }

 private:
  struct Sine {
    T amplitude, rate, phase;
  };
  /// −amplitude cos(rate (t − begin)), whose derivative at `begin` is exactly 0.
  struct Ramp {
    T amplitude = T(0), rate = T(0), begin = T(0);

    void add(const T& t, Values& to) const {
      using std::cos, std::sin;
      const T angle = rate * (t - begin), cosine = amplitude * cos(angle);
      to.value -= cosine;
      to.rate += amplitude * rate * sin(angle);
      to.second += rate * rate * cosine;
    }
  };
  /// from + rise S(s), s = (t − begin)/duration, where S is the polynomial of degree 9 with S' = 630 s⁴ (1 − s)⁴.
  struct SmoothRamp {
    T from = T(0), rise = T(0), begin = T(0), duration = T(1);

    void add(const T& t, Values& to) const {
      const T s = (t - begin) / duration, rest = 1 - s, both = s * rest, square = s * s;
      const T S = square * square * s * (126 + s * (-420 + s * (540 + s * (-315 + 70 * s))));
      to.value += from + rise * S;
      to.rate += rise / duration * 630 * both * both * both * both;
      to.second += rise / (duration * duration) * 2520 * both * both * both * (rest - s);
    }
  };
  struct Smooth {
    std::vector<T> polynomial;
    std::vector<Sine> sines;
    std::optional<Ramp> ramp = {};
    std::optional<SmoothRamp> smooth_ramp = {};

    Values at(const T& t) const {
      using std::cos, std::sin;
      Values out{T(0), T(0), T(0)};
      for (std::size_t k = polynomial.size(); k-- > 0;) {  // Horner's scheme for f, f' and f''/2
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
      if (ramp) ramp->add(t, out);
      if (smooth_ramp) smooth_ramp->add(t, out);
      return out;
    }
  };
  struct Piece {
    T until;
    Smooth f;
  };

  static Values values_of(const typename CubicTable<T>::Values& x) { return {x.value, x.rate, x.second}; }
  static Values resting(const Piece& piece, const T& t) { return {piece.f.at(t).value, T(0), T(0)}; }
  template <class Number>
  static Smooth smooth(const std::vector<ExactNumber>& polynomial, const std::vector<TimeFunction::Sine>& sines) {
    Smooth out;
    for (const auto& a : polynomial) out.polynomial.push_back(T(a.in<Number>()));
    for (const auto& s : sines)
      out.sines.push_back({T(s.amplitude.in<Number>()), T(s.rate.in<Number>()), T(s.phase.in<Number>())});
    return out;
  }
  template <class Number>
  static Smooth smooth_piece(const TimeFunction::Piece& piece, const Number& begin, const Number& end) {
    auto out = piece.ramp ? ramp<Number>(*piece.ramp, begin, end) : smooth<Number>(piece.polynomial, piece.sines);
    if (!piece.smooth_ramp) return out;
    const Number a = (*piece.smooth_ramp)[0].in<Number>(), b = (*piece.smooth_ramp)[1].in<Number>();
    out.smooth_ramp = SmoothRamp{T(a), T(b - a), T(begin), T(end - begin)};
    return out;
  }
  // (a + b)/2 − (b − a)/2 cos(π (t − t_0)/(t_1 − t_0))
  template <class Number>
  static Smooth ramp(const std::array<ExactNumber, 2>& values, const Number& begin, const Number& end) {
    const Number a = values[0].in<Number>(), b = values[1].in<Number>();
    const Number rate = std::numbers::pi_v<Number> / (end - begin);
    return {{T((a + b) / 2)}, {}, Ramp{T((b - a) / 2), T(rate), T(begin)}};
  }

  Smooth whole;
  T from = T(0);
  std::vector<Piece> pieces;
  CubicTable<T> table;
};

}  // namespace plumb::mbs
