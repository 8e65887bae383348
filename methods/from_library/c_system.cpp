#include "methods/from_library/c_system.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "methods/from_library/c_arrays.hpp"
#include "methods/from_library/c_status.hpp"

namespace plumb {
namespace {

using namespace c_arrays;
using Vector = Vec<double>;
using Complex = std::complex<double>;

int code_of_matrix(bool regular) { return regular ? PLUMB_OK : PLUMB_SINGULAR; }

}  // namespace

/// The functions of the table with C signatures, without exceptions.
struct CSystem::Functions {
  using Self = const plumb_system*;
  using In = const double*;
  using Out = double*;

  template <class Work>
  static int guarded(Self table, const Work& work) noexcept {
    auto& self = *static_cast<CSystem*>(table->self);
    try {
      return work(self);
    } catch (...) {
      if (!self.thrown) self.thrown = std::current_exception();
      return PLUMB_FAILED;
    }
  }
  /// Wraps functions that succeed whenever they return.
  template <class Work>
  static int done(Self table, const Work& work) noexcept {
    return guarded(table, [&](CSystem& self) {
      work(self);
      return PLUMB_OK;
    });
  }
  /// Wraps functions that write one vector, `result`, which is copied to `to`.
  template <class Work>
  static int written(Self table, Vector State::*result, Out to, const Work& work) noexcept {
    return done(table, [&](CSystem& self) {
      work(self, self.y.*result);
      out(self.y.*result, to);
    });
  }

  static int acceleration(Self table, double t, In q, In v, Out a, Out lambda) {
    return guarded(table, [&](CSystem& self) {
      auto &x = self.x, &y = self.y;
      const bool regular = self.s.acceleration(t, in(q, x.q), in(v, x.v), y.a, y.lambda);
      out(y.a, a);
      if (lambda) out(y.lambda, lambda);
      return code_of_matrix(regular);
    });
  }
  static int force(Self table, double t, In q, In v, Out f) {
    return written(table, &State::v, f,
                   [&](CSystem& self, Vector& y) { self.s.force(t, in(q, self.x.q), in(v, self.x.v), y); });
  }
  static int momentum(Self table, In q, In v, Out p) {
    return written(table, &State::v, p,
                   [&](CSystem& self, Vector& y) { self.s.momentum(in(q, self.x.q), in(v, self.x.v), y); });
  }
  static int reaction(Self table, double t, In q, In lambda, Out r) {
    return written(table, &State::v, r, [&](CSystem& self, Vector& y) {
      self.s.reaction(t, in(q, self.x.q), in(lambda, self.x.lambda), y);
    });
  }
  static int mass_solve(Self table, double t, In q, Out w, Out e) {
    return guarded(table, [&](CSystem& self) {
      auto &x = self.x, &y = self.y;
      in(q, x.q);
      for (auto* unused : {&x.v, &x.a, &x.lambda}) unused->setZero();
      if (!self.mass) self.mass = self.s.factors<double>();
      if (!self.s.factor(self.mass, {t, x}, Blend<double>{.mass = 1})) return int{PLUMB_SINGULAR};
      in(w, y.v);
      in(e, y.lambda);
      self.s.solve(self.mass, y.v, y.lambda);
      out(y.v, w);
      out(y.lambda, e);
      return int{PLUMB_OK};
    });
  }

  static int constraint(Self table, double t, In q, Out phi) {
    return written(table, &State::lambda, phi,
                   [&](CSystem& self, Vector& y) { self.s.constraint(t, in(q, self.x.q), y); });
  }
  static int constraint_rate(Self table, double t, In q, In v, Out phi) {
    return written(table, &State::lambda, phi,
                   [&](CSystem& self, Vector& y) { self.s.constraint_rate(t, in(q, self.x.q), in(v, self.x.v), y); });
  }
  static int constraint_acceleration(Self table, double t, In q, In v, In a, Out phi) {
    return written(table, &State::lambda, phi, [&](CSystem& self, Vector& y) {
      self.s.constraint_acceleration(t, in(q, self.x.q), in(v, self.x.v), in(a, self.x.a), y);
    });
  }
  static int constraint_bias(Self table, double t, In q, In v, Out phi) {
    return written(table, &State::lambda, phi,
                   [&](CSystem& self, Vector& y) { self.s.constraint_bias(t, in(q, self.x.q), in(v, self.x.v), y); });
  }

