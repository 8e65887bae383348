#include "problems/mechanisms/driven_motion.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <mutex>
#include <optional>

#include "contract/stop.hpp"
#include "numerics/binary_scale.hpp"
#include "numerics/lu.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/natural_scales.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/start.hpp"

namespace plumb {
namespace {

quad largest(const Vec<quad>& x) { return x.cwiseAbs().maxCoeff(); }

/// Returns the size of the mechanism: the largest distance of a joint's point from its body's centre, or of a body's
/// centre from the centre of the first body; 1 if all distances are 0.
quad size_of(const mbs::Assembly<quad>& parts) {
  quad size = 0;
  for (const auto& joint : parts.joints) {
    if (joint.first != mbs::on_ground) size = std::max(size, quad(joint.on_first.point.norm()));
    if (joint.second != mbs::on_ground) size = std::max(size, quad(joint.on_second.point.norm()));
  }
  for (int body = 1; body < parts.count(); ++body)
    size = std::max(size, quad((parts.q.segment<3>(7 * body) - parts.q.segment<3>(0)).norm()));
  return size > 0 ? size : quad(1);
}

/// Returns the unit of time [s]: the time in which the drivers move the mechanism by its size or by 1 rad, or the
/// shortest interval of a table. `velocities` are the initial velocities, `second` is the largest second derivative of
/// a driver. Returns 1 if this time is between 2^-15 s and 2^15 s, or undefined.
double unit_of_time(const mbs::Mechanism& mechanism, const Vec<quad>& velocities, const quad& second) {
  double rate = std::max(double(largest(velocities)), std::sqrt(double(second)));
  for (const auto& driver : mechanism.drivers) {
    for (const auto& sine : driver.value.sines) rate = std::max(rate, std::abs(sine.rate.in<double>()));
    if (!driver.value.table) continue;
    const auto& times = driver.value.table->times;
    rate = std::max(rate, 1 / std::abs(times.back().in<double>() - times.front().in<double>()));
  }
  return rate > 0x1p-15 && rate < 0x1p15 ? 1 : binary_scale(1 / rate);
}

/// Returns the longest step [s] in which the argument of no driver's sine changes by more than 0.5 rad, and which
/// contains at most one point of a table.
quad longest_step(const mbs::Mechanism& mechanism, double second) {
  quad fastest = 32 / second;
  for (const auto& driver : mechanism.drivers)
    for (const auto& sine : driver.value.sines) fastest = std::max(fastest, quad(abs(sine.rate.in<quad>())));
  quad out = 1 / (2 * fastest);
  for (const auto& driver : mechanism.drivers) {
    if (!driver.value.table) continue;
    const auto& times = driver.value.table->times;
    for (std::size_t i = 1; i < times.size(); ++i)
      out = std::min(out, quad(times[i].in<quad>() - times[i - 1].in<quad>()));
  }
  return out;
}

class DrivenMotion {
 public:
  explicit DrivenMotion(const mbs::Mechanism& mechanism)
      : s(mbs::assemble<quad>(mechanism), Form::index1),
        jacobian(s.sizes().v),
        work(zero_state(s)),
        gap(work.lambda),
        size(size_of(s.assembly())),
        of_rows(gap),
        of_displacements(work.v) {
    const mbs::NaturalScales scales(s.assembly());
    for (int k = 0; k < of_rows.size(); ++k) of_rows[k] = scales.unit_of_constraint(k);
    for (int i = 0; i < of_displacements.size(); ++i) of_displacements[i] = scales.unit_of_displacement(i);
    length = scales.length();
    auto start = mbs::initial_state(s, mechanism.start);
    const quad& begin = s.assembly().begin;
    if (!linearise(begin, start.q)) refuse(begin);
    s.constraint_bias(begin, start.q, zeros<Vec<quad>>(s.sizes().v), gap);
    const double second = unit_of_time(mechanism, start.v.cwiseQuotient(of_displacements), size_of_gap());
    shortest = 1e-9 * second;
    longest = step = longest_step(mechanism, second);
    orientation = jacobian.is_positive();
    known.push_back({begin, {std::move(start.q), std::move(start.v)}});
  }

  Motion at(const quad& t) {
    const auto turn = lock_unless_stopped(turns);
    return found(t);
  }

