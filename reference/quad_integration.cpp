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
template <class T>
using State = std::vector<T>;  // positions (q, or θ in the chart), then v
template <class T>
using Rates = typename ExtrapolatedMidpoint<T>::Rates;

// Odeint misinterprets quad's `value_type` as the element type of a container and finds no norm, so this algebra
// defines the norm.
struct Algebra : odeint::range_algebra {
  static quad norm_inf(const State<quad>& x) {
    quad norm = 0;
    for (const quad& c : x) norm = std::max(norm, quad(abs(c)));
    return norm;
  }
};
using Fehlberg = odeint::runge_kutta_fehlberg78<State<quad>, quad, State<quad>, quad, Algebra>;
using ControlledFehlberg = odeint::result_of::make_controlled<Fehlberg>::type;

template <class T>
bool try_step(ExtrapolatedMidpoint<T>& stepper, const Rates<T>& rates, State<T>& x, quad& t, quad& h) {
  return stepper.try_step(rates, x, t, h);
}
bool try_step(ControlledFehlberg& stepper, const Rates<quad>& rates, State<quad>& x, quad& t, quad& h) {
  return stepper.try_step(rates, x, t, h) == odeint::success;
}

// The right-hand side of the differential equations. Its vectors are members, so a call does not allocate.
template <class T>
class RateFunction {
 public:
  RateFunction(const Acceleration<T>& acceleration, const Motion& start, const std::optional<ChartsIn<T>>& charts,
               const std::vector<quad>& all_breaks)
      : centre(start.q.cast<T>()),
        breaks(all_breaks),
        acceleration_(acceleration),
        charts_(charts),
        q_(centre),
        theta_(Vec<T>::Zero(start.v.size())),
        v_(start.v.cast<T>()),
        a_(v_),
        rate_(v_) {}

