#include "reference/stepped_track.hpp"

#include <algorithm>
#include <limits>

#include "contract/stop.hpp"
#include "reference/known_motion.hpp"

namespace plumb {
namespace {

constexpr int most_iterations = 40;  // limit per step, with one linearisation; beyond it, shorter steps are cheaper

/// Returns `end` in long double. If `end` is a break, the result is slightly earlier, so that steps do not use forces
/// after the jump.
long double last_time(const quad& end, const std::vector<quad>& breaks) {
  const bool is_break = std::ranges::binary_search(breaks, end);
  return static_cast<long double>(end) * (is_break ? 1 - 4 * std::numeric_limits<long double>::epsilon() : 1);
}

}  // namespace

/// A system, with a stepper that integrates it.
class SteppedTrack::Walk {
 public:
  Walk(const Problem& problem, const Parameters& parameters, const Formulation& formulation, const Method& method)
      : zero_(problem.begin<long double>()),
        system_(problem.in_long.system(parameters, formulation)),
        method_(method.info.name),
        stepper_(method.in_long(system_, {Parameters(method.parameters, {{"newton", "transformed"}}),
                                          {.tolerance = {}, .max_iterations = most_iterations}})),
        x_(zero_state(system_)) {}
  Walk(const Walk&) = delete;  // no copies, because the stepper refers to the system

  void begin(const long double& t, const long double& h, const Configuration<long double>& from) {
    x_.q = from.q;
    x_.v = from.v;
    require(stepper_->start(zero_ + t, h, x_), t);
  }
  void step(const long double& t, const long double& h) { require(stepper_->step(zero_ + t, h, x_), t); }
  Configuration<long double> end() const { return {x_.q, x_.v}; }

 private:
  void require(const StepResult& result, const long double& t) const {
    if (result.status == Status::ok) return;
    throw MotionUnknown("a step of the reference fails at t = " + quad(zero_ + t).str(4, {}) + " s (" + method_ + ": " +
                        std::string(name(result.status)) + ")");
  }