  template <class Entry>
  static CSystem::System::Factors<Entry>& slot_of(CSystem& self, int slot) {
    if (slot < 0 || slot >= PLUMB_FACTORS) throw std::invalid_argument("the method uses a slot that does not exist");
    return self.factorisations<Entry>().slots[static_cast<std::size_t>(slot)];
  }
  template <class Entry>
  static int factor_in(Self table, int slot, const plumb_point* at, const auto* blend) {
    return guarded(table, [&](CSystem& self) {
      auto& place = slot_of<Entry>(self, slot);
      if (!at || !blend) throw std::invalid_argument("the method passed NULL to factor");
      if (blend->stabilised && self.s.form() != Form::ggl)
        throw std::invalid_argument("the method requests a stabilised matrix, which only the form ggl has");
      if (!place) place = self.s.factors<Entry>();
      return code_of_matrix(self.s.factor(place, self.point_of(*at), blend_of<Entry>(*blend)));
    });
  }
  template <class Entry>
  static int solve_in(Self table, int slot, Entry* w, Entry* e, Entry* mu) {
    return done(table, [&](CSystem& self) {
      auto& place = slot_of<Entry>(self, slot);
      if (!place)
        throw std::invalid_argument(
            "the method solves with a slot that has no factorised matrix; it must call factor first");
      auto& x = self.factorisations<Entry>();
      in(w, x.w);
      in(e, x.e);
      if (mu) {
        in(mu, x.mu);
        self.s.solve(place, x.w, x.e, x.mu);
      } else {
        self.s.solve(place, x.w, x.e);
      }
      out(x.w, w);
      out(x.e, e);
      if (mu) out(x.mu, mu);
    });
  }
  template <class Entry>
  static int release_in(Self table, int slot) {
    return done(table, [&](CSystem& self) { slot_of<Entry>(self, slot).reset(); });
  }

  static int factor(Self table, int slot, const plumb_point* at, const plumb_blend* blend) {
    return factor_in<double>(table, slot, at, blend);
  }
  static int solve(Self table, int slot, Out w, Out e, Out mu) { return solve_in(table, slot, w, e, mu); }
  static int release(Self table, int slot) { return release_in<double>(table, slot); }

  static int factor_complex(Self table, int slot, const plumb_point* at, const plumb_complex_blend* blend) {
    return factor_in<Complex>(table, slot, at, blend);
  }
  static int solve_complex(Self table, int slot, plumb_complex* w, plumb_complex* e, plumb_complex* mu) {
    return solve_in(table, slot, entries(w), entries(e), entries(mu));
  }
  static int release_complex(Self table, int slot) { return release_in<Complex>(table, slot); }

