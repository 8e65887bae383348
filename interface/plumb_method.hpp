// plumb_method.hpp: plumb_method.h for C++20. A method is a class:
//
//   struct Mine {
//     static constexpr plumb_interface::Info info = {.name = "mine", .forms = "ode", .order = 2};
//     static long memory(const plumb_sizes& n, const double* parameters);   // optional, like `work` and `parameters`
//     explicit Mine(plumb_interface::System s);                             // called for every step
//     void start(double t, double h, plumb_interface::State x);
//     void step(double t, double h, plumb_interface::State x);
//   };
//   PLUMB_METHOD(Mine)
//
// Vectors are std::span. If a function of the system returns another status than PLUMB_OK, a Failure is thrown.
// Every exception that leaves `start` or `step` becomes a status with its reason, so no exception crosses the boundary.
// The data of a method between steps are in s.memory; s.work is for intermediate results.
#ifndef PLUMB_METHOD_HPP
#define PLUMB_METHOD_HPP

#include <plumb_method.h>

#include <complex>
#include <cstddef>
#include <exception>
#include <iterator>
#include <span>

namespace plumb_interface {

using In = std::span<const double>;
using Out = std::span<double>;
using Complex = std::complex<double>;
using ComplexOut = std::span<Complex>;

/// An exception that ends a step with a plumb_status; `reason` is null or a string literal.
struct Failure {
  int status;
  const char* reason = nullptr;
};

/// The state of a step, as vectors. a and lambda are results only (plumb_state).
struct State {
  Out q, v, a, lambda;
};

/// plumb_point and plumb_blend as aggregates with defaults. In a Point all members after v are optional; the default of
/// weights is zero.
struct Point {
  double t;
  In q, v;
  In a = {}, lambda = {};
  const double* t_rows = nullptr;
  In q_rows = {}, centre = {}, theta = {}, velocity = {};
  double weight = 0;
};
template <class Number>
struct BlendOf {
  Number mass = 0, damping = 0, stiffness = 0, identity = 0;
  Number jacobian = 0, position = 0, rate = 0, by_v = 0, by_q = 0;
  bool stabilised = false;
  Number mu_force = 0, mu_rate = 0, mu_position = 0;
};
using Blend = BlendOf<double>;
using ComplexBlend = BlendOf<Complex>;

/// plumb_blocks and plumb_chart_blocks: dense matrices, stored column by column. Empty members are not computed.
struct Blocks {
  Out mass = {}, damping = {}, stiffness = {}, jacobian = {}, rate_by_q = {};
  Out acceleration_by_q = {}, acceleration_by_v = {};
};
struct ChartBlocks {
  Out tangent = {}, rate_by_theta = {}, rate_by_v = {};
};

/// The system. Its functions have the names and meanings of the functions in plumb_system.
class System {
 public:
  explicit System(const plumb_system* table) : s(table) {}

  int nq() const { return s->nq; }
  int nv() const { return s->nv; }
  int nl() const { return s->nl; }
  int form() const { return s->form; }
  bool vector_space() const { return s->vector_space != 0; }
  bool velocity_dependent() const { return s->velocity_dependent != 0; }
  bool tests_residual() const { return s->tests_residual != 0; }
  double parameter(int i) const { return s->parameters[i]; }
  /// Return `size` numbers of the arrays plumb_system.memory or plumb_system.work, from the index `first` on.
  Out memory(int first, int size) const { return part(s->memory, first, size); }
  Out work(int first, int size) const { return part(s->work, first, size); }
  /// Returns `size` complex numbers of the array `work`, from the index `first` on; each needs two doubles.
  ComplexOut complex_work(int first, int size) const {
    return {reinterpret_cast<Complex*>(s->work + first), static_cast<std::size_t>(size)};
  }

