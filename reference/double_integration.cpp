#include "reference/double_integration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "contract/stop.hpp"
#include "methods/sundials_module.hpp"
#include "reference/rounding_noise.hpp"

namespace plumb {
namespace {

struct Integrated {
  const Acceleration<double>& acceleration;
  Vec<double> q, v, a;
  Vec<double> off = Vec<double>::Zero(a.size());           // perturbation of the accelerations
  double until = std::numeric_limits<double>::infinity();  // next discontinuity; accelerations are evaluated before it
};

// One integration by CVODE. `status` is the result of its last call.
class Cvode {
 public:
  Cvode(const Acceleration<double>& acceleration, const Motion& from, const DoubleOptions& options)
      : n(from.q.size()),
        start(from),
        breaks(options.breaks),
        system{acceleration, start.q.cast<double>(), start.v.cast<double>(), Vec<double>(n)} {
    Vec<double> x(2 * n);
    x << system.q, system.v;
    integrator = sundials_module().integration(
        [this](double t, const double* state, double* rate) { return rates(t, state, rate); }, x,
        {options.stiff, options.relative_tolerance, options.absolute_tolerance});
    stop_at_next_break();
  }
  Cvode(Cvode&&) = delete;  // the integrator has a pointer to this object

  Status status() const { return integrator->status(); }
  double time() const { return integrator->time(); }
  /// Takes one step of the length that CVODE chooses, at most to the next break.
  void step() {
    if (time() == system.until) begin_anew();
    integrator->step();
  }
  /// Returns the motion at t, by CVODE's interpolation polynomial within the last step; the start at t = 0. t may be
  /// between two doubles: the rates extend the motion from the nearest double.
  Motion at(const quad& t) {
    if (time() == 0) return start;
    const double near(t);
    Motion m = derivative(near, 0);
    const Motion rate = derivative(near, 1);
    m.q += (t - near) * rate.q;
    m.v += (t - near) * rate.v;
    return m;
  }
  /// Sets the perturbation of the accelerations from now on.
  void add(const Vec<double>& off) { system.off = off; }
  void count(SampledMotion& result) {
    count();
    result.steps += counts.steps;
    result.rhs_evaluations += counts.rhs_evaluations;
  }

 private:
  int rates(double t, const double* state, double* rate) {
    const Eigen::Map<const Vec<double>> x(state, 2 * n);
    Eigen::Map<Vec<double>> dx(rate, 2 * n);
    system.q = x.head(n);
    system.v = x.tail(n);
    if (stop_requested()) return -1;  // CVODE then stops (unrecoverable error)
    system.acceleration(t < system.until ? t : std::nextafter(system.until, 0.), system.q, system.v, system.a);
    system.a += system.off;
    dx << system.v, system.a;
    return dx.allFinite() ? 0 : 1;  // 1: CVODE tries a smaller step
  }
  // Adds the counts since the last break.
  void count() {
    const auto more = integrator->counts();
    counts.steps += more.steps;
    counts.rhs_evaluations += more.rhs_evaluations;
  }
  void stop_at_next_break() {
    const auto next = std::ranges::find_if(breaks, [&](const quad& t) { return static_cast<double>(t) > time(); });
    system.until = next == breaks.end() ? std::numeric_limits<double>::infinity() : static_cast<double>(*next);
    if (next != breaks.end()) integrator->stop_at(system.until);
  }
  void begin_anew() {
    count();
    integrator->restart();
    stop_at_next_break();
  }
  Motion derivative(double t, int k) {
    const auto& x = integrator->derivative(t, k);
    return {x.head(n).template cast<quad>(), x.tail(n).template cast<quad>()};
  }

  Eigen::Index n;
  Motion start;
  const std::vector<quad>& breaks;
  Integrated system;
  CvodeIntegration::Counts counts;  // up to the last discontinuity
  std::unique_ptr<CvodeIntegration> integrator;
};

// The possible rounding error of the accelerations along a motion: the largest noise so far, with alternating signs of
// the components. In a small motion about an equilibrium these rounding errors are constant, so two integrations with
// the same accelerations do not reveal them.
class AccelerationError {
 public:
  explicit AccelerationError(const Acceleration<double>& acceleration) : acceleration_(acceleration) {}

