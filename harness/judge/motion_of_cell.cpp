#include "harness/judge/motion_of_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "contract/stop.hpp"
#include "harness/run/needed_reference.hpp"

namespace plumb {
namespace {

std::vector<ReferenceState> sampled(const ResolvedCell& cell) {
  std::vector<ReferenceState> out;
  const auto exact = reference_of(cell);
  try {
    for (const auto& t : motion_times(cell)) out.push_back(exact->at(t, listed(cell.formulation())));
  } catch (const std::invalid_argument&) {  // from this time on the reference of a chaotic motion is lost
    if (out.empty()) throw;
  }
  return out;
}

ReferenceRecord certified_at_horizon(const ResolvedCell& cell) {
  return certified(cell.problem(), cell.data(), listed(cell.formulation()), {cell.text().t_end}, motion_request(cell))
      .front();
}

/// One thread computes the value. Other threads wait for it, and may be stopped while they wait.
template <class Value>
struct Memoized {
  std::timed_mutex making = {};
  std::optional<Value> result = {};
  std::exception_ptr failed = {};
  std::atomic<bool> is_computed = false;  // whether `result` or `failed` exists

  /// If the computation throws std::invalid_argument, this call and all later calls throw it. After a stop request the
  /// next call computes the value again.
  template <class Make>
  const Value& value(const Make& make) {
    if (failed) std::rethrow_exception(failed);
    if (result) return *result;
    try {
      result.emplace(make());
    } catch (const std::invalid_argument&) {
      failed = std::current_exception();
    }
    is_computed = true;
    return value(make);
  }
};

template <auto make>
auto& memoized(const ResolvedCell& cell) {
  using Value = decltype(make(cell));
  static std::mutex guard;
  static std::map<std::string, Memoized<Value>> known;
  const auto key = motion_name(cell);
  const std::scoped_lock lock(guard);
  return known[key];
}

template <auto make>
const auto& computed_once(const ResolvedCell& cell) {
  auto& of = memoized<make>(cell);
  const auto making = lock_unless_stopped(of.making);
  return of.value([&] { return make(cell); });
}

}  // namespace

// The golden ratio spreads the times. A periodic motion may vanish at equidistant times, but does not at these.
std::vector<quad> motion_times(const ResolvedCell& cell) {
  constexpr int count = 32;
  const quad ratio = (sqrt(quad(5)) - 1) / 2;
  const auto begin = cell.t_begin<quad>(), duration = cell.duration<quad>();
  std::vector<quad> out = {begin, cell.t_end<quad>()};
  for (int i = 1; i <= count; ++i) out.push_back(begin + duration * (i * ratio - floor(i * ratio)));
  std::sort(out.begin(), out.end());
  return out;
}

std::string motion_name(const ResolvedCell& cell) {
  return fmt::format("{}({}) {} {}{}", cell.problem().name, cell.data().canonical(), listed(cell.formulation()).name,
                     cell.text().t_end, name_of(cell.problem(), motion_request(cell)));
}

const std::vector<ReferenceState>& motion_of(const ResolvedCell& cell) { return computed_once<sampled>(cell); }

const ReferenceRecord& horizon_of(const ResolvedCell& cell) { return computed_once<certified_at_horizon>(cell); }

bool has_motion(const ResolvedCell& cell) { return memoized<sampled>(cell).is_computed; }

bool has_horizon(const ResolvedCell& cell) { return memoized<certified_at_horizon>(cell).is_computed; }

}  // namespace plumb