  long double zero_;  // time of the problem at which the track begins [s]
  AnySystem<long double> system_;
  std::string method_;
  std::unique_ptr<AnyStepper<long double>> stepper_;
  AnySystem<long double>::State x_;
};

SteppedTrack::SteppedTrack(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                           const Method& method)
    : problem_(problem),
      parameters_(parameters),
      formulation_(formulation),
      method_(method),
      breaks_(breaks_of(problem, parameters)) {
  const auto start = problem.in_long.initial(parameters, formulation);
  ends_.push_back({0, {start.q, start.v}});
}
SteppedTrack::~SteppedTrack() = default;

void SteppedTrack::extend(const quad& end, int steps) {
  constexpr int most_halvings = 10;
  if (reached() >= end) return;
  auto walk = borrowed();
  std::vector<End> ends;
  for (int halvings = 0; ends.empty(); ++halvings) {
    try {
      ends = ends_to(end, steps << halvings, *walk);
    } catch (const MotionUnknown&) {
      if (halvings == most_halvings) throw;
    }
  }
  give_back(std::move(walk));
  const std::lock_guard lock(guard_);
  ends_.insert(ends_.end(), ends.begin(), ends.end());
}

void SteppedTrack::go_on(const quad& end, int growth) {
  const auto last = step_at(reached());
  if (last == 0) return extend(end, 1);
  const quad longest = growth * (ends_[last].t - ends_[last - 1].t), rounding(1e-9);
  extend(end, static_cast<int>(ceil((end - reached()) / longest - rounding)));
}

std::vector<SteppedTrack::End> SteppedTrack::ends_to(const quad& end, int steps, Walk& walk) const {
  const auto from = end_before(end);
  const long double begin(from.t), h = (last_time(end, breaks_) - begin) / steps;
  std::vector<End> out;
  walk.begin(begin, h, from.x);
  for (int i = 1; i <= steps; ++i) {
    stopping_point();
    walk.step(begin + (i - 1) * h, h);
    out.push_back({from.t + (end - from.t) * i / steps, walk.end()});
  }
  out.back().t = end;  // exact, without rounding
  return out;
}

quad SteppedTrack::reached() const {
  const std::lock_guard lock(guard_);
  return ends_.back().t;
}

std::size_t SteppedTrack::step_at(const quad& t) const {
  const std::lock_guard lock(guard_);
  return static_cast<std::size_t>(std::ranges::lower_bound(ends_, t, {}, &End::t) - ends_.begin());
}

Motion SteppedTrack::state(std::size_t step) const {
  return in_natural_coordinates([&] {
    const std::lock_guard lock(guard_);
    return ends_[step].x;
  }());
}

Motion SteppedTrack::in_natural_coordinates(const Configuration<long double>& x) const {
  const auto [q, v] = formulation_.momenta_of.empty() ? x : problem_.in_long.velocities(parameters_, formulation_, x);
  return {q.cast<quad>(), v.cast<quad>()};
}

SteppedTrack::End SteppedTrack::end_before(const quad& t) const {
  const std::lock_guard lock(guard_);
  return *std::prev(std::ranges::upper_bound(ends_, t, {}, &End::t));
}

Configuration<long double> SteppedTrack::stepped(const End& from, const long double& h) const {
  const long double begin(from.t);
  auto walk = borrowed();
  walk->begin(begin, h, from.x);
  walk->step(begin, h);
  auto out = walk->end();
  give_back(std::move(walk));
  return out;
}

Motion SteppedTrack::at(const quad& t) const {
  auto from = end_before(t);
  if (from.t < t) from.x = stepped(from, static_cast<long double>(t - from.t));
  return in_natural_coordinates(from.x);
}

double SteppedTrack::misfit(std::size_t step, const MotionUnits& units) const {
  const auto [from, to] = [&] {
    const std::lock_guard lock(guard_);
    return std::pair(ends_[step - 1], ends_[step]);
  }();
  const auto again = stepped(from, last_time(to.t, breaks_) - static_cast<long double>(from.t));
  const auto now = units.measured(in_natural_coordinates(again)), before = units.measured(in_natural_coordinates(to.x));
  const auto relative = [](const Vec<quad>& x, const Vec<quad>& known) {
    const quad size = known.cwiseAbs().maxCoeff(), distance = (x - known).cwiseAbs().maxCoeff();
    return static_cast<double>(size > 0 ? quad(distance / size) : distance);
  };
  return std::max(relative(now.q, before.q), relative(now.v, before.v));
}

std::unique_ptr<SteppedTrack::Walk> SteppedTrack::borrowed() const {
  {
    const std::lock_guard lock(guard_);
    if (!idle_.empty()) {
      auto walk = std::move(idle_.back());
      idle_.pop_back();
      return walk;
    }
  }
  return std::make_unique<Walk>(problem_, parameters_, formulation_, method_);
}

void SteppedTrack::give_back(std::unique_ptr<Walk> walk) const {
  const std::lock_guard lock(guard_);
  idle_.push_back(std::move(walk));
}

void SteppedTrack::write(PackedNumbers& out) const {
  const auto steps = step_at(reached());
  out.add(quad(steps));
  for (std::size_t i = 1; i <= steps; ++i) {
    out.add(ends_[i].t);
    out.add(ends_[i].x.q.cast<quad>().eval());
    out.add(ends_[i].x.v.cast<quad>().eval());
  }
}

void SteppedTrack::read(NumberReader& in) {
  auto x = state(0);
  for (auto left = in.count(); left > 0; --left) {
    const quad t = in.number();
    in.fill(x.q);
    in.fill(x.v);
    ends_.push_back({t, {x.q.cast<long double>(), x.v.cast<long double>()}});
  }
}

}  // namespace plumb
