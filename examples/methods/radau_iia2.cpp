// Radau IIA with two stages on vector spaces. The equations of both are solved together, in the eigenvectors of a.
//
//   V_i = v + h sum a_ij A_j,   Q_i = q + h sum a_ij V_j,   M(Q_i) A_i = f(t_i, Q_i, V_i) - G(t_i, Q_i)^T lambda_i
//   index 1: Phi''(t_i, Q_i, V_i, A_i) = 0,   index 2: Phi'(t_i, Q_i, V_i) = 0,   index 3: Phi(t_i, Q_i) = 0
//   the second stage gives q+, v+, a+ and lambda+
//
//   a = [5/12 -1/12; 3/4 1/4] = X diag(nu, conj(nu)) X^-1,   nu = 1/3 + i/sqrt(18)
//
// Newton's iteration takes one linearisation, at the beginning of the step, for both stages. In the eigenvectors its
// equations fall apart into two systems of the size of one stage. These are conjugate, so that a step needs one complex
// factorisation.
//
// Source: Hairer & Wanner, Solving ODEs II, sections IV.5, IV.8 (the transformation: Butcher 1976, BIT 16, p. 237).
// Order 3; the orders of index 2 and 3 are those of Hairer, Lubich & Roche 1989, table 2.3. L-stable.
//
// The method remembers a and lambda, from which Newton's iteration begins. This is the catalogue's
// radau-iia(stages=2,newton=transformed) written once more, as an example of coupled stages. It gives the same numbers
// up to Newton's tolerance.
//
//   c++ -std=c++20 -shared -fPIC radau_iia2.cpp -o libradau_iia2.so

#include <plumb_method.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace {

using plumb_interface::Complex;
using plumb_interface::ComplexOut;
using plumb_interface::In;
using plumb_interface::Out;

constexpr int stages = 2;
constexpr double a[stages][stages] = {{5. / 12, -1. / 12}, {3. / 4, 1. / 4}};
constexpr double nodes[stages] = {1. / 3, 1};
const Complex nu(1. / 3, 1 / (3 * std::numbers::sqrt2));

/// A column of X and the matching row of its inverse.
struct Mode {
  std::array<Complex, stages> right, left;

  Mode() : right{1, (nu - a[0][0]) / a[0][1]} {
    const Complex other = std::conj(right[1]);
    left = {other / (other - right[1]), -1. / (other - right[1])};
  }
};
const Mode mode;

class RadauIia2 {
 public:
  static constexpr plumb_interface::Info info = {.name = "radau-iia2",
                                                 .title = "Radau IIA with two stages, by a complex factorisation",
                                                 .source = "hairer1996, sections IV.5, IV.8",
                                                 .forms = "ode index1 index2 index3",
                                                 .order = 3,
                                                 .vector_space_only = true};
  static long memory(const plumb_sizes& n, const double*) { return n.nv + n.nl; }
  static long work(const plumb_sizes& n, const double*) {
    return stages * (n.nq + 3L * n.nv + 2L * n.nl) + 2L * n.nv + 2L * (n.nv + n.nl);
  }

  explicit RadauIia2(plumb_interface::System system)
      : s(system), last_a(s.memory(0, s.nv())), last_lambda(s.memory(s.nv(), s.nl())) {
    for (auto& stage : all)
      stage = {next(s.nq()), next(s.nv()), next(s.nv()), next(s.nl()), next(s.nv()), next(s.nl())};
    f = next(s.nv());
    part = next(s.nv());
    w = s.complex_work(used, s.nv());
    e = s.complex_work(used + 2 * s.nv(), s.nl());
  }

  void start(double t, double, plumb_interface::State x) { s.acceleration(t, x.q, x.v, last_a, last_lambda); }

  void step(double t, double h, plumb_interface::State x) {
    for (auto& stage : all) {
      std::ranges::copy(last_a, stage.a.begin());
      std::ranges::copy(last_lambda, stage.lambda.begin());
    }
    iterate(t, h, x);
    const auto& last = all[stages - 1];
    std::ranges::copy(last.q, x.q.begin());
    std::ranges::copy(last.v, x.v.begin());
    std::ranges::copy(last.a, x.a.begin());
    std::ranges::copy(last.lambda, x.lambda.begin());
    std::ranges::copy(last.a, last_a.begin());
    std::ranges::copy(last.lambda, last_lambda.begin());
    s.count(PLUMB_STAGES, stages);
  }

 private:
  struct Stage {
    Out q, v, a, lambda;
    Out r, phi;  // residuals, then increments
  };

  /// Returns the next `size` numbers of `work` that nothing uses yet.
  Out next(int size) {
    used += size;
    return s.work(used - size, size);
  }

  void iterate(double t, double h, const plumb_interface::State& x) {
    bool is_first = true;
    s.begin_iteration();
    while (true) {
      move(h, x);
      balance(t, h);
      if (s.tests_residual() && s.converged(size_of_residuals(), largest_force, "residual")) return;
      if (is_first) factor(t, h, x);
      is_first = false;
      correct();
      if (s.tests_residual()) continue;
      if (has_converged(h)) return move(h, x);
    }
  }