  // Bounds the errors of the motion. The rounding errors of Φ and Φ' are due to the rounding of positions; G⁻¹ converts
  // them to errors in positions and velocities. An error in positions also causes an error in velocities.
  Motion errors(const quad& t) {
    const auto turn = lock_unless_stopped(turns);
    const auto x = found(t);
    if (!linearise(t, x.q)) refuse(t);
    const quad unit = 16 * std::numeric_limits<quad>::epsilon();
    const auto rest = zeros<Vec<quad>>(s.sizes().v);
    s.constraint_rate(t, x.q, rest, gap);
    const quad rate = size_of_gap();  // norm of ∂Φ/∂t
    s.constraint_bias(t, x.q, rest, gap);
    const quad second = size_of_gap();  // norm of ∂²Φ/∂t²
    const quad size_of_v = largest(x.v.cwiseQuotient(of_displacements)), arms = 1 + size / length;
    const Vec<quad> inverse = row_sums_of_inverse();
    const Vec<quad> moved_by = unit * ((1 + size_of_positions(x.q)) * arms + t * rate) * inverse;
    Vec<quad> in_v = unit * (size_of_v * arms + rate + t * second) * inverse;
    for (Eigen::Index i = 0; i < rest.size(); ++i)
      in_v += moved_by[i] / of_displacements[i] * change_of_velocities(t, x, i);
    return {in_coordinates(moved_by, x.q), in_v + unit * x.v.cwiseAbs()};
  }

  quad known_until() const { return quad(passed.load()); }

 private:
  struct Instant {
    quad t;
    Motion x;
  };
  [[noreturn]] static void refuse(const quad& t) {
    throw MotionUnknown("the drivers do not determine the motion beyond t = " + t.str(6, {}) +
                        " s: a singular position, or a jump");
  }

  void require_in_reach(const quad& t) const {
    constexpr std::size_t most = 50'000, telling = 500;  // limit of steps: minutes; steps before the first estimate
    const auto done = static_cast<std::int64_t>(known.size());
    const bool hopeless = known.size() >= telling && is_out_of_reach(known.back().t, t, done, most);
    if (known.size() < most && !hopeless) return;
    throw MotionUnknown("t = " + t.str(6, {}) + " s is too late: the motion can be computed up to about " +
                        reach_of(known.back().t, done, most).str(1, std::ios_base::scientific) + " s");
  }

  Motion found(const quad& t) {
    while (known.back().t < t) {
      require_in_reach(t);
      report_progress("reference of", static_cast<double>(known.back().t), static_cast<double>(t), "s");
      extend();
    }
    const auto after = std::upper_bound(known.begin(), known.end(), t,
                                        [](const quad& x, const Instant& instant) { return x < instant.t; });
    return reached(*(after - 1), t);
  }

  // Takes one step, and accepts it if two steps of half its length lead to the same position.
  void extend() {
    const Instant from = known.back();
    for (; step > shortest; step /= 2) {
      const auto half = followed(from, from.t + step / 2);
      const auto whole = half ? followed(*half, from.t + step) : half;
      if (!whole || !is_continuous(from, *whole)) continue;
      known.push_back(*whole);
      passed = static_cast<double>(whole->t);
      step = std::min<quad>(2 * step, longest);
      return;
    }
    refuse(from.t);
  }

  // Follows the motion from one instant to a later time, in as many steps as necessary.
  Motion reached(Instant now, const quad& t) {
    for (quad width = t - now.t; now.t < t;) {
      if (auto next = followed(now, std::min<quad>(t, now.t + width))) {
        now = std::move(*next);
        continue;
      }
      width /= 2;
      if (width < shortest) refuse(now.t);
    }
    return now.x;
  }

  std::optional<Instant> followed(const Instant& from, const quad& t) {
    auto x = moved(from, t);
    if (!x) return {};
    Instant out{t, std::move(*x)};
    if (!is_continuous(from, out)) return {};
    return out;
  }

  // Returns the state at time t from an earlier state, by Newton's iteration to the rounding limit. Returns nullopt if
  // the iteration does not converge superlinearly, or if the sign of det G changes (a dead point).
  std::optional<Motion> moved(const Instant& from, const quad& t) {
    constexpr int most_iterations = 20;
    const quad small = quad("1e-24") * (1 + size_of_positions(from.x.q)), rounding = small * quad("1e-8");
    Vec<quad> change = (t - from.t) * from.x.v;
    auto& q = work.q;
    s.retract(from.x.q, change, q);
    for (int k = 0; k < most_iterations; ++k) {
      stopping_point();
      const quad before = largest(change.cwiseQuotient(of_displacements));
      s.constraint(t, q, gap);
      if (!linearise(t, q)) return {};
      change = -gap;
      solve(change);
      const quad now = largest(change.cwiseQuotient(of_displacements));
      if (!isfinite(now) || (k > 0 && now > small && now > before / 4)) return {};
      const Vec<quad> here = q;
      s.retract(here, change, q);
      if (now < rounding || (now < small && now > before / 4)) return with_velocities(t, q);
    }
    return {};
  }

  std::optional<Motion> with_velocities(const quad& t, const Vec<quad>& q) {
    if (!linearise(t, q) || jacobian.is_positive() != orientation) return {};
    Motion out{q, zeros<Vec<quad>>(s.sizes().v)};
    const auto correct = [&] {
      s.constraint_rate(t, q, out.v, gap);
      solve(gap);
      out.v -= gap;
    };
    correct();
    correct();  // reduces rounding errors
    return out;
  }