  void operator()(const State<T>& x, State<T>& rate, const T& t) {
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
  /// Returns the state at the start, which is the centre of the first chart.
  State<T> beginning() const {
    State<T> x(theta_.size(), 0);
    if (!charts_) x.assign(centre.begin(), centre.end());
    x.insert(x.end(), v_.begin(), v_.end());
    return x;
  }
  Motion unpacked(const State<T>& x) {
    take(x);
    return {q_.template cast<quad>(), v_.template cast<quad>()};
  }
  /// Moves the centre of the chart to x.
  void recentre(State<T>& x) {
    if (!charts_) return;
    take(x);
    centre = q_;
    std::fill_n(x.begin(), theta_.size(), T(0));
  }
  /// Returns the first break after t; none if there is none. Until the next call, accelerations are evaluated before
  /// it.
  std::optional<quad> stretch_from(const quad& t) {
    const auto next = std::ranges::upper_bound(breaks, t);
    until = next == breaks.end() ? std::numeric_limits<T>::infinity() : T(*next);
    if (next == breaks.end()) return {};
    return *next;
  }
  Vec<T> centre;  // centre of the chart
  const std::vector<quad>& breaks;
  T until = std::numeric_limits<T>::infinity();
  std::int64_t evaluations = 0;

 private:
  static T just_before(const T& t) { return t * (1 - std::numeric_limits<T>::epsilon()); }
  void take(const State<T>& x) {
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

  const Acceleration<T>& acceleration_;
  const std::optional<ChartsIn<T>>& charts_;
  Vec<T> q_, theta_, v_, a_, rate_;
};

template <class T>
bool finite(const State<T>& x) {
  return std::all_of(x.begin(), x.end(), [](const T& c) { return isfinite(c); });
}

// The state of an integration. A copy can be continued without changing the original.
template <class T, class Stepper>
struct Line {
  Stepper stepper;
  Vec<T> centre;
  State<T> x;
  quad t = 0, step = quad(1) / 1000;

  /// Takes one accepted step, at most to `wanted` or to a break. Returns the reason if that is impossible.
  std::string_view advance(RateFunction<T>& system, const std::optional<quad>& requested, std::int64_t& steps,
                           std::int64_t max_steps);
};

constexpr std::string_view too_many_steps = "the integration takes too many steps";
constexpr std::string_view vanished_step = "the step size of the integration became 0";
constexpr std::string_view no_numbers = "the integration overflowed";

template <class T, class Stepper>
std::string_view Line<T, Stepper>::advance(RateFunction<T>& system, const std::optional<quad>& requested,
                                           std::int64_t& steps, std::int64_t max_steps) {
  auto end = system.stretch_from(t);
  if (requested && (!end || *requested < *end)) end = requested;
  const Rates<T> rates = std::ref(system);
  system.centre = centre;
  for (;;) {
    const bool last = end && t + step >= *end;
    quad trial = last ? quad(*end - t) : step;
    if (++steps > max_steps) return too_many_steps;
    if (trial < t * std::numeric_limits<quad>::epsilon()) return vanished_step;
    const bool accepted = try_step(stepper, rates, x, t, trial);
    if (!finite<T>(x) || !isfinite(trial)) return no_numbers;
    step = trial;
    if (!accepted) continue;
    if (last) t = *end;  // exact, without rounding
    system.recentre(x);
    centre = system.centre;
    return {};
  }
}

void require_space(const Motion& start, bool has_charts) {
  if (!has_charts && start.q.size() != start.v.size())
    throw std::invalid_argument("coordinates that do not form a vector space need charts");
}

Status status_of(std::string_view failure) {
  return failure == too_many_steps  ? Status::step_limit
         : failure == vanished_step ? Status::tolerance_unreachable
                                    : Status::non_finite;
}

// Steps are chosen independently of the requested times. The state at a requested time comes from a copy that continues
// from the step before, so it does not depend on the other times.
template <class T, class Stepper>
SampledMotion integrate(Stepper stepper, RateFunction<T> system, std::span<const quad> times, std::int64_t max_steps,
                        double second) {
  SampledMotion result;
  Line<T, Stepper> line{std::move(stepper), system.centre, system.beginning()};
  Line<T, Stepper> next = line;
  const auto stopped = [&](std::string_view failure) {
    result.status = failure.empty() ? Status::ok : status_of(failure);
    result.detail = failure;
    result.within_reach = reach_of(next.t, result.steps, max_steps);
    result.rhs_evaluations = system.evaluations;
    return result;
  };
  std::string_view end_of_line;  // reason why no step follows `line`
  for (const quad& end : times) {
    while (next.t <= end && end_of_line.empty()) {
      stopping_point();
      report_progress("integration of", second * double(next.t), second * double(times.back()), "s");
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

template <class T, class Options, class Stepper>
SampledMotion in_units(const Acceleration<T>& acceleration, const Motion& start, std::span<const quad> times,
                       const Options& options, Stepper stepper) {
  const auto& units = options.units;
  const auto measured = units.measured(acceleration);
  const auto charts = units.measured(options.charts);
  const auto breaks = units.measured(options.breaks);
  return units.in_si(integrate(std::move(stepper), RateFunction<T>(measured, units.measured(start), charts, breaks),
                               units.measured(times), options.max_steps, units.time));
}

}  // namespace

template <class T>
std::optional<ChartsIn<T>> charts_of(const std::shared_ptr<AnySystem<T>>& system) {
  if (system->vector_space()) return {};
  return ChartsIn<T>{
      [system](const auto& q, const auto& theta, auto& out) { system->retract(q, theta, out); },
      [system](const auto& q, const auto& theta, const auto& v, auto& out) { system->chart_rate(q, theta, v, out); }};
}
template std::optional<Charts> charts_of(const std::shared_ptr<AnySystem<quad>>& system);
template std::optional<ChartsIn<double_double>> charts_of(const std::shared_ptr<AnySystem<double_double>>& system);

SampledMotion integrate_in_quad(const Acceleration<quad>& acceleration, const Motion& start,
                                std::span<const quad> times, const QuadOptions& options) {
  require_space(start, options.charts.has_value());
  const auto integrate_by = [&](auto stepper) {
    return in_units<quad>(acceleration, start, times, options, std::move(stepper));
  };
  const quad& tolerance = options.tolerance;
  if (options.scheme == QuadScheme::bulirsch_stoer) return integrate_by(ExtrapolatedMidpoint<quad>(tolerance));
  return integrate_by(odeint::make_controlled<Fehlberg>(tolerance, tolerance));
}

SampledMotion integrate_in_double_double(const Acceleration<double_double>& acceleration, const Motion& start,
                                         std::span<const quad> times, const DoubleDoubleOptions& options) {
  require_space(start, options.charts.has_value());
  return in_units<double_double>(acceleration, start, times, options,
                                 ExtrapolatedMidpoint<double_double>(options.tolerance));
}

}  // namespace plumb
