#include "reference/quad_integration.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <optional>
#include <stdexcept>

#include "contract/stop.hpp"
#include "reference/extrapolation.hpp"

namespace plumb {
namespace {

namespace odeint = boost::numeric::odeint;
using State = ExtrapolatedMidpoint::State;  // positions, q or θ in the chart, then v

// Odeint takes quad's `value_type` for that of a container and finds no norm; this algebra has one.
struct Algebra : odeint::range_algebra {
  static quad norm_inf(const State& x) {
    quad norm = 0;
    for (const quad& c : x) norm = std::max(norm, quad(abs(c)));
    return norm;
  }
};
using Fehlberg = odeint::runge_kutta_fehlberg78<State, quad, State, quad, Algebra>;
using ControlledFehlberg = odeint::result_of::make_controlled<Fehlberg>::type;

bool try_step(ExtrapolatedMidpoint& stepper, const ExtrapolatedMidpoint::Rates& rates, State& x, quad& t, quad& h) {
  return stepper.try_step(rates, x, t, h);
}
bool try_step(ControlledFehlberg& stepper, const ExtrapolatedMidpoint::Rates& rates, State& x, quad& t, quad& h) {
  return stepper.try_step(rates, x, t, h) == odeint::success;
}

// The right-hand side, which computes the rates of a state. It keeps its vectors, so that a call does not allocate.
class RateFunction {
 public:
  RateFunction(const Acceleration<quad>& acceleration, const Motion& start, const QuadOptions& options)
      : centre(start.q),
        breaks(options.breaks),
        acceleration_(acceleration),
        charts_(options.charts),
        q_(start.q),
        theta_(Vec<quad>::Zero(start.v.size())),
        v_(start.v),
        a_(start.v),
        rate_(start.v) {}

  void operator()(const State& x, State& rate, const quad& t) {
    const auto n = v_.size();
    take(x);
    acceleration_(t < until ? t : just_before(until), q_, v_, a_);
    if (charts_)
      charts_->rate(centre, theta_, v_, rate_);
    else
      rate_ = v_;
    for (Eigen::Index i = 0; i < n; ++i) {
      rate[i] = rate_[i];
      rate[n + i] = a_[i];
    }
    ++evaluations;
  }
  State packed(const Motion& m) const {
    State x(theta_.size(), 0);
    if (!charts_) x.assign(m.q.begin(), m.q.end());
    x.insert(x.end(), m.v.begin(), m.v.end());
    return x;
  }
  Motion unpacked(const State& x) {
    take(x);
    return {q_, v_};
  }
  /// Moves the centre of the chart to where x is.
  void recentre(State& x) {
    if (!charts_) return;
    take(x);
    centre = q_;
    std::fill_n(x.begin(), theta_.size(), quad(0));
  }
  /// Returns the end of the smooth stretch that begins at t; none if it has no end.
  std::optional<quad> stretch_from(const quad& t) {
    const auto next = std::ranges::upper_bound(breaks, t);
    until = next == breaks.end() ? std::numeric_limits<quad>::infinity() : *next;
    if (next == breaks.end()) return {};
    return *next;
  }
  Vec<quad> centre;  // of the chart
  const std::vector<quad>& breaks;
  quad until = std::numeric_limits<quad>::infinity();
  std::int64_t evaluations = 0;

 private:
  static quad just_before(const quad& t) { return t * (1 - std::numeric_limits<quad>::epsilon()); }
  void take(const State& x) {
    const auto n = v_.size();
    for (Eigen::Index i = 0; i < n; ++i) {
      theta_[i] = x[i];
      v_[i] = x[n + i];
    }
    if (charts_)
      charts_->retract(centre, theta_, q_);
    else
      q_ = theta_;
  }

  const Acceleration<quad>& acceleration_;
  const std::optional<Charts>& charts_;
  Vec<quad> q_, theta_, v_, a_, rate_;
};

bool finite(const State& x) {
  return std::all_of(x.begin(), x.end(), [](const quad& c) { return isfinite(c); });
}

// An integration that has come to one time. A copy of it can be continued without moving the original.
template <class Stepper>
struct Line {
  Stepper stepper;
  Vec<quad> centre;
  State x;
  quad t = 0, step = quad(1) / 1000;

