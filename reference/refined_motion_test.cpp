// Tests of references of the second kind. Their digits must be correct compared with closed forms, with motions of the
// first kind and with finer steps. A wrong integration must lower the digits.

#include "reference/refined_motion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "methods/irk/factory.hpp"
#include "methods/irk/gauss.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/certify.hpp"
#include "reference/reference_cache.hpp"
#include "reference/refined_record.hpp"
#include "reference/refined_routes.hpp"
#include "reference/solution.hpp"
#include "reference/stepped_track.hpp"
#include "reference/testing/motion_examples.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

// A vibration of 1e4 rad/s turns by some 40 rad in a block, so the first levels do not resolve it.
struct StiffOscillator {
  Problem problem = [] {
    auto out = catalogued_problem("oscillator");
    out.t_end = "1";
    return out;
  }();
  Parameters data{problem.parameters,
                  {{"omega", "1e4"}, {"damping", "0"}, {"start", "given"}, {"position", "1"}, {"amplitude", "1e6"}}};
};

// A rod on a hinge, with a spring of some 5000 rad/s, and with a push that starts at 0.7 ms.
struct StiffRod {
  explicit StiffRod(const std::string& more = {}) : problem(made(more)), data(problem.parameters, {}) {}
  static Problem made(const std::string& more) {
    return mechanism_problem(mechanism_from_text("schema = 1\n" + more + R"(name = "stiff-rod"
t_end = 0.002
[[body]]
name = "rod"
mass = 1
inertia = [0.01, 0.09, 0.09]
position = [0.5, 0, 0]
velocity = [0, 0, -1.5]
angular_velocity = [0, 3, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "rod"]
point = [0, 0, 0]
axis = [0, 1, 0]
[[force]]
name = "spring"
kind = "spring"
bodies = ["ground", "rod"]
on_first = { point = [1, 0, 1] }
on_second = { point = [1, 0, 0] }
stiffness = 1e7
free_length = 1
[[force]]
name = "push"
kind = "force"
body = "rod"
vector = [0, 0, 1]
pieces = [{ until = 0.0007, polynomial = [0] }, { until = 1, polynomial = [1000] }]
)",
                                                 "stiff-rod.toml"));
  }
  Problem problem;
  Parameters data;
};

/// Returns the largest error of a motion as a multiple of its uncertainty, at some times between the ends of steps.
double largest_miss(const Problem& problem, const RefinedMotion& motion, const ExactMotion& exact) {
  const quad end = number_from_text<quad>(problem.t_end);
  constexpr int times = 24;
  double out = 0;
  for (int k = 1; k <= times; ++k) {
    const quad t = end * k / times * (k == times ? quad(1) : quad("0.99937"));
    const auto x = motion.at(t), r = exact(t);
    const auto unknown = motion.uncertainty(t, 1);
    if (!unknown) return std::numeric_limits<double>::infinity();
    for (const auto& [a, b, u] : {std::tuple{x.q, r.q, unknown->q}, {x.v, r.v, unknown->v}})
      for (Eigen::Index i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) out = std::max(out, static_cast<double>(abs(a[i] - b[i]) / u.maxCoeff()));
  }
  return out;
}

int digits_at_end(const Problem& problem, const RefinedMotion& motion) {
  return motion.digits(number_from_text<quad>(problem.t_end));
}

TEST(Refined, DigitsOfAVibrationHoldBesideItsClosedForm) {
  const StiffOscillator of;
  const RefinedMotion motion(of.problem, of.data, refined_routes(of.problem));
  EXPECT_GE(digits_at_end(of.problem, motion), 10);
  EXPECT_LE(largest_miss(of.problem, motion, of.problem.reference.closed_form(of.data)), 1);
}

// The rod has constraints, a rotation and a discontinuity of the force. Fails if a step contains it, or if the routes
// use different coordinates.
TEST(Refined, DigitsHoldBesideAReferenceOfTheFirstKind) {
  const StiffRod of;
  const RefinedMotion motion(of.problem, of.data, refined_routes(of.problem));
  const auto known = computed_motion(of.problem, of.data);
  EXPECT_GE(digits_at_end(of.problem, motion), 10);
  EXPECT_GE(known.digits(number_from_text<quad>(of.problem.t_end), 20), 20);
  EXPECT_LE(largest_miss(of.problem, motion, known.at), 1);
}

