// The generalized-alpha method, on systems in minimal coordinates and on index-3 equations.
//
//   M(q+) w+ = f(t+, q+, v+) - G(t+, q+)^T lambda+,   Phi(t+, q+) = 0
//   (1 - alpha_m) a+ + alpha_m a = (1 - alpha_f) w+ + alpha_f w
//   q+ = q [+] (h v + h^2/2 [(1 - 2 beta) a + 2 beta a+]),   v+ = v + h [(1 - gamma) a + gamma a+]
//
//   alpha_m = (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1), gamma = 1/2 + alpha_f - alpha_m, beta = (gamma + 1/2)^2/4
//
// Source: Chung & Hulbert 1993; with constraints Arnold & Bruels 2007, eqs. (6), (15). Order 2.
//
// The method remembers a and w, and lambda, from which Newton's iteration begins. This is Plumb's own method of this
// name written once more, as an example of a Newton iteration. It gives the same numbers up to rounding.
//
//   c++ -std=c++20 -shared -fPIC generalized_alpha.cpp -o libgeneralized_alpha.so

#include <plumb_method.hpp>

#include <algorithm>

namespace {

using plumb_interface::In;
using plumb_interface::Out;

struct Weights {
  double alpha_m, alpha_f, gamma, beta;

  explicit Weights(double rho)
      : alpha_m((2 * rho - 1) / (rho + 1)),
        alpha_f(rho / (rho + 1)),
        gamma(0.5 + alpha_f - alpha_m),
        beta((1 + alpha_f - alpha_m) * (1 + alpha_f - alpha_m) / 4) {}
};

class GeneralizedAlpha {
 public:
  static constexpr plumb_interface::Info info = {.name = "generalized-alpha",
                                                 .title = "Generalized-alpha method",
                                                 .source = "chung1993; arnold2007, eqs. (6), (15)",
                                                 .forms = "ode index3",
                                                 .order = 2};
  static constexpr plumb_parameter parameters[] = {{"rho", "0.8", "-", "spectral radius at infinity", 0, 1}};
  static long memory(const plumb_sizes& n, const double*) { return 2L * n.nv + n.nl; }
  static long work(const plumb_sizes& n, const double*) { return n.nq + 6L * n.nv + 2L * n.nl; }

  explicit GeneralizedAlpha(plumb_interface::System system)
      : s(system),
        weights(system.parameter(0)),
        a(s.memory(0, s.nv())),
        w(s.memory(s.nv(), s.nv())),
        lambda(s.memory(2 * s.nv(), s.nl())),
        q1(s.work(0, s.nq())),
        v1(of_velocities(0)),
        a1(of_velocities(1)),
        w1(of_velocities(2)),
        move(of_velocities(3)),
        r(of_velocities(4)),
        f(of_velocities(5)),
        lambda1(s.work(s.nq() + 6 * s.nv(), s.nl())),
        phi(s.work(s.nq() + 6 * s.nv() + s.nl(), s.nl())) {}

  void start(double t, double, plumb_interface::State x) {
    s.acceleration(t, x.q, x.v, w, lambda);
    std::ranges::copy(w, a.begin());
  }

  void step(double t, double h, plumb_interface::State x) {
    std::ranges::copy(w, w1.begin());
    std::ranges::copy(lambda, lambda1.begin());
    iterate(t + h, h, x);
    std::ranges::copy(a1, a.begin());
    std::ranges::copy(w1, w.begin());
    std::ranges::copy(lambda1, lambda.begin());
    std::ranges::copy(q1, x.q.begin());
    std::ranges::copy(v1, x.v.begin());
    std::ranges::copy(w1, x.a.begin());
    std::ranges::copy(lambda1, x.lambda.begin());
    s.count(PLUMB_STAGES);
  }

 private:
  Out of_velocities(int i) const { return s.work(s.nq() + i * s.nv(), s.nv()); }

  // These are the weights of w+ in q+ and v+.
  double share() const { return (1 - weights.alpha_f) / (1 - weights.alpha_m); }
  double in_q(double h) const { return h * h * weights.beta * share(); }
  double in_v(double h) const { return h * weights.gamma * share(); }

  void iterate(double t1, double h, const plumb_interface::State& x) {
    s.begin_iteration();
    while (true) {
      advance(h, x);
      balance(t1);
      if (s.tests_residual() && s.converged(s.norm(r, phi), s.norm(f, q1), "residual")) return;
      correct(t1, h, x);
      if (s.tests_residual()) continue;
      const double scale = std::max(s.norm(q1), in_q(h) * s.norm(w1));
      if (s.converged(in_q(h) * s.norm(r), scale, "change of the position")) return advance(h, x);
    }
  }

  // Computes a+, q+ and v+ from w+.
  void advance(double h, const plumb_interface::State& x) {
    const auto& [alpha_m, alpha_f, gamma, beta] = weights;
    for (std::size_t i = 0; i < a.size(); ++i) {
      a1[i] = ((1 - alpha_f) * w1[i] + alpha_f * w[i] - alpha_m * a[i]) / (1 - alpha_m);
      move[i] = h * x.v[i] + h * h * ((0.5 - beta) * a[i] + beta * a1[i]);
      v1[i] = x.v[i] + h * ((1 - gamma) * a[i] + gamma * a1[i]);
    }
    s.retract(x.q, move, q1);
  }

  // Computes r = f - G^T lambda - M w and Phi at the end of the step.
  void balance(double t1) {
    s.momentum(q1, w1, r);
    s.reaction(t1, q1, lambda1, f);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] += f[i];
    s.force(t1, q1, v1, f);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = f[i] - r[i];
    s.constraint(t1, q1, phi);
    s.count(PLUMB_RESIDUAL_EVALUATIONS);
  }

  void correct(double t1, double h, const plumb_interface::State& x) {
    s.factor(0, {.t = t1, .q = q1, .v = v1, .a = w1, .lambda = lambda1, .centre = x.q, .theta = move},
             {.mass = 1, .damping = in_v(h), .stiffness = in_q(h), .position = 1}, "iteration matrix");
    for (double& g : phi) g /= -in_q(h);
    s.solve(0, r, phi);
    for (std::size_t i = 0; i < r.size(); ++i) w1[i] += r[i];
    for (std::size_t i = 0; i < phi.size(); ++i) lambda1[i] += phi[i];
    s.count(PLUMB_NEWTON_ITERATIONS);
  }

  plumb_interface::System s;
  Weights weights;
  Out a, w, lambda;    // remembered from step to step
  Out q1, v1, a1, w1;  // q+, v+, a+, w+
  Out move, r, f;      // the increment of q, the residual and a force
  Out lambda1, phi;
};

}  // namespace

PLUMB_METHOD(GeneralizedAlpha)