  const Vec<double>& raised_at(double t, const Motion& x) {
    constexpr double deviations = 4, width = 1. / 64;
    const Vec<double> sigma = rounding_noise<double>(acceleration_, t, x.q.cast<double>(), x.v.cast<double>(), width);
    if (most_.size() == 0) most_ = Vec<double>::Zero(sigma.size());
    for (Eigen::Index i = 0; i < sigma.size(); ++i) {
      const double size = std::max(std::abs(most_[i]), deviations * sigma[i]);
      most_[i] = i % 2 ? -size : size;
    }
    return most_;
  }

 private:
  const Acceleration<double>& acceleration_;
  Vec<double> most_;
};

// The largest magnitudes and differences of two integrations, and the resulting bound on the error of the first one.
class MeasuredError {
 public:
  explicit MeasuredError(Eigen::Index n)
      : apart{Vec<quad>::Zero(n), Vec<quad>::Zero(n)}, size{Vec<quad>::Zero(n), Vec<quad>::Zero(n)} {}

  void compare(const Motion& a, const Motion& b) {
    raise(size, a);
    raise(apart, {a.q - b.q, a.v - b.v});
  }
  Motion bound() const {
    constexpr int margin = 4, roundings = 8;
    const quad rounding = roundings * std::numeric_limits<double>::epsilon();
    return {margin * apart.q + rounding * size.q, margin * apart.v + rounding * size.v};
  }

 private:
  Motion apart, size;
};

// Times, states and accelerations are in the units of the options.
SampledMotion integrate(const Acceleration<double>& acceleration, const Motion& start, std::span<const quad> times,
                        const DoubleOptions& options) {
  constexpr double looser = 100;
  auto loose_options = options;
  loose_options.relative_tolerance *= looser;
  loose_options.absolute_tolerance *= looser;
  Cvode tight(acceleration, start, options), loose(acceleration, start, loose_options);
  MeasuredError error(start.q.size());
  SampledMotion result;
  const auto status = [&] { return tight.status() != Status::ok ? tight.status() : loose.status(); };
  if (status() != Status::ok) return {.status = status(), .detail = "CVODE refused its settings"};
  error.compare(tight.at(0), loose.at(0));
  AccelerationError rounding(acceleration);
  loose.add(rounding.raised_at(0, start));

  constexpr long save_interval = 16;
  long steps = 0, tight_steps = 0;
  const auto step = [&](Cvode& integration) {
    integration.step();
    stopping_point();
    return status() == Status::ok && ++steps <= 2 * options.max_steps;
  };
  const auto reach = [&](const quad& end) {
    while (tight.time() < end) {
      const double second = options.units.time;
      report_progress("integration of", second * tight.time(), second * static_cast<double>(times.back()), "s");
      if (is_out_of_reach(tight.time(), end, steps, 2 * options.max_steps) || !step(tight)) return false;
      if (++tight_steps % save_interval == 0) loose.add(rounding.raised_at(tight.time(), tight.at(tight.time())));
      while (loose.time() < tight.time())
        if (!step(loose)) return false;
      error.compare(tight.at(tight.time()), loose.at(tight.time()));
    }
    return true;
  };
  for (const quad& requested : times) {
    if (!reach(requested)) {
      result.status = status() != Status::ok ? status() : Status::step_limit;
      result.detail = "CVODE gave up";
      break;
    }
    result.reached = requested;
    result.at.push_back(tight.at(requested));
    result.uncertainty.push_back(error.bound());
  }
  result.within_reach = reach_of(tight.time(), steps, 2 * options.max_steps);
  tight.count(result);
  loose.count(result);
  return result;
}

}  // namespace

SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options) {
  const auto& units = options.units;
  auto in_units = options;
  in_units.breaks = units.measured(options.breaks);
  return units.in_si(integrate(units.measured(acceleration), units.measured(start), units.measured(times), in_units));
}

}  // namespace plumb