// The rod, with equations in momenta, which only the steps use. Fails if momenta are returned as velocities.
TEST(Refined, DigitsHoldWhereStepsCarryMomenta) {
  const StiffRod of("momenta = true\n");
  const auto routes = refined_routes(of.problem);
  EXPECT_EQ(routes.first.name, "radau-iia-momenta-index2");
  EXPECT_EQ(routes.second.name, "gauss-momenta-index1");
  const RefinedMotion motion(of.problem, of.data, routes);
  const auto known = computed_motion(of.problem, of.data);
  EXPECT_GE(digits_at_end(of.problem, motion), 10);
  EXPECT_LE(largest_miss(of.problem, motion, known.at), 1);
}

TEST(Refined, RoutesAreTwoMethodsOnTwoFormsOfTheEquations) {
  const StiffRod of;
  const auto routes = refined_routes(of.problem);
  EXPECT_EQ(routes.first.name, "radau-iia-index2");
  EXPECT_EQ(routes.second.name, "gauss-index1");
}

// The digits of records must be correct for every quantity, including accelerations and multipliers.
TEST(Refined, RecordsTellNoDigitThatIsWrong) {
  const StiffRod of;
  const auto& formulation = *of.problem.formulation("index3");
  const RefinedMotion motion(of.problem, of.data, refined_routes(of.problem));
  const Solution known(of.problem, of.data);
  std::vector<ReferenceRecord> records(3);
  const std::vector<ReferenceRecord*> to_fill = {&records[0], &records[1], &records[2]};
  const std::vector<quad> times = {0, quad("0.00031"), quad("0.002")};
  record_refined(motion, of.problem, of.data, formulation, times, to_fill);
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_THAT(records[k].routes, ::testing::ElementsAre("radau-iia-index2", "gauss-index1"));
    const auto x = known.at(times[k], formulation);
    std::vector<quad> wanted;
    for (const auto* part : {&x.q, &x.v, &x.a, &x.lambda, &x.outputs})
      wanted.insert(wanted.end(), part->begin(), part->end());
    ASSERT_EQ(wanted.size(), records[k].values.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto& [name, certified_value] = records[k].values[i];
      EXPECT_GE(certified_value.digits, 6) << name;
      EXPECT_GE(agreeing_digits(certified_value.value, wanted[i], certified_value.scale), certified_value.digits)
          << name;
      if (certified_value.value == 0) continue;
      EXPECT_LE(certified_value.digits, 19) << name;  // a long double has 19 digits, also at the start
    }
  }
}

// A weight of the second route has a relative error of 0.001. The first route alone would claim as many digits as
// before.
TEST(Refined, AWrongSecondRouteLowersTheDigits) {
  const StiffRod of;
  auto routes = refined_routes(of.problem);
  auto wrong = gauss_tableau(4);
  wrong.b[1] = "(" + wrong.b[1] + ")*1.001";
  routes.second.method = irk_method({.name = "wrong", .title = {}, .source = {}}, wrong);
  const RefinedMotion motion(of.problem, of.data, routes);
  EXPECT_LT(digits_at_end(of.problem, motion), 6);
  EXPECT_LT(motion.holds_until(number_from_text<quad>(of.problem.t_end), 6), quad("0.002"));
}

TEST(Refined, AThirdRunThatIsFinerThanBothConfirms) {
  const StiffRod of;
  const auto routes = refined_routes(of.problem);
  const RefinedMotion motion(of.problem, of.data, routes);
  SteppedTrack finer(of.problem, of.data, *of.problem.formulation("index1"), routes.first.method);
  for (const auto& t : motion.times_until(quad("0.002")))
    if (t > 0) finer.extend(t, 8);
  EXPECT_GT(finer.step_at(quad("0.002")), 2 * motion.steps());
  EXPECT_LE(largest_miss(of.problem, motion, [&](const quad& t) { return finer.at(t); }), 1);
}

