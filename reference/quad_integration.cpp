#include "reference/quad_integration.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

namespace plumb {
namespace {

namespace odeint = boost::numeric::odeint;
using State = std::vector<quad>;  // q, then v

// Odeint takes quad's `value_type` for that of a container and finds no norm.
struct Algebra : odeint::range_algebra {
  static quad norm_inf(const State& x) {
    quad norm = 0;
    for (const quad& c : x) norm = std::max(norm, quad(abs(c)));
    return norm;
  }
};
using Fehlberg = odeint::runge_kutta_fehlberg78<State, quad, State, quad, Algebra>;
using BulirschStoer = odeint::bulirsch_stoer<State, quad, State, quad, Algebra>;

// Rates of the state; keeps its vectors so that an evaluation does not allocate.
class FirstOrder {
 public:
  FirstOrder(const Acceleration<quad>& acceleration, const Motion& start)
      : acceleration_(acceleration), q_(start.q), v_(start.v), a_(start.v.size()) {}

  void operator()(const State& x, State& rate, const quad& t) {
    const auto n = q_.size();
    for (Eigen::Index i = 0; i < n; ++i) q_[i] = x[i], v_[i] = x[n + i];
    acceleration_(t, q_, v_, a_);
    for (Eigen::Index i = 0; i < n; ++i) rate[i] = v_[i], rate[n + i] = a_[i];
    ++evaluations;
  }
  std::int64_t evaluations = 0;

 private:
  const Acceleration<quad>& acceleration_;
  Vec<quad> q_, v_, a_;
};

State packed(const Motion& m) {
  State x(m.q.begin(), m.q.end());
  x.insert(x.end(), m.v.begin(), m.v.end());
  return x;
}

Motion unpacked(const State& x) {
  const auto n = static_cast<Eigen::Index>(x.size() / 2);
  const Eigen::Map<const Vec<quad>> all(x.data(), 2 * n);
  return {all.head(n), all.tail(n)};
}

bool finite(const State& x) {
  return std::all_of(x.begin(), x.end(), [](const quad& c) { return isfinite(c); });
}

template <class Stepper>
SampledMotion integrate(Stepper stepper, FirstOrder system, const Motion& start, std::span<const quad> times,
                        std::int64_t max_steps) {
  SampledMotion result;
  const auto stopped = [&](Status status, std::string_view detail) {
    result.status = status, result.detail = detail, result.rhs_evaluations = system.evaluations;
    return result;
  };
  const auto rates = [&system](const State& x, State& rate, const quad& t) { system(x, rate, t); };
  State x = packed(start);
  quad t = 0, step = quad(1) / 1000;
  for (const quad& end : times) {
    while (t < end) {
      const bool shortened = t + step >= end;
      quad trial = shortened ? quad(end - t) : step;
      if (++result.steps > max_steps) return stopped(Status::step_limit, "the quad integration takes too many steps");
      if (trial < t * std::numeric_limits<quad>::epsilon())
        return stopped(Status::tolerance_unreachable, "the step of the quad integration vanished");
      const bool accepted = stepper.try_step(rates, x, t, trial) == odeint::success;
      if (!finite(x) || !isfinite(trial)) return stopped(Status::non_finite, "the quad integration left the numbers");
      if (accepted && shortened) t = end;                         // not a rounding beside it
      if (!accepted || trial > step || !shortened) step = trial;  // a short last step says little of the next one
      result.reached = t;
    }
    result.at.push_back(unpacked(x));
  }
  result.rhs_evaluations = system.evaluations;
  return result;
}

}  // namespace

SampledMotion integrate_in_quad(const Acceleration<quad>& acceleration, const Motion& start,
                                std::span<const quad> times, const QuadOptions& options) {
  const FirstOrder system(acceleration, start);
  const quad& tolerance = options.tolerance;
  if (options.scheme == QuadScheme::bulirsch_stoer)
    return integrate(BulirschStoer(tolerance, tolerance), system, start, times, options.max_steps);
  return integrate(odeint::make_controlled<Fehlberg>(tolerance, tolerance), system, start, times, options.max_steps);
}

}  // namespace plumb
