#include "reference/chebyshev_motion.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

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
    {
      const std::shared_lock reading(guard);
      if (t <= first.reached()) return first.at(t);
    }
    const std::unique_lock writing(guard);
    while (first.reached() < t) first.extend();
    return first.at(t);
  }

  bool advance(const quad& t, int enough) {
    const std::unique_lock writing(guard);
    if (!covers(t, enough)) check();
    return covers(t, enough);
  }

  int digits(const quad& t, int enough) {
    const std::unique_lock writing(guard);
    return checked(t, enough).digits;
  }

  std::optional<Motion> uncertainty(const quad& t, int enough) {
    const std::unique_lock writing(guard);
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

  bool covers(const quad& t, int enough) const {
    return !checks.empty() && (checks.back().t >= t || checks.back().digits < enough);
  }

  // The first check not before t, or the newest if that has less than `enough` digits.
  const Check& checked(const quad& t, int enough) {
    while (!covers(t, enough)) check();
    const auto at =
        std::lower_bound(checks.begin(), checks.end(), t, [](const Check& c, const quad& x) { return c.t < x; });
    return at == checks.end() ? checks.back() : *at;
  }

  // Compares the two computations at the end of one more interval of the second, where its state has just been
  // disturbed.
  void check() {
    while (first.reached() < second.next()) first.extend();
    second.extend(&first);
    const quad& t = second.reached();
    const Motion a = first.at(t);
    const Motion& b = second.newest();
    raise(scale, a);
    raise(apart, {a.q - b.q, a.v - b.v});
    int digits = checks.empty() ? most_digits : checks.back().digits;
    for (Eigen::Index i = 0; i < a.q.size(); ++i)
      digits = std::min({digits, digits_within(apart.q[i], scale.q[i]), digits_within(apart.v[i], scale.v[i])});
    checks.push_back({t, digits, apart});
  }

  std::shared_mutex guard;
  ChebyshevTrack first, second;
  Motion scale, apart;
  std::vector<Check> checks;
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
