#include "problems/mechanisms/driven_motion.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "contract/stop.hpp"
#include "numerics/lu.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/start.hpp"

namespace plumb {
namespace {

using System = mbs::MultibodySystem<quad>;

class DrivenMotion {
 public:
  explicit DrivenMotion(const mbs::Mechanism& mechanism)
      : s(mbs::assemble<quad>(mechanism), Form::index1), jacobian(s.sizes().v), work(zero_state(s)), gap(work.lambda) {
    auto start = mbs::initial_state(s, mechanism.start);
    if (!linearise(0, start.q)) refuse(0);
    orientation = jacobian.is_positive();
    known.push_back({0, {std::move(start.q), std::move(start.v)}});
  }

  Motion at(const quad& t) {
    const auto turn = lock_unless_stopped(turns);
    while (known.back().t < t) {
      require_in_reach(t);
      extend();
    }
    const auto after = std::upper_bound(known.begin(), known.end(), t,
                                        [](const quad& x, const Instant& instant) { return x < instant.t; });
    const Instant& before = *(after - 1);
    if (before.t == t) return before.x;
    const auto found = moved(before, t);
    if (!found) refuse(t);
    return *found;
  }

 private:
  struct Instant {
    quad t;
    Motion x;
  };

  [[noreturn]] static void refuse(const quad& t) {
    throw std::invalid_argument("the drivers do not determine the motion beyond t = " + t.str(6, {}) +
                                " s: a dead point");
  }

  void require_in_reach(const quad& t) const {
    constexpr std::size_t most = 50'000;  // minutes for a few bodies
    if (known.size() < most) return;
    throw std::invalid_argument("t = " + t.str(6, {}) + " s is too late: the motion is known as far as " +
                                known.back().t.str(3, {}) + " s");
  }

  void extend() {
    constexpr double shortest = 1e-9;  // s
    const auto& from = known.back();
    for (; step > shortest; step /= 2) {
      stopping_point();
      const quad t = from.t + step;
      if (auto x = moved(from, t); x && is_continuous(from, {t, *x})) {
        known.push_back({t, std::move(*x)});
        step *= 2;
        return;
      }
    }
    refuse(from.t);
  }

  // At time t, from the state before: Newton's iteration until rounding alone is left. Nothing where it does not become
  // faster and faster, or comes to a position on the other side of a dead point.
  std::optional<Motion> moved(const Instant& from, const quad& t) {
    constexpr int most_iterations = 20;
    const quad small("1e-24");
    Vec<quad> change = (t - from.t) * from.x.v;
    auto& q = work.q;
    s.retract(from.x.q, change, q);
    for (int k = 0; k < most_iterations; ++k) {
      const quad before = change.cwiseAbs().maxCoeff();
      s.constraint(t, q, gap);
      if (!linearise(t, q)) return {};
      change = -gap;
      jacobian.solve(change);
      const quad size = change.cwiseAbs().maxCoeff();
      if (!isfinite(size) || (k > 0 && size > small && size > before / 4)) return {};
      const Vec<quad> here = q;
      s.retract(here, change, q);
      if (size < small && (size == 0 || size > before / 4)) return with_velocities(t, q);
    }
    return {};
  }

  std::optional<Motion> with_velocities(const quad& t, const Vec<quad>& q) {
    if (!linearise(t, q) || jacobian.is_positive() != orientation) return {};
    Motion out{q, zeros<Vec<quad>>(s.sizes().v)};
    const auto correct = [&] {
      s.constraint_rate(t, q, out.v, gap);
      jacobian.solve(gap);
      out.v -= gap;
    };
    correct();
    correct();  // against rounding
    return out;
  }

  bool linearise(const quad& t, const Vec<quad>& q) {
    s.constraint_jacobian(t, q, jacobian.matrix);
    return jacobian.factor();
  }

  // Whether the displacement is that of the mean velocity, within a hundredth of a radian or of the mechanism's size.
  bool is_continuous(const Instant& from, const Instant& to) {
    const quad close = (1 + from.x.q.cwiseAbs().maxCoeff()) / 100;
    s.local(from.x.q, to.x.q, work.v);
    const Vec<quad> mean = (from.x.v + to.x.v) / 2;
    return (work.v - (to.t - from.t) * mean).cwiseAbs().maxCoeff() < close;
  }

  std::timed_mutex turns;
  System s;
  Lu<quad> jacobian;
  System::State work;
  Vec<quad> gap;
  std::deque<Instant> known;
  quad step = quad(1) / 64;
  bool orientation = true;  // det G > 0, which changes at dead points alone
};

}  // namespace

bool is_driven(const mbs::Mechanism& mechanism) {
  if (mechanism.drivers.empty()) return false;
  try {
    const auto parts = mbs::assemble<double>(mechanism);
    return parts.rows == 6 * parts.count();
  } catch (const mbs::MechanismMistake&) {
    return false;
  }
}

ExactMotion driven_motion(const mbs::Mechanism& mechanism) {
  if (!is_driven(mechanism)) throw std::invalid_argument("its joints and drivers leave something free");
  return [motion = std::make_shared<DrivenMotion>(mechanism)](const quad& t) { return motion->at(t); };
}

}  // namespace plumb