  void acceleration(double t, In q, In v, Out a, Out lambda) const {
    check(s->acceleration(s, t, q.data(), v.data(), a.data(), lambda.data()), "acceleration");
  }
  void force(double t, In q, In v, Out f) const { check(s->force(s, t, q.data(), v.data(), f.data())); }
  void momentum(In q, In v, Out p) const { check(s->momentum(s, q.data(), v.data(), p.data())); }
  void reaction(double t, In q, In lambda, Out r) const { check(s->reaction(s, t, q.data(), lambda.data(), r.data())); }
  void mass_solve(double t, In q, Out w, Out e) const {
    check(s->mass_solve(s, t, q.data(), w.data(), e.data()), "mass matrix");
  }
  void constraint(double t, In q, Out phi) const { check(s->constraint(s, t, q.data(), phi.data())); }
  void constraint_rate(double t, In q, In v, Out phi) const {
    check(s->constraint_rate(s, t, q.data(), v.data(), phi.data()));
  }
  void constraint_acceleration(double t, In q, In v, In a, Out phi) const {
    check(s->constraint_acceleration(s, t, q.data(), v.data(), a.data(), phi.data()));
  }
  void constraint_bias(double t, In q, In v, Out phi) const {
    check(s->constraint_bias(s, t, q.data(), v.data(), phi.data()));
  }

  /// Factorises the matrix into a slot. `reason` is the message of the Failure, for example if the matrix is singular.
  void factor(int slot, const Point& at, const Blend& b, const char* reason) const {
    const auto point = c_point(at);
    const plumb_blend blend = {b.mass, b.damping, b.stiffness,  b.identity, b.jacobian, b.position,   b.rate,
                               b.by_v, b.by_q,    b.stabilised, b.mu_force, b.mu_rate,  b.mu_position};
    check(s->factor(s, slot, &point, &blend), reason);
  }
  void solve(int slot, Out w, Out e) const { check(s->solve(s, slot, w.data(), e.data(), nullptr)); }
  void solve(int slot, Out w, Out e, Out mu) const { check(s->solve(s, slot, w.data(), e.data(), mu.data())); }
  void release(int slot) const { check(s->release(s, slot)); }

  /// Factorises the matrix with complex weights. Complex matrices have separate slots.
  void factor_complex(int slot, const Point& at, const ComplexBlend& b, const char* reason) const {
    const auto point = c_point(at);
    const plumb_complex_blend blend = {c(b.mass),     c(b.damping), c(b.stiffness),  c(b.identity), c(b.jacobian),
                                       c(b.position), c(b.rate),    c(b.by_v),       c(b.by_q),     b.stabilised,
                                       c(b.mu_force), c(b.mu_rate), c(b.mu_position)};
    check(s->factor_complex(s, slot, &point, &blend), reason);
  }
  void solve_complex(int slot, ComplexOut w, ComplexOut e, ComplexOut mu = {}) const {
    check(s->solve_complex(s, slot, c(w), c(e), mu.empty() ? nullptr : c(mu)));
  }
  void release_complex(int slot) const { check(s->release_complex(s, slot)); }

  bool offers_blocks() const { return s->offers_blocks != 0; }
  void blocks(double t, In q, In v, In a, In lambda, const Blocks& to) const {
    const plumb_blocks out = {
        to.mass.data(),      to.damping.data(),           to.stiffness.data(),        to.jacobian.data(),
        to.rate_by_q.data(), to.acceleration_by_q.data(), to.acceleration_by_v.data()};
    check(s->blocks(s, t, q.data(), v.data(), a.data(), lambda.data(), &out));
  }
  void chart_blocks(In q, In theta, In v, const ChartBlocks& to) const {
    const plumb_chart_blocks out = {to.tangent.data(), to.rate_by_theta.data(), to.rate_by_v.data()};
    check(s->chart_blocks(s, q.data(), theta.data(), v.data(), &out));
  }

  void retract(In q, In theta, Out q1) const { check(s->retract(s, q.data(), theta.data(), q1.data())); }
  void local(In q, In q1, Out theta) const { check(s->local(s, q.data(), q1.data(), theta.data())); }
  void chart_rate(In q, In theta, In v, Out rate) const {
    check(s->chart_rate(s, q.data(), theta.data(), v.data(), rate.data()));
  }
  void chart_tangent(In q, In theta, In u, Out out) const {
    check(s->chart_tangent(s, q.data(), theta.data(), u.data(), out.data()));
  }
  void chart_momentum(In q, In theta, In p, Out out) const {
    check(s->chart_momentum(s, q.data(), theta.data(), p.data(), out.data()));
  }
  void coadjoint(In v, In p, Out out) const { check(s->coadjoint(s, v.data(), p.data(), out.data())); }

