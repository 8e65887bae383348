// A method without steps, for tests of the interface. Its start compares linearisations of the system, computed in
// several ways, and fails if these differ.

#include <plumb_method.hpp>

#include <cmath>
#include <vector>

namespace {

using plumb_interface::Complex;
using plumb_interface::In;
using plumb_interface::Out;

class LinearisationProbe {
 public:
  static constexpr plumb_interface::Info info = {
      .name = "linearisation-probe", .forms = "ode index1 index2 index3", .order = 1};

  explicit LinearisationProbe(plumb_interface::System system)
      : s(system),
        nv(size(s.nv())),
        nl(size(s.nl())),
        mass(nv * nv),
        damping(mass),
        stiffness(mass),
        jacobian(nl * nv) {}

  void start(double t, double, plumb_interface::State x) {
    std::vector<double> a(nv), lambda(nl);
    s.acceleration(t, x.q, x.v, a, lambda);
    s.blocks(t, x.q, x.v, a, lambda, {.mass = mass, .damping = damping, .stiffness = stiffness, .jacobian = jacobian});
    expect_products(t, x);
    expect_solution(t, x, a, lambda);
    expect_chart(x);
  }
  void step(double, double, plumb_interface::State) {}

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }

  static void expect(bool holds, const char* label) {
    if (!holds) throw plumb_interface::Failure{PLUMB_FAILED, label};
  }
  static bool is_near(double x, double y) { return std::abs(x - y) <= 1e-9 * (1 + std::abs(x)); }

  // Compares M and G^T with the products of the system, column by column.
  void expect_products(double t, plumb_interface::State x) const {
    std::vector<double> unit(nv), out(nv), other(nv), multiplier(nl);
    for (std::size_t j = 0; j < nv; ++j) {
      unit[j] = 1;
      s.momentum(x.q, unit, out);
      for (std::size_t i = 0; i < nv; ++i) expect(is_near(out[i], mass[i + nv * j]), "M is not that of momentum");
      unit[j] = 0;
    }
    for (std::size_t k = 0; k < nl; ++k) {
      multiplier[k] = 1;
      s.reaction(t, x.q, multiplier, out);
      for (std::size_t i = 0; i < nv; ++i) expect(is_near(out[i], jacobian[k + nl * i]), "G is not that of reaction");
      multiplier[k] = 0;
    }
  }

  // The product of [M - z D - z^2 K  G^T; G  0] and the solution (w, e) must equal the right-hand side.
  void expect_solution(double t, plumb_interface::State x, In a, In lambda) const {
    const Complex z(0.01, 0.02);
    std::vector<Complex> w(nv), e(nl), forces(nv), rows(nl);
    for (std::size_t i = 0; i < nv; ++i) forces[i] = w[i] = Complex(1 + static_cast<double>(i), -0.5);
    for (std::size_t k = 0; k < nl; ++k) rows[k] = e[k] = Complex(-0.3, 2 + static_cast<double>(k));
    s.factor_complex(3, {.t = t, .q = x.q, .v = x.v, .a = a, .lambda = lambda},
                     {.mass = 1, .damping = z, .stiffness = z * z, .jacobian = 1}, "complex matrix");
    s.solve_complex(3, w, e);
    s.release_complex(3);
    for (std::size_t i = 0; i < nv; ++i) {
      Complex sum = 0;
      for (std::size_t j = 0; j < nv; ++j)
        sum += (mass[i + nv * j] - z * damping[i + nv * j] - z * z * stiffness[i + nv * j]) * w[j];
      for (std::size_t k = 0; k < nl; ++k) sum += jacobian[k + nl * i] * e[k];
      expect(std::abs(sum - forces[i]) < 1e-9 * (1 + std::abs(forces[i])), "the complex solution is none");
    }
    for (std::size_t k = 0; k < nl; ++k) {
      Complex sum = 0;
      for (std::size_t j = 0; j < nv; ++j) sum += jacobian[k + nl * j] * w[j];
      expect(std::abs(sum - rows[k]) < 1e-9 * (1 + std::abs(rows[k])), "the rows of constraints are not solved");
    }
  }

  // Compares T(theta) u with the blocks of the chart.
  void expect_chart(plumb_interface::State x) const {
    std::vector<double> tangent(nv * nv), theta(nv, 0.1), unit(nv), out(nv);
    s.chart_blocks(x.q, theta, x.v, {.tangent = tangent});
    for (std::size_t j = 0; j < nv; ++j) {
      unit[j] = 1;
      s.chart_tangent(x.q, theta, unit, out);
      for (std::size_t i = 0; i < nv; ++i) expect(is_near(out[i], tangent[i + nv * j]), "T is not that of the chart");
      unit[j] = 0;
    }
  }

  plumb_interface::System s;
  std::size_t nv, nl;
  std::vector<double> mass, damping, stiffness, jacobian;
};

}  // namespace

PLUMB_METHOD(LinearisationProbe)