  static int without_blocks(CSystem& self) {
    self.judged = {Status::unsupported, 0, "this system offers no dense blocks"};
    return PLUMB_UNSUPPORTED;
  }
  static int blocks(Self table, double t, In q, In v, In a, In lambda, const plumb_blocks* to) {
    return guarded(table, [&](CSystem& self) {
      if (!self.s.offers_blocks()) return without_blocks(self);
      if (!to) throw std::invalid_argument("the method passed NULL to blocks");
      self.take_state(q, v, a, lambda);
      if (!self.blocks) self.blocks.emplace(table->nv, table->nl);
      const auto& b = *self.blocks;
      self.s.blocks(t, self.x, *self.blocks);
      copy_out_if_set(b.mass, to->mass);
      copy_out_if_set(b.damping, to->damping);
      copy_out_if_set(b.stiffness, to->stiffness);
      copy_out_if_set(b.jacobian, to->jacobian);
      copy_out_if_set(b.rate_by_q, to->rate_by_q);
      copy_out_if_set(b.acceleration_by_q, to->acceleration_by_q);
      copy_out_if_set(b.acceleration_by_v, to->acceleration_by_v);
      return int{PLUMB_OK};
    });
  }
  static int chart_blocks(Self table, In q, In theta, In v, const plumb_chart_blocks* to) {
    return guarded(table, [&](CSystem& self) {
      if (!self.s.offers_blocks()) return without_blocks(self);
      if (!to) throw std::invalid_argument("the method passed NULL to chart_blocks");
      if (!self.chart_blocks) self.chart_blocks.emplace(table->nv);
      auto& b = *self.chart_blocks;
      self.s.chart_blocks(in(q, self.x.q), in(theta, self.x.v), in(v, self.z.v), b);
      copy_out_if_set(b.tangent, to->tangent);
      copy_out_if_set(b.rate_by_theta, to->rate_by_theta);
      copy_out_if_set(b.rate_by_v, to->rate_by_v);
      return int{PLUMB_OK};
    });
  }

  static int retract(Self table, In q, In theta, Out q1) {
    return written(table, &State::q, q1,
                   [&](CSystem& self, Vector& y) { self.s.retract(in(q, self.x.q), in(theta, self.x.v), y); });
  }
  static int local(Self table, In q, In q1, Out theta) {
    return written(table, &State::v, theta,
                   [&](CSystem& self, Vector& y) { self.s.local(in(q, self.x.q), in(q1, self.z.q), y); });
  }
  static int chart_rate(Self table, In q, In theta, In v, Out rate) {
    return written(table, &State::v, rate, [&](CSystem& self, Vector& y) {
      self.s.chart_rate(in(q, self.x.q), in(theta, self.x.v), in(v, self.z.v), y);
    });
  }
  static int chart_tangent(Self table, In q, In theta, In u, Out result) {
    return written(table, &State::v, result, [&](CSystem& self, Vector& y) {
      self.s.chart_tangent(in(q, self.x.q), in(theta, self.x.v), in(u, self.z.v), y);
    });
  }
  static int chart_momentum(Self table, In q, In theta, In p, Out result) {
    return written(table, &State::v, result, [&](CSystem& self, Vector& y) {
      self.s.chart_momentum(in(q, self.x.q), in(theta, self.x.v), in(p, self.z.v), y);
    });
  }
  static int coadjoint(Self table, In v, In p, Out result) {
    return written(table, &State::v, result,
                   [&](CSystem& self, Vector& y) { self.s.coadjoint(in(v, self.x.v), in(p, self.z.v), y); });
  }

  static int begin_iteration(Self table) {
    return done(table, [](CSystem& self) { self.verdict.restart(); });
  }
  static int judge(Self table, double size, double scale, const char* label) {
    return guarded(table, [&](CSystem& self) {
      const auto decision = self.verdict.judge(size, scale, "");
      if (decision == self.verdict.iterate) return int{PLUMB_ITERATE};
      if (decision == self.verdict.converged) return int{PLUMB_OK};
      ++*self.counters.newton_failures;
      self.judged = self.verdict.result();
      self.judged.detail = kept(label);
      return code_of(self.judged.status);
    });
  }
  static double norm_of(Self table, In x, int nx, In y, int ny) {
    const auto& self = *static_cast<CSystem*>(table->self);
    return newton_norm(self.norm, Eigen::Map<const Vector>(x, nx), Eigen::Map<const Vector>(y, ny));
  }

