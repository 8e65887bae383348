// Rotating beams. The first is free: a method that conserves momenta must not change its momenta in any step. The
// second is clamped to a rotating hub, and its stiffness increases with the angular velocity.

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "methods/testing/convergence.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

// Returns a file with a free beam that moves at 2 m/s and rotates at 3 rad/s about an axis that is not a principal
// axis.
std::string flying_text(int elements, const std::string& balance) {
  return R"(schema = 1
name = "flying"
t_end = 1
gravity = [0, 0, 0]
[[section]]
name = "soft"
mass = 0.8
inertia = [0.05, 0.02, 0.03]
stiffness = [70, 40, 30, 0.3, 0.1, 0.15]
[[beam]]
name = "beam"
section = "soft"
from = [0, 0, 0]
to = [1, 0, 0]
orientation = [0, 1, 0]
velocity = [0, 2, 1]
angular_velocity = [2, 1, 2]
elements = )" +
         std::to_string(elements) + "\nbalance = \"" + balance + "\"\n";
}

struct Invariants {
  Vec<double, 3> momentum, moment;
  double energy;
};

/// Returns momentum, angular momentum about the origin, and energy of these bodies.
Invariants invariants(const AnySystem<double>& system, const mbs::Assembly<double>& parts, const Vec<double>& q,
                      const Vec<double>& v) {
  Invariants out{Vec<double, 3>::Zero(), Vec<double, 3>::Zero(), system.energy(0, q, v)};
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const Vec<double, 3> p = body.mass * v.segment<3>(6 * k);
    const Mat<double, 3> A = so3::matrix<double>(mbs::quaternion(q, k));
    out.momentum += p;
    out.moment += Vec<double, 3>(q.segment<3>(7 * k)).cross(p) + A * (body.inertia * mbs::rotation(v, k));
  }
  return out;
}

/// A mechanism in double, whose motion is integrated by a method.
class MovedBeam {
 public:
  explicit MovedBeam(const std::string& text) : of_(mechanism_from_text(text, "beam.toml")) {}

  mbs::Assembly<double> parts() const { return mbs::assemble<double>(of_.mechanism(data_)); }
  template <class Visit>
  Status by(std::string_view method, double end, int steps, Visit visit) {
    const auto& chosen = catalogued_method(method);
    return moved.by(chosen, options_of(chosen), end, steps, visit).status;
  }

 private:
  MechanismText of_;
  Problem problem_ = mechanism_problem(of_);
  Parameters data_{problem_.parameters, {}};

 public:
  MovedProblem<double> moved{problem_, data_, "index3"};
};

/// The largest deviations of the invariants of a beam with initial velocities that bend it: of the momentum, of the
/// angular momentum, and of the energy in the first tenth of the time (`early`) and afterwards (`late`). `bent` is the
/// largest deflection of the middle [m].
struct Deviations {
  double momentum = 0, moment = 0, early = 0, late = 0, bent = 0;
};
Deviations deviations(int elements, double end, int steps, const std::string& balance = "finite-volume") {
  MovedBeam beam(flying_text(elements, balance));
  const auto& system = beam.moved.system;
  auto& x = beam.moved.x;
  const auto parts = beam.parts();
  for (int k = 0; k <= 2 * elements; ++k) {
    const double s = k / (2. * elements);
    x.v[6 * k + 2] += 4 * s * (1 - s);
  }
  const auto begin = invariants(system, parts, x.q, x.v);
  Deviations out;
  const auto status = beam.by("rattle", end, steps, [&](int n, const AnySystem<double>::State& state) {
    const auto now = invariants(system, parts, state.q, state.v);
    out.momentum = std::max(out.momentum, (now.momentum - begin.momentum).norm());
    out.moment = std::max(out.moment, (now.moment - begin.moment).norm());
    auto& energy = n < steps / 10 ? out.early : out.late;
    energy = std::max(energy, std::abs(now.energy - begin.energy));
    const auto place = [&](int k) -> Vec<double, 3> { return state.q.segment<3>(7 * k); };
    out.bent = std::max(out.bent, (place(elements) - (place(0) + place(2 * elements)) / 2).norm());
  });
  EXPECT_EQ(status, Status::ok);
  return out;
}

TEST(MovingBeams, FlyWithTheirMomentaAndTheirEnergyForLong) {
  const auto of = deviations(2, 20, 20000);
  EXPECT_GT(of.bent, 0.05) << "it hardly bends";
  EXPECT_LT(of.momentum, 1e-12);
  EXPECT_LT(of.moment, 1e-11);
  EXPECT_LT(of.late, 1.2 * of.early);
}