  bool linearise(const quad& t, const Vec<quad>& q) {
    s.constraint_jacobian(t, q, jacobian.matrix);
    for (Eigen::Index k = 0; k < gap.size(); ++k)
      for (Eigen::Index i = 0; i < gap.size(); ++i) jacobian.matrix(k, i) *= of_displacements[i] / of_rows[k];
    return jacobian.factor();
  }
  /// Replaces a change of the constraints by the displacement that causes it.
  void solve(Vec<quad>& x) {
    x = x.cwiseQuotient(of_rows);
    jacobian.solve(x);
    x = x.cwiseProduct(of_displacements);
  }
  quad size_of_gap() const { return largest(gap.cwiseQuotient(of_rows)); }
  quad size_of_positions(const Vec<quad>& q) const {
    quad out = 0;
    for (Eigen::Index body = 0; 7 * body < q.size(); ++body)
      out = std::max<quad>({out, largest(q.segment<3>(7 * body)) / length, largest(q.segment<4>(7 * body + 3))});
    return out;
  }

  // Returns whether every body moved by the step times the mean of its velocities at both ends, within 0.01 rad and
  // 0.01 times the size of the mechanism.
  bool is_continuous(const Instant& from, const Instant& to) {
    s.local(from.x.q, to.x.q, work.v);
    work.v -= (to.t - from.t) * (from.x.v + to.x.v) / 2;
    for (Eigen::Index body = 0; body < work.v.size(); body += 6)
      if (100 * work.v.segment<3>(body).norm() >= size || 100 * work.v.segment<3>(body + 3).norm() >= 1) return false;
    return true;
  }

  /// Returns the row sums of |G⁻¹|, with the last factorised G: for each unknown, the largest effect of errors of size
  /// 1 in all rows.
  Vec<quad> row_sums_of_inverse() {
    auto out = zeros<Vec<quad>>(gap.size());
    for (Eigen::Index row = 0; row < gap.size(); ++row) {
      gap = of_rows[row] * Vec<quad>::Unit(gap.size(), row);
      solve(gap);
      out += gap.cwiseAbs();
    }
    return out;
  }

  /// Returns the magnitudes of ∂v/∂q for a displacement of one unit in one direction, by a difference quotient;
  /// infinite at a dead point.
  Vec<quad> change_of_velocities(const quad& t, const Motion& x, Eigen::Index direction) {
    const quad shift("1e-14");
    Vec<quad> q = x.q;
    s.retract(x.q, Vec<quad>(shift * of_displacements[direction] * Vec<quad>::Unit(x.v.size(), direction)), q);
    const auto there = with_velocities(t, q);
    if (!there) return Vec<quad>::Constant(x.v.size(), std::numeric_limits<quad>::infinity());
    return (there->v - x.v).cwiseAbs() / shift;
  }

  /// Returns a bound on the error of q for a given error of the bodies' displacements; quaternions change by half of an
  /// angle.
  static Vec<quad> in_coordinates(const Vec<quad>& moved_by, const Vec<quad>& q) {
    Vec<quad> out = 16 * std::numeric_limits<quad>::epsilon() * q.cwiseAbs();
    for (Eigen::Index body = 0; 7 * body < q.size(); ++body) {
      out.segment<3>(7 * body) += moved_by.segment<3>(6 * body);
      out.segment<4>(7 * body + 3).array() += moved_by.segment<3>(6 * body + 3).sum() / 2;
    }
    return out;
  }

  std::timed_mutex turns;
  mbs::MultibodySystem<quad> s;
  Lu<quad> jacobian;
  mbs::MultibodySystem<quad>::State work;
  Vec<quad> gap;
  const quad size;                      // size of the mechanism [m]
  Vec<quad> of_rows, of_displacements;  // units of the rows and of the displacements
  double length = 1, shortest = 0;      // unit of length [m]; shortest step [s]
  quad longest, step;                   // longest step and current step [s]
  std::deque<Instant> known;
  std::atomic<double> passed = 0;
  bool orientation = true;  // whether det G > 0; the sign changes only at dead points
};

}  // namespace

bool is_driven(const mbs::Mechanism& mechanism) {
  try {
    const auto parts = mbs::assemble<double>(mechanism);
    return parts.rows == 6 * parts.count() && parts.nonholonomic_rows == 0;
  } catch (const mbs::MechanismMistake&) {
    return false;
  }
}

SolvedMotion driven_motion(const mbs::Mechanism& mechanism) {
  if (!is_driven(mechanism)) throw std::invalid_argument("its joints and drivers do not determine the motion");
  const auto motion = std::make_shared<DrivenMotion>(mechanism);
  return {.at = [motion](const quad& t) { return motion->at(t); },
          .errors = [motion](const quad& t) { return motion->errors(t); },
          .known_until = [motion] { return motion->known_until(); }};
}

}  // namespace plumb
