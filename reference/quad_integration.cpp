#include "reference/quad_integration.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <optional>

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

// One integration at one time. A copy goes its own way from here.
template <class Stepper>
struct Line {
  Stepper stepper;
  State x;
  quad t = 0, step = quad(1) / 1000;

  /// One accepted step, not beyond `end`; returns why there is none.
  template <class Rates>
  std::string_view advance(Rates& rates, const std::optional<quad>& end, std::int64_t& steps, std::int64_t max_steps);
};

constexpr std::string_view too_many_steps = "the quad integration takes too many steps";
constexpr std::string_view vanished_step = "the step of the quad integration vanished";
constexpr std::string_view no_numbers = "the quad integration left the numbers";

template <class Stepper>
template <class Rates>
std::string_view Line<Stepper>::advance(Rates& rates, const std::optional<quad>& end, std::int64_t& steps,
                                        std::int64_t max_steps) {
  for (;;) {
    const bool last = end && t + step >= *end;
    quad trial = last ? quad(*end - t) : step;
    if (++steps > max_steps) return too_many_steps;
    if (trial < t * std::numeric_limits<quad>::epsilon()) return vanished_step;
    const bool accepted = stepper.try_step(rates, x, t, trial) == odeint::success;
    if (!finite(x) || !isfinite(trial)) return no_numbers;
    if (accepted && last) t = *end;  // not a rounding beside it
    step = trial;
    if (accepted) return {};
  }
}

Status status_of(std::string_view failure) {
  return failure == too_many_steps  ? Status::step_limit
         : failure == vanished_step ? Status::tolerance_unreachable
                                    : Status::non_finite;
}

// The steps are the integration's own. To a time that is asked for a copy is taken from the step before it, so that the
// answer does not depend on what else is asked.
template <class Stepper>
SampledMotion integrate(Stepper stepper, FirstOrder system, const Motion& start, std::span<const quad> times,
                        std::int64_t max_steps) {
  SampledMotion result;
  const auto stopped = [&](std::string_view failure) {
    result.status = failure.empty() ? Status::ok : status_of(failure);
    result.detail = failure;
    result.rhs_evaluations = system.evaluations;
    return result;
  };
  auto rates = [&system](const State& x, State& rate, const quad& t) { system(x, rate, t); };
  Line<Stepper> line{std::move(stepper), packed(start)}, next = line;
  std::string_view end_of_line;  // why there is no step after `line`
  for (const quad& end : times) {
    while (next.t <= end && end_of_line.empty()) {
      line = next;
      end_of_line = next.advance(rates, {}, result.steps, max_steps);
    }
    auto branch = line;
    auto steps = result.steps;
    while (branch.t < end)
      if (const auto failure = branch.advance(rates, end, steps, max_steps); !failure.empty()) return stopped(failure);
    result.at.push_back(unpacked(branch.x));
    result.reached = end;
  }
  return stopped({});
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