// Finite-volume forces are not the gradient of an energy. The resulting change of the energy vanishes as elements are
// refined.
TEST(MovingBeams, KeepTheirEnergyTheBetterTheFinerTheyAre) {
  const auto coarse = deviations(1, 0.5, 500), fine = deviations(8, 0.5, 2000);
  EXPECT_GT(coarse.late, 8 * fine.late) << coarse.late << " " << fine.late;
  EXPECT_LT(fine.late, 2e-3);
}

// With BeamBalance::energy, the energy error is due to the steps alone. It is proportional to the square of the step,
// also for a single element.
TEST(MovingBeams, KeepTheEnergyOfAGradientAsWellAsTheStepsDo) {
  const auto coarse = deviations(1, 0.5, 500, "energy"), fine = deviations(1, 0.5, 1000, "energy");
  EXPECT_GT(fine.bent, 0.02) << "it hardly bends";
  EXPECT_LT(fine.momentum, 1e-12);
  EXPECT_LT(fine.moment, 1e-11);
  EXPECT_NEAR(std::log2(coarse.late / fine.late), 2, 0.3) << coarse.late << " " << fine.late;
  const auto volumes = deviations(1, 0.5, 1000);
  EXPECT_GT(volumes.late, 50 * fine.late) << volumes.late << " " << fine.late;
}

// Returns a file with a beam on a hub that rotates at 3 rad/s about z, in units with m = L = EJ_y = 1. The beam flaps
// perpendicular to the plane of rotation.
std::string hub_text(int elements) {
  return R"(schema = 1
name = "hub"
t_end = 1
gravity = [0, 0, 0]
[[body]]
name = "hub"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 0]
angular_velocity = [0, 0, 3]
[[section]]
name = "thin"
mass = 1
inertia = [2e-8, 1e-8, 1e-8]
stiffness = [1e5, 1e6, 1e6, 10, 1, 100]
[[joint]]
name = "axle"
kind = "revolute"
bodies = ["ground", "hub"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[driver]]
name = "motor"
joint = "axle"
coordinate = "rotation"
polynomial = [0, 3]
[[beam]]
name = "blade"
section = "thin"
from = [0, 0, 0]
to = [1, 0, 0]
orientation = [0, 1, 0]
first = "hub"
angular_velocity = [0, 0, 3]
elements = )" +
         std::to_string(elements) + "\n";
}

/// Returns the angular frequency near a guess at which a signal, weighted by Hann's window, is largest.
double frequency_of(const std::vector<double>& signal, double dt, double guess) {
  const auto n = static_cast<double>(signal.size());
  const auto size = [&](double w) {
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < signal.size(); ++k) {
      const double t = static_cast<double>(k), window = 1 - std::cos(2 * std::numbers::pi * t / n);
      sum += window * signal[k] * std::polar(1., -w * t * dt);
    }
    return std::abs(sum);
  };
  double low = 0.97 * guess, high = 1.03 * guess;
  for (int i = 0; i < 60; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (size(a) < size(b) ? low : high) = size(a) < size(b) ? a : b;
  }
  return low;
}

// The first flapping frequency is 4.7973 rad/s at an angular velocity of 3 rad/s in these units, and 3.5160 rad/s at
// rest: Wright, Smith, Thresher & Wang 1982, J. Appl. Mech. 49, 197.
TEST(MovingBeams, AreStiffenedByTheirTurning) {
  constexpr double known = 4.7973;
  std::vector<double> errors;
  for (const int n : {2, 4}) {
    MovedBeam blade(hub_text(n));
    for (int k = 1; k <= 2 * n; ++k) {
      const double s = k / (2. * n);
      blade.moved.x.v[6 * (k + 1) + 2] = 1e-3 * s * s * (3 - s);  // nearly its first mode
      blade.moved.x.v[6 * (k + 1) + 4] = -1e-3 * s * (6 - 3 * s);
    }
    constexpr int steps = 6000;
    constexpr double end = 24;
    std::vector<double> height;
    const auto status = blade.by("generalized-alpha", end, steps, [&](int, const AnySystem<double>::State& state) {
      height.push_back(state.q[7 * (2 * n + 1) + 2]);
    });
    ASSERT_EQ(status, Status::ok);
    errors.push_back(std::abs(frequency_of(height, end / steps, known) / known - 1));
  }
  EXPECT_LT(errors[1], 1e-4);
  EXPECT_LT(errors[1], errors[0] / 2);
}

}  // namespace
}  // namespace plumb::testing