  // Computes Q_i and V_i from A.
  void move(double h, const plumb_interface::State& x) {
    for (int i = 0; i < stages; ++i)
      for (std::size_t k = 0; k < x.v.size(); ++k)
        all[i].v[k] = x.v[k] + h * (a[i][0] * all[0].a[k] + a[i][1] * all[1].a[k]);
    for (int i = 0; i < stages; ++i)
      for (std::size_t k = 0; k < x.v.size(); ++k)
        all[i].q[k] = x.q[k] + h * (a[i][0] * all[0].v[k] + a[i][1] * all[1].v[k]);
  }

  // Computes r = f - G^T lambda - M A and the constraints.
  void balance(double t, double h) {
    largest_force = 0;
    for (int i = 0; i < stages; ++i) {
      auto& stage = all[i];
      const double t_i = t + nodes[i] * h;
      s.force(t_i, stage.q, stage.v, f);
      largest_force = std::max(largest_force, s.norm(f));
      s.momentum(stage.q, stage.a, part);
      s.reaction(t_i, stage.q, stage.lambda, stage.r);
      for (std::size_t k = 0; k < f.size(); ++k) stage.r[k] = f[k] - part[k] - stage.r[k];
      impose(t_i, stage);
    }
    s.count(PLUMB_RESIDUAL_EVALUATIONS, stages);
  }
  void impose(double t_i, Stage& stage) {
    switch (s.form()) {
      case PLUMB_INDEX1: return s.constraint_acceleration(t_i, stage.q, stage.v, stage.a, stage.phi);
      case PLUMB_INDEX2: return s.constraint_rate(t_i, stage.q, stage.v, stage.phi);
      case PLUMB_INDEX3: return s.constraint(t_i, stage.q, stage.phi);
      default: return;
    }
  }

  // Factorises [M - h nu D - h^2 nu^2 K  G^T; R 0]. The rows R of the constraints are divided by the factor that their
  // derivative begins with.
  void factor(double t, double h, const plumb_interface::State& x) {
    const Complex z = h * nu;
    plumb_interface::ComplexBlend blend = {.mass = 1, .damping = z, .stiffness = z * z, .jacobian = 1};
    row_scale = 1;
    if (s.form() == PLUMB_INDEX1) {
      blend.by_v = z;
      blend.by_q = z * z;
    } else if (s.form() == PLUMB_INDEX2) {
      blend.rate = z;
      row_scale = z;
    } else if (s.form() == PLUMB_INDEX3) {
      row_scale = z * z;
    }
    s.factor_complex(0, {.t = t, .q = x.q, .v = x.v, .a = last_a, .lambda = last_lambda}, blend, "iteration matrix");
  }

  // Leaves the increments of A and lambda in r and phi. The conjugate mode adds the same real part.
  void correct() {
    const auto& [right, left] = mode;
    for (std::size_t k = 0; k < w.size(); ++k) w[k] = left[0] * all[0].r[k] + left[1] * all[1].r[k];
    for (std::size_t k = 0; k < e.size(); ++k) e[k] = -(left[0] * all[0].phi[k] + left[1] * all[1].phi[k]) / row_scale;
    s.solve_complex(0, w, e);
    for (int i = 0; i < stages; ++i) {
      auto& stage = all[i];
      for (std::size_t k = 0; k < w.size(); ++k) stage.a[k] += stage.r[k] = 2 * (right[i] * w[k]).real();
      for (std::size_t k = 0; k < e.size(); ++k) stage.lambda[k] += stage.phi[k] = 2 * (right[i] * e[k]).real();
    }
    s.count(PLUMB_NEWTON_ITERATIONS);
  }

  double size_of_residuals() const { return std::max(s.norm(all[0].r, all[0].phi), s.norm(all[1].r, all[1].phi)); }

  // The test compares the increment of what the constraints are imposed on: positions, velocities or accelerations.
  bool has_converged(double h) const {
    const double unit = s.form() == PLUMB_INDEX3 ? h * h : s.form() == PLUMB_INDEX2 ? std::abs(h) : 1;
    double scale = unit * s.norm(all[0].a, all[1].a);
    if (s.form() == PLUMB_INDEX2) scale = std::max(scale, s.norm(all[0].v, all[1].v));
    if (s.form() == PLUMB_INDEX3) scale = std::max(scale, s.norm(all[0].q, all[1].q));
    return s.converged(unit * s.norm(all[0].r, all[1].r), scale, "increment of the accelerations");
  }

  plumb_interface::System s;
  int used = 0;             // numbers of `work` that are given out
  Out last_a, last_lambda;  // remembered from step to step
  std::array<Stage, stages> all;
  Out f, part;
  ComplexOut w, e;
  Complex row_scale = 1;
  double largest_force = 0;
};

}  // namespace

PLUMB_METHOD(RadauIia2)