TEST(Refined, GoesOnBeyondTheHorizonWithTheSameBitsWhateverWasAskedBefore) {
  const StiffRod of;
  const RefinedMotion one(of.problem, of.data, refined_routes(of.problem)),
      other(of.problem, of.data, refined_routes(of.problem));
  const auto late = one.at(quad("0.00212")), early = one.at(quad("0.0017"));
  EXPECT_EQ(other.at(quad("0.0017")).v, early.v);
  EXPECT_EQ(other.at(quad("0.00212")).v, late.v);
  EXPECT_GE(one.digits(quad("0.00212")), 9);
}

class RefinedCache : public ::testing::Test {
 protected:
  RefinedCache() { keep_references_in(std::make_shared<const ReferenceCache>(folder, "build")); }
  ~RefinedCache() override { keep_references_in(nullptr); }
  const ScratchFolder scratch;
  const std::filesystem::path& folder = scratch.path();
};

TEST_F(RefinedCache, GivesBackTheSameBitsAndGoesOn) {
  const StiffRod of;
  const auto routes = refined_routes(of.problem);
  auto made = std::make_unique<RefinedMotion>(of.problem, of.data, routes);
  const auto x = made->at(quad("0.00177"));
  const auto unknown = made->uncertainty(quad("0.00177"), 1);
  made.reset();
  const RefinedMotion read(of.problem, of.data, routes);
  EXPECT_GE(read.known_until(), quad("0.002"));
  EXPECT_EQ(read.at(quad("0.00177")).q, x.q);
  EXPECT_EQ(read.at(quad("0.00177")).v, x.v);
  EXPECT_EQ(read.uncertainty(quad("0.00177"), 1)->v, unknown->v);
  const auto later = read.at(quad("0.00211"));
  keep_references_in(nullptr);
  EXPECT_EQ(RefinedMotion(of.problem, of.data, routes).at(quad("0.00211")).v, later.v);
}

TEST_F(RefinedCache, HasNothingOfOtherDataOrRoutes) {
  const StiffOscillator of;
  const auto routes = refined_routes(of.problem);
  RefinedMotion(of.problem, of.data, routes).at(1);
  EXPECT_GE(RefinedMotion(of.problem, of.data, routes).known_until(), 1);
  const Parameters other(of.problem.parameters, {{"omega", "2.1e4"}});
  EXPECT_EQ(RefinedMotion(of.problem, other, routes).known_until(), 0);
  auto renamed = routes;
  renamed.second.name = "another";
  EXPECT_EQ(RefinedMotion(of.problem, of.data, renamed).known_until(), 0);
}

TEST(Refined, MechanismsAreOfTheSecondKindWhereTheyAreStiff) {
  const auto& pendulum = catalogued_problem("pendulum");
  EXPECT_FALSE(is_refined(pendulum, Parameters(pendulum.parameters, {})));
  const StiffRod of;
  EXPECT_FALSE(is_refined(of.problem, of.data));
  EXPECT_EQ(Solution(of.problem, of.data).least_digits(), 20);
  std::ifstream file("examples/mechanisms/cantilever.toml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto unasked = mechanism_problem(mechanism_from_text(text, "cantilever.toml"));
  EXPECT_THAT(unasked.reference.none(Parameters(unasked.parameters, {})),
              ::testing::HasSubstr("reference = \"refined\""));
  const auto beam = mechanism_problem(mechanism_from_text("reference = \"refined\"\n" + text, "cantilever.toml"));
  EXPECT_EQ(beam.reference.none(Parameters(beam.parameters, {})), "");
  const Parameters steel(beam.parameters, {});
  EXPECT_THAT(beam.mechanism->why_refined(steel), ::testing::HasSubstr("rad/s"));
  const Solution known(beam, steel);  // no computation yet
  EXPECT_TRUE(known.refined());
  EXPECT_EQ(known.least_digits(), 6);
}

}  // namespace
}  // namespace plumb
