// Tests the results of methods for beams with incremental rotations, which depend on the path.

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

// Returns a file with a clamped rubber beam that gravity bends in both directions, with formulations in momenta.
std::string strip_text(int elements, const std::string& rotations, const std::string& balance = "finite-volume") {
  return R"(schema = 1
name = "strip"
t_end = 0.5
gravity = [3, -9, -6]
momenta = true
[[section]]
name = "soft"
mass = 0.8
inertia = [0.05, 0.02, 0.03]
stiffness = [70, 40, 30, 0.9, 0.7, 0.8]
[[beam]]
name = "strip"
section = "soft"
from = [0, 0, 0]
to = [1, 0, 0]
orientation = [0, 1, 0]
first = "ground"
elements = )" +
         std::to_string(elements) + "\nrotations = \"" + rotations + "\"\nbalance = \"" + balance + "\"\n";
}

/// A mechanism in one scalar, with functions that integrate its motion.
template <class T>
class Strip {
 public:
  explicit Strip(const std::string& text, std::string_view formulation = "index3")
      : problem_(mechanism_problem(mechanism_from_text(text, "strip.toml"))),
        data_(problem_.parameters, {}),
        formulation_(*problem_.formulation(std::string(formulation))),
        system(problem_.in<T>().system(data_, formulation_)) {}

  typename AnySystem<T>::State start() { return initial_state(problem_, data_, formulation_, system); }
  typename AnySystem<T>::State at(std::string_view method, const T& end, int steps,
                                  const std::map<std::string, std::string>& options = {}) {
    return after(method, end, steps, options, [](int, const auto&) {});
  }
  template <class Visit>
  typename AnySystem<T>::State after(std::string_view method, const T& end, int steps,
                                     const std::map<std::string, std::string>& options, Visit visit) {
    auto x = start();
    const auto& chosen = catalogued_method(method);
    auto settings = options_of(chosen, options);
    const auto stepper = chosen.in<T>()(system, settings);
    EXPECT_EQ(integrate(*stepper, x, end, steps, visit).status, Status::ok) << method;
    return x;
  }
  /// Returns the largest difference between the positions q of two states.
  double gap(const typename AnySystem<T>::State& a, const typename AnySystem<T>::State& b) {
    return static_cast<double>(distance(system, a, b).q);
  }

 private:
  Problem problem_;
  Parameters data_;
  Formulation formulation_;

 public:
  AnySystem<T> system;
};

struct Known {
  const char *method, *formulation;
  double order;
  int steps;
};

// Methods have the same order as with relative rotations, because carried sections are ordinary states.
TEST(CarriedBeams, AreIntegratedWithTheOrderOfTheMethod) {
  for (const auto& [method, formulation, order, steps] :
       {Known{"generalized-alpha", "index3", 2, 160}, Known{"lms3", "momenta-index3", 2, 160},
        Known{"radau-iia", "index2", 5, 20}, Known{"esdirk325l2sa", "momenta-index3", 3, 40},
        Known{"half-implicit", "index3", 1, 320}, Known{"erk4", "index1", 4, 320}})
    for (const char* rotations : {"relative", "incremental"}) {
      Strip<long double> strip(strip_text(1, rotations), formulation);
      const long double end = 0.2L;
      const auto coarse = strip.at(method, end, steps), fine = strip.at(method, end, 2 * steps),
                 finer = strip.at(method, end, 4 * steps);
      const double first = strip.gap(coarse, fine), second = strip.gap(fine, finer);
      EXPECT_NEAR(std::log2(first / second), order, 0.3) << method << " " << rotations << " " << first << " " << second;
    }
}

// The difference between relative and incremental rotations depends on the relative rotation of the nodes in an
// element, so it vanishes as elements are refined.
TEST(CarriedBeams, ComeToThoseOfRelativeRotationsAsElementsAreRefined) {
  std::vector<double> gaps;
  for (const int n : {1, 2, 4, 8}) {
    Strip<double> relative(strip_text(n, "relative")), incremental(strip_text(n, "incremental"));
    const int tip = 7 * 2 * n;
    const auto a = relative.at("generalized-alpha", 0.5, 1000), b = incremental.at("generalized-alpha", 0.5, 1000);
    gaps.push_back((a.q.segment<3>(tip) - b.q.segment<3>(tip)).norm());
    EXPECT_GT((a.q.segment<3>(tip) - Vec<double, 3>(1, 0, 0)).norm(), 0.3) << "it hardly bends";
  }
  EXPECT_GT(gaps[0], 3e-5);
  const double order = std::log2(gaps[2] / gaps[3]);
  EXPECT_NEAR(order, 4, 0.5) << gaps[0] << " " << gaps[1] << " " << gaps[2] << " " << gaps[3];
}

// With BeamBalance::energy the exact motion conserves the energy, so the energy error is due to the step size alone. It
// is of second order, as with relative rotations.
TEST(CarriedBeams, KeepTheEnergyOfAGradientAsWellAsTheStepsDo) {
  const auto lost = [](const std::string& balance, int steps) {
    Strip<double> strip(strip_text(1, "incremental", balance));
    const auto begin = strip.start();
    const double energy = strip.system.energy(0, begin.q, begin.v);
    double worst = 0;
    strip.after("generalized-alpha", 0.5, steps, {{"rho", "1"}}, [&](int, const AnySystem<double>::State& x) {
      worst = std::max(worst, std::abs(strip.system.energy(0, x.q, x.v) - energy));
    });
    return worst;
  };
  const double coarse = lost("energy", 500), fine = lost("energy", 1000);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3) << coarse << " " << fine;
  EXPECT_GT(lost("finite-volume", 1000), 20 * fine);
}

// The velocities u of sections, initially 0, remain exactly 0 with every method.
TEST(CarriedBeams, HaveSectionsWithoutVelocitiesOfTheirOwn) {
  for (const auto& [method, formulation] : {std::pair{"generalized-alpha", "index3"},
                                            {"radau-iia", "index2"},
                                            {"lms3", "momenta-index3"},
                                            {"rattle", "index3"},
                                            {"gauss", "ggl"},
                                            {"half-implicit2", "index3"}}) {
    Strip<double> strip(strip_text(1, "incremental"), formulation);
    const auto begin = strip.start(), x = strip.at(method, 0.2, 100);
    EXPECT_EQ(x.v.tail(12).norm(), 0) << method;
    EXPECT_GT((x.q.tail(14) - begin.q.tail(14)).norm(), 0.01) << method;
  }
}

}  // namespace
}  // namespace plumb::testing