  static int count(Self table, int counter, long number) {
    return done(table, [&](CSystem& self) {
      auto& c = self.counters;
      switch (counter) {
        case PLUMB_STAGES: *c.stages += number; return;
        case PLUMB_NEWTON_ITERATIONS: *c.newton_iterations += number; return;
        case PLUMB_RESIDUAL_EVALUATIONS: *c.residual_evaluations += number; return;
        case PLUMB_NEWTON_FAILURES: *c.newton_failures += number; return;
        default: throw std::invalid_argument("the method counts with a value that is not a plumb_counter");
      }
    });
  }
  static int fail(Self table, int status, const char* reason) {
    guarded(table, [&](CSystem& self) {
      self.judged = result_of(status);
      self.judged.detail = kept(reason);
      return status;
    });
    return status;
  }
};

CSystem::CSystem(System& system, const NewtonSettings& newton, Counters& of_method)
    : s(system), counters(of_method), norm(newton.norm), verdict(newton), x(zero_state(system)), y(x), z(x) {
  const auto n = system.sizes();
  real_factors = {.w = x.v, .e = x.lambda, .mu = x.lambda};
  complex_factors = {.w = x.v.cast<Complex>(), .e = x.lambda.cast<Complex>(), .mu = x.lambda.cast<Complex>()};
  table = {.self = this,
           .nq = n.q,
           .nv = n.v,
           .nl = n.lambda,
           .form = n.lambda == 0 ? PLUMB_ODE : static_cast<int>(system.form()),
           .velocity_dependent = system.velocity_dependent(),
           .vector_space = system.vector_space(),
           .tests_residual = newton.test == NewtonTest::residual,
           .parameters = nullptr,
           .memory = nullptr,
           .work = nullptr,
           .acceleration = Functions::acceleration,
           .force = Functions::force,
           .momentum = Functions::momentum,
           .reaction = Functions::reaction,
           .mass_solve = Functions::mass_solve,
           .constraint = Functions::constraint,
           .constraint_rate = Functions::constraint_rate,
           .constraint_acceleration = Functions::constraint_acceleration,
           .constraint_bias = Functions::constraint_bias,
           .factor = Functions::factor,
           .solve = Functions::solve,
           .release = Functions::release,
           .retract = Functions::retract,
           .local = Functions::local,
           .chart_rate = Functions::chart_rate,
           .chart_tangent = Functions::chart_tangent,
           .chart_momentum = Functions::chart_momentum,
           .coadjoint = Functions::coadjoint,
           .begin_iteration = Functions::begin_iteration,
           .judge = Functions::judge,
           .norm = Functions::norm_of,
           .count = Functions::count,
           .fail = Functions::fail,
           .factor_complex = Functions::factor_complex,
           .solve_complex = Functions::solve_complex,
           .release_complex = Functions::release_complex,
           .offers_blocks = system.offers_blocks(),
           .blocks = Functions::blocks,
           .chart_blocks = Functions::chart_blocks};
}

void CSystem::take_state(const double* q, const double* v, const double* a, const double* lambda) {
  in(q, x.q);
  in(v, x.v);
  if (!copy_in_if_set(a, x.a)) x.a.setZero();
  if (!copy_in_if_set(lambda, x.lambda)) x.lambda.setZero();
}

CSystem::System::Point CSystem::point_of(const plumb_point& at) {
  take_state(at.q, at.v, at.a, at.lambda);
  System::Point out{at.t, x};
  out.t_rows = at.t_rows;
  out.q_rows = copy_in_if_set(at.q_rows, y.q);
  out.centre = copy_in_if_set(at.centre, z.q);
  out.theta = copy_in_if_set(at.theta, y.v);
  out.velocity = copy_in_if_set(at.velocity, z.v);
  out.weight = at.weight;
  return out;
}

StepResult CSystem::end(int code) {
  try {
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {  // a request to stop is no std::exception
    return {Status::crashed, 0, kept(e.what())};
  }
  const auto out = result_of(code);
  return code != PLUMB_OK && judged.status == out.status && !judged.detail.empty() ? judged : out;
}

}  // namespace plumb