  void begin_iteration() const { check(s->begin_iteration(s)); }
  /// Calls `judge`. Returns true if the iteration has converged, and false if it must continue; throws a Failure if it
  /// has failed.
  bool converged(double size, double scale, const char* what) const {
    const int verdict = s->judge(s, size, scale, what);
    if (verdict != PLUMB_ITERATE) check(verdict);
    return verdict == PLUMB_OK;
  }
  double norm(In x, In y = {}) const {
    return s->norm(s, x.data(), static_cast<int>(x.size()), y.data(), static_cast<int>(y.size()));
  }
  void count(int counter, long number = 1) const { check(s->count(s, counter, number)); }

  static void check(int code, const char* reason = nullptr) {
    if (code != PLUMB_OK) throw Failure{code, reason};
  }

 private:
  static Out part(double* from, int first, int size) { return {from + first, static_cast<std::size_t>(size)}; }
  static plumb_complex c(const Complex& z) { return {z.real(), z.imag()}; }
  static plumb_complex* c(ComplexOut x) { return reinterpret_cast<plumb_complex*>(x.data()); }
  static plumb_point c_point(const Point& at) {
    return {at.t,      at.q.data(),      at.v.data(),      at.a.data(),     at.lambda.data(),
            at.t_rows, at.q_rows.data(), at.centre.data(), at.theta.data(), at.velocity.data(),
            at.weight};
  }

  const plumb_system* s;
};

/// The data members of plumb_method, with defaults.
struct Info {
  const char* name;
  const char* title = nullptr;
  const char* source = nullptr;
  const char* forms;
  int order;
  int multiplier_order = 0;
  bool vector_space_only = false;
  bool velocity_independent_only = false;
};

namespace detail {

template <class Work>
int guarded(const plumb_system* s, Work work) noexcept {
  try {
    work();
    return PLUMB_OK;
  } catch (const Failure& failure) {
    return failure.reason ? s->fail(s, failure.status, failure.reason) : failure.status;
  } catch (const std::exception& e) {
    return s->fail(s, PLUMB_FAILED, e.what());
  } catch (...) {
    return s->fail(s, PLUMB_FAILED, "an exception other than std::exception");
  }
}

inline State state_of(const plumb_system* s, plumb_state* x) {
  const auto vector = [](double* from, int size) { return Out(from, static_cast<std::size_t>(size)); };
  return {vector(x->q, s->nq), vector(x->v, s->nv), vector(x->a, s->nv), vector(x->lambda, s->nl)};
}

template <class M>
int start(const plumb_system* s, double t, double h, plumb_state* x) {
  return guarded(s, [&] { M(System(s)).start(t, h, state_of(s, x)); });
}
template <class M>
int step(const plumb_system* s, double t, double h, plumb_state* x) {
  return guarded(s, [&] { M(System(s)).step(t, h, state_of(s, x)); });
}

template <class M>
plumb_method described() {
  plumb_method m = {};
  m.abi = PLUMB_METHOD_ABI;
  m.name = M::info.name;
  m.title = M::info.title;
  m.source = M::info.source;
  m.forms = M::info.forms;
  m.order = M::info.order;
  m.multiplier_order = M::info.multiplier_order;
  m.vector_space_only = M::info.vector_space_only;
  m.velocity_independent_only = M::info.velocity_independent_only;
  if constexpr (requires { M::parameters; }) {
    m.parameter_count = static_cast<int>(std::size(M::parameters));
    m.parameters = M::parameters;
  }
  if constexpr (requires(const double* p) { M::check(p); }) m.check = [](const double* p) { return M::check(p); };
  if constexpr (requires(const plumb_sizes& n, const double* p) { M::memory(n, p); })
    m.memory = [](const plumb_sizes* n, const double* p) { return M::memory(*n, p); };
  if constexpr (requires(const plumb_sizes& n, const double* p) { M::work(n, p); })
    m.work = [](const plumb_sizes* n, const double* p) { return M::work(*n, p); };
  m.start = start<M>;
  m.step = step<M>;
  return m;
}

}  // namespace detail
}  // namespace plumb_interface

/// Exports the class M as the library's method.
#define PLUMB_METHOD(M)                                                         \
  extern "C" PLUMB_EXPORT const plumb_method* plumb_method_entry(void) {        \
    static const plumb_method method = plumb_interface::detail::described<M>(); \
    return &method;                                                             \
  }

#endif
