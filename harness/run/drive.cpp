#include "harness/run/drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

/// Returns the number of states in a block. They fit into the L1 cache, and there are enough of them that the time for
/// reading the clock is negligible.
template <class T>
std::size_t block_size(const typename AnySystem<T>::State& x) {
  constexpr std::size_t bytes = 32768, most = 256;
  const auto numbers = static_cast<std::size_t>(x.q.size() + x.v.size() + x.a.size() + x.lambda.size());
  return std::clamp<std::size_t>(bytes / (sizeof(T) * std::max<std::size_t>(1, numbers)), 1, most);
}

template <class T>
typename AnySystem<T>::State without_accelerations(typename AnySystem<T>::State x) {
  x.a.setConstant(std::numeric_limits<T>::quiet_NaN());
  x.lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
  return x;
}

}  // namespace

template <class T>
Drive<T>::Drive(const TypedRunner<T>& runner, AnySystem<T>& observer, const RunSetup<T>& setup, int output_count,
                MotionLimits limits)
    : runner_(runner),
      observer_(observer),
      setup_(setup),
      monitor_(observer, setup.start, {setup.begin, setup.from.value_or(setup.begin), setup.h}, watched, last_sample,
               output_count),
      block_{std::vector(block_size<T>(setup.start), setup.start)},
      is_sampled_(setup.samples),
      limits_(std::move(limits)),
      first_passed_(limits_.names.size(), std::numeric_limits<double>::quiet_NaN()),
      passed_(limits_.names.size()) {}

template <class T>
void Drive<T>::operator()(const StopRequest& stop, const RunRequest& request) {
  monitor_.sample(setup_.begin, without_accelerations<T>(setup_.start));  // the method did not compute the initial
                                                                          // accelerations
  check_limits(static_cast<double>(setup_.begin), setup_.start.q);
  const TalliesInnerSteps tally(watched.inner_steps);
  const double begin = request.clock();
  last = runner_.start();
  seconds = request.clock() - begin;
  starting = last.status != Status::ok;
  while (last.status == Status::ok && watched.steps < setup_.samples.steps) {
    const double block_begin = request.clock();
    last = runner_.keep(steps_of_a_block(), stop, block_);
    seconds += request.clock() - block_begin;
    examine_block(request);
    if (request.steps_completed) request.steps_completed->store(watched.steps, std::memory_order_relaxed);
    if (!request.watched) continue;
    monitor_.report();
    request.watched(watched);
  }
  monitor_.finish();
}

/// Returns the number of steps of the next block: at most as many as were checked before. So if the process dies within
/// a block, at least half of the steps are checked.
template <class T>
std::int64_t Drive<T>::steps_of_a_block() const {
  const auto looked_at = std::max<std::int64_t>(1, watched.steps), left = setup_.samples.steps - watched.steps;
  return std::min({static_cast<std::int64_t>(block_.states.size()), left, looked_at});
}

/// Replaces the accelerations and multipliers of a state if the multipliers of the method are other multipliers.
template <class T>
void Drive<T>::complete(const T& t, typename AnySystem<T>::State& x) {
  if (setup_.has_own_multipliers) acceleration_or_nan(observer_, t, x.q, x.v, x.a, x.lambda);
}

template <class T>
void Drive<T>::examine_block(const RunRequest& request) {
  for (std::size_t k = 0; k < block_.taken; ++k) {
    const auto n = watched.steps + 1;
    const T t = setup_.begin + static_cast<T>(n) * setup_.h;
    complete(t, block_.states[k]);
    if (!monitor_.watch(t, block_.states[k])) {
      went_beyond = k + 1 < block_.taken || last.status != Status::ok;
      last = {Status::non_finite, 0, "state"};
      return;
    }
    watched.steps = n;
    watched.t_reached = static_cast<double>(t);
    check_limits(watched.t_reached, block_.states[k].q);
    if (!is_sampled_(n)) continue;
    const auto& sample = monitor_.sample(t, block_.states[k]);
    if (request.sample) request.sample(widened(sample));
  }
}

template <class T>
void Drive<T>::check_limits(double t, const Vec<T>& q) {
  if (passed_.empty()) return;
  limits_.at(q.template cast<double>(), passed_);
  for (std::size_t i = 0; i < passed_.size(); ++i)
    if (passed_[i] && std::isnan(first_passed_[i])) first_passed_[i] = t;
}

template <class T>
std::string Drive<T>::passed_limits() const {
  constexpr std::size_t most = 3;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < first_passed_.size(); ++i)
    if (!std::isnan(first_passed_[i])) order.push_back(i);
  if (order.empty()) return "";
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return first_passed_[i]; });
  std::string out = "joint limits are not enforced: ";
  for (std::size_t k = 0; k < std::min(order.size(), most); ++k)
    out += fmt::format("{}{} from t = {:.4g} s", k > 0 ? ", " : "", limits_.names[order[k]], first_passed_[order[k]]);
  if (order.size() > most) out += fmt::format(" and {} more", order.size() - most);
  return out + (order.size() == 1 ? " is beyond" : " are beyond");
}

template <class T>
Sample<quad> widened(const Sample<T>& s) {
  return {quad(s.t),
          s.q.template cast<quad>(),
          s.v.template cast<quad>(),
          s.a.template cast<quad>(),
          s.lambda.template cast<quad>(),
          s.outputs.template cast<quad>()};
}

template class Drive<double>;
template class Drive<long double>;
template class Drive<quad>;
template Sample<quad> widened(const Sample<double>&);
template Sample<quad> widened(const Sample<long double>&);
template Sample<quad> widened(const Sample<quad>&);

}  // namespace plumb
