#pragma once
// Integrates y' = f(t, y) in 50 digits by collocation at Gauss' 20 points, with order 40 (Hairer, Norsett & Wanner I,
// section II.7). It shares only the equations with the integrations of the references.
//
//   k_i = f(t + c_i h, y + h Σ_j a_ij k_j),   y⁺ = y + h Σ_j b_j k_j
//
// Fixed-point iteration solves the stages down to rounding. P_n are Legendre's polynomials of x on [-1, 1], and
// c = (x + 1)/2:
//
//   b_j = 1/((1 − x_j²) P_s'(x_j)²),   l_j(x) = b_j Σ_k (2k + 1) P_k(x_j) P_k(x),   a_ij = ∫_0^c_i l_j dc
//
// If the error of the polynomial of the k_j at the end of a step is about 10^-n, the error of the solution is 10^-2n.

#include <functional>
#include <stdexcept>
#include <vector>

#include "reference/testing/wide.hpp"

namespace plumb::testing {

class GaussIntegration {
 public:
  using Vector = Vec<wide>;
  using Rate = std::function<void(const wide& t, const Vector& y, Vector& dy)>;

  /// Starts from y at t = 0. `missed` is the tolerance for the difference between the polynomial of the k_j and f at
  /// the end of a step, relative to the size of f.
  GaussIntegration(Rate f, Vector y, wide missed)
      : rate(std::move(f)), now(std::move(y)), tolerance(std::move(missed)) {}

  /// Returns the solution at t. Precondition: t is not before the last requested time.
  const Vector& at(const wide& t) {
    while (time < t) {
      const wide left = t - time, done = advance(std::min(step, left));
      time = done == left ? t : time + done;
    }
    return now;
  }

 private:
  static constexpr int s = 20;
  using Row = std::vector<wide>;

  struct Rule {
    Row x, b;
    std::vector<Row> a, legendre;  // matrix a; legendre[j][k] = P_k(x_j)

    Rule() : x(s), b(s), a(s, Row(s)), legendre(s) {
      for (int i = 0; i < s; ++i) {
        x[i] = root(i);
        const auto p = polynomials(x[i]);
        const wide slope = s * (x[i] * p[s] - p[s - 1]) / (x[i] * x[i] - 1);
        b[i] = 1 / ((1 - x[i] * x[i]) * slope * slope);
        legendre[i] = p;
      }
      for (int i = 0; i < s; ++i)
        for (int j = 0; j < s; ++j) {
          wide sum = legendre[j][0] * (x[i] + 1) / 2;
          for (int k = 1; k < s; ++k) sum += legendre[j][k] * (legendre[i][k + 1] - legendre[i][k - 1]) / 2;
          a[i][j] = b[j] * sum;
        }
    }
    /// Returns P_0 .. P_s at x.
    static Row polynomials(const wide& x) {
      Row p = {1, x};
      for (int k = 1; k < s; ++k) p.push_back(((2 * k + 1) * x * p[k] - k * p[k - 1]) / (k + 1));
      return p;
    }
    static wide root(int i) {
      wide x = cos(std::numbers::pi_v<wide> * (4 * (s - i) - 1) / (4 * s + 2));
      for (int k = 0; k < 8; ++k) {
        const auto p = polynomials(x);
        x -= p[s] * (x * x - 1) / (s * (x * p[s] - p[s - 1]));
      }
      return x;
    }
    /// Returns l_j(x).
    Row lagrange(const wide& at) const {
      const auto p = polynomials(at);
      Row out(s);
      for (int j = 0; j < s; ++j) {
        wide sum = 0;
        for (int k = 0; k < s; ++k) sum += (2 * k + 1) * legendre[j][k] * p[k];
        out[j] = b[j] * sum;
      }
      return out;
    }
  };
  static const Rule& rule() {
    static const Rule made;
    return made;
  }

  static Vector combined(const Row& weights, const std::vector<Vector>& k) {
    Vector sum = weights[0] * k[0];
    for (int j = 1; j < s; ++j) sum += weights[j] * k[j];
    return sum;
  }

  std::vector<Vector> guess(const wide& h) const {
    Vector f(now.size());
    rate(time, now, f);
    if (stages.empty()) return std::vector<Vector>(s, f);
    std::vector<Vector> out;
    for (const wide& x : rule().x) out.push_back(combined(rule().lagrange(1 + (x + 1) * h / before), stages));
    return out;
  }

  /// Takes a step of length h, or a shorter one if h is too long. Returns the length.
  wide advance(wide h) {
    for (; h > wide("1e-12"); step = h) {
      auto k = guess(h);
      if (!iterate(h, k)) {
        h /= 2;
        continue;
      }
      const Vector next = now + h * combined(rule().b, k);
      const wide missed = missed_at_the_end(h, next, k);
      const wide factor = missed == 0 ? wide(2) : wide("0.9") * pow(wide(tolerance / missed), wide(1) / s);
      if (missed > tolerance) {
        h *= std::max<wide>(factor, wide("0.2"));
        continue;
      }
      now = next;
      stages = std::move(k);
      before = h;
      step = std::max<wide>(step, h * std::min<wide>(2, factor));
      return h;
    }
    throw std::runtime_error("no step is short enough");
  }

  wide missed_at_the_end(const wide& h, const Vector& end, const std::vector<Vector>& k) const {
    Vector f(now.size());
    rate(time + h, end, f);
    return (f - combined(rule().lagrange(1), k)).cwiseAbs().maxCoeff() / f.cwiseAbs().maxCoeff();
  }

  bool iterate(const wide& h, std::vector<Vector>& k) const {
    constexpr int most = 80;
    std::vector<Vector> fresh = k;
    wide change_before = 1;
    for (int round = 0; round < most; ++round) {
      wide change = 0, size = 0;
      for (int i = 0; i < s; ++i) {
        const Vector y = now + h * combined(rule().a[i], k);
        rate(time + h * (rule().x[i] + 1) / 2, y, fresh[i]);
        change = std::max<wide>(change, (fresh[i] - k[i]).cwiseAbs().maxCoeff());
        size = std::max<wide>(size, fresh[i].cwiseAbs().maxCoeff());
      }
      k.swap(fresh);
      if (!(change < 1e30 * (1 + size))) return false;
      if (change <= wide("1e-44") * size && 2 * change >= change_before) return true;
      if (change == 0) return true;
      if (round > 10 && change > change_before) return change <= wide("1e-42") * size;
      change_before = change;
    }
    return false;
  }

  Rate rate;
  Vector now;
  wide tolerance, time = 0, step = wide(1) / 1024, before = step;
  std::vector<Vector> stages;
};

}  // namespace plumb::testing
