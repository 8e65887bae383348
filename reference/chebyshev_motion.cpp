#include "reference/chebyshev_motion.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <shared_mutex>

#include "contract/stop.hpp"
#include "reference/certify.hpp"
#include "reference/chebyshev_track.hpp"

namespace plumb {

namespace {

// Many more than a track's own, few enough to take two digits only of a motion that is not sensitive.
constexpr int disturbance = 64;

}  // namespace

class ChebyshevMotion::Tracks {
 public:
  Tracks(const Acceleration<quad>& acceleration, const Motion& start)
      : first(acceleration, start, {.share = quad("0.95")}),
        second(acceleration, start, {.share = quad("0.8"), .disturbance = disturbance}),
        scale{start.q.cwiseAbs(), start.v.cwiseAbs()},
        apart{Vec<quad>::Zero(start.q.size()), Vec<quad>::Zero(start.v.size())} {}

  Motion at(const quad& t) {
    if (t <= first.reached()) return first.at(t);
    const auto computing = turn();
    while (first.reached() < t) {
      stopping_point();
      tell_progress("reference of", static_cast<double>(first.reached()), static_cast<double>(t), "s");
      first.extend();
    }
    return first.at(t);
  }

  bool advance(const quad& t, int enough) {
    if (covers(t, enough)) return true;
    const auto computing = turn();
    if (!covers(t, enough)) check(t);
    return covers(t, enough);
  }

  int digits(const quad& t, int enough) { return checked(t, enough).digits; }

  std::optional<Motion> uncertainty(const quad& t, int enough) {
    const Check& check = checked(t, enough);
    if (check.digits < enough) return {};
    return check.apart;
  }

 private:
  struct Check {
    quad t;
    int digits;    // fewest up to t
    Motion apart;  // largest differences up to t, by component
  };

  /// The lock of one who computes; who asks for what is there needs none. Who waits for another's computation stops
  /// when it is asked to.
  std::unique_lock<std::timed_mutex> turn() {
    std::unique_lock lock(turns, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(20))) stopping_point();
    return lock;
  }

  bool covers(const quad& t, int enough) const {
    const std::shared_lock reading(guard);
    return !checks.empty() && (checks.back().t >= t || checks.back().digits < enough);
  }

  // The first check not before t, or the newest if that has less than `enough` digits.
  const Check& checked(const quad& t, int enough) {
    if (!covers(t, enough)) {
      const auto computing = turn();
      while (!covers(t, enough)) check(t);
    }
    const std::shared_lock reading(guard);
    const auto at =
        std::lower_bound(checks.begin(), checks.end(), t, [](const Check& c, const quad& x) { return c.t < x; });
    return at == checks.end() ? checks.back() : *at;
  }

  // Compares the two computations at the end of one more interval of the second, where its state has just been
  // disturbed. On the way to `wanted`. A stop leaves no interval half done: what comes later has the same bits.
  void check(const quad& wanted) {
    stopping_point();
    tell_progress("reference of", static_cast<double>(second.reached()), static_cast<double>(wanted), "s");
    while (first.reached() < second.next()) first.extend();
    second.extend(&first);
    const quad t = second.reached();
    const Motion a = first.at(t);
    const Motion& b = second.newest();
    raise(scale, a);
    raise(apart, {a.q - b.q, a.v - b.v});
    int digits = checks.empty() ? most_digits : checks.back().digits;
    for (Eigen::Index i = 0; i < a.q.size(); ++i)
      digits = std::min({digits, digits_within(apart.q[i], scale.q[i]), digits_within(apart.v[i], scale.v[i])});
    const std::lock_guard writing(guard);
    checks.push_back({t, digits, apart});
  }

  std::timed_mutex turns;
  ChebyshevTrack first, second;
  Motion scale, apart;
  mutable std::shared_mutex guard;  // of `checks`
  std::deque<Check> checks;         // which stay where they are
};

ChebyshevMotion::ChebyshevMotion(Acceleration<quad> acceleration, Motion start)
    : tracks(std::make_unique<Tracks>(acceleration, start)) {}
ChebyshevMotion::~ChebyshevMotion() = default;
Motion ChebyshevMotion::at(const quad& t) const { return tracks->at(t); }
bool ChebyshevMotion::advance(const quad& t, int enough) const { return tracks->advance(t, enough); }
int ChebyshevMotion::digits(const quad& t, int enough) const { return tracks->digits(t, enough); }
std::optional<Motion> ChebyshevMotion::uncertainty(const quad& t, int enough) const {
  return tracks->uncertainty(t, enough);
}

}  // namespace plumb