  /// Takes one accepted step, not beyond `wanted` or a break; returns why there is none.
  std::string_view advance(RateFunction& system, const std::optional<quad>& wanted, std::int64_t& steps,
                           std::int64_t max_steps);
};

constexpr std::string_view too_many_steps = "the quad integration takes too many steps";
constexpr std::string_view vanished_step = "the step of the quad integration vanished";
constexpr std::string_view no_numbers = "the quad integration left the numbers";

template <class Stepper>
std::string_view Line<Stepper>::advance(RateFunction& system, const std::optional<quad>& wanted, std::int64_t& steps,
                                        std::int64_t max_steps) {
  auto end = system.stretch_from(t);
  if (wanted && (!end || *wanted < *end)) end = wanted;
  const ExtrapolatedMidpoint::Rates rates = std::ref(system);
  system.centre = centre;
  for (;;) {
    const bool last = end && t + step >= *end;
    quad trial = last ? quad(*end - t) : step;
    if (++steps > max_steps) return too_many_steps;
    if (trial < t * std::numeric_limits<quad>::epsilon()) return vanished_step;
    const bool accepted = try_step(stepper, rates, x, t, trial);
    if (!finite(x) || !isfinite(trial)) return no_numbers;
    step = trial;
    if (!accepted) continue;
    if (last) t = *end;  // exactly, without rounding
    system.recentre(x);
    centre = system.centre;
    return {};
  }
}

Status status_of(std::string_view failure) {
  return failure == too_many_steps  ? Status::step_limit
         : failure == vanished_step ? Status::tolerance_unreachable
                                    : Status::non_finite;
}

// The integration chooses its steps whatever times are asked for. The state at such a time comes from a copy that is
// continued from the step before, so that it does not depend on the other times.
template <class Stepper>
SampledMotion integrate(Stepper stepper, RateFunction system, const Motion& start, std::span<const quad> times,
                        std::int64_t max_steps) {
  SampledMotion result;
  Line<Stepper> line{std::move(stepper), start.q, system.packed(start)};
  Line<Stepper> next = line;
  const auto stopped = [&](std::string_view failure) {
    result.status = failure.empty() ? Status::ok : status_of(failure);
    result.detail = failure;
    result.within_reach = reach_of(next.t, result.steps, max_steps);
    result.rhs_evaluations = system.evaluations;
    return result;
  };
  std::string_view end_of_line;  // why no step follows `line`
  for (const quad& end : times) {
    while (next.t <= end && end_of_line.empty()) {
      stopping_point();
      tell_progress("integration of", static_cast<double>(next.t), static_cast<double>(times.back()), "s");
      if (is_out_of_reach(next.t, end, result.steps, max_steps)) return stopped(too_many_steps);
      line = next;
      end_of_line = next.advance(system, {}, result.steps, max_steps);
    }
    auto branch = line;
    auto steps = result.steps;
    while (branch.t < end) {
      stopping_point();
      if (const auto failure = branch.advance(system, end, steps, max_steps); !failure.empty()) return stopped(failure);
    }
    system.centre = branch.centre;
    result.at.push_back(system.unpacked(branch.x));
    result.reached = end;
  }
  return stopped({});
}

}  // namespace

std::optional<Charts> charts_of(const std::shared_ptr<AnySystem<quad>>& system) {
  if (system->vector_space()) return {};
  return Charts{
      [system](const auto& q, const auto& theta, auto& out) { system->retract(q, theta, out); },
      [system](const auto& q, const auto& theta, const auto& v, auto& out) { system->chart_rate(q, theta, v, out); }};
}

SampledMotion integrate_in_quad(const Acceleration<quad>& acceleration, const Motion& start,
                                std::span<const quad> times, const QuadOptions& options) {
  if (!options.charts && start.q.size() != start.v.size())
    throw std::invalid_argument("coordinates that are no vector space need charts");
  const RateFunction system(acceleration, start, options);
  const quad& tolerance = options.tolerance;
  if (options.scheme == QuadScheme::bulirsch_stoer)
    return integrate(ExtrapolatedMidpoint(tolerance), system, start, times, options.max_steps);
  return integrate(odeint::make_controlled<Fehlberg>(tolerance, tolerance), system, start, times, options.max_steps);
}

}  // namespace plumb
