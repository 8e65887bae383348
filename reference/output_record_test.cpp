// Tests of stored outputs. A record must reproduce the motion to its claimed digits. Malformed data must be rejected.

#include "reference/output_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "methods/irk/factory.hpp"
#include "methods/irk/gauss.hpp"
#include "methods/irk/radau_iia.hpp"
#include "problems/catalogue.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/certify.hpp"
#include "reference/output_fit.hpp"
#include "reference/output_record_json.hpp"
#include "reference/refined_comparison.hpp"
#include "reference/solution.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

// Returns a rod on a hinge that turns more than once, pushed by a force that jumps at 7 ms.
const Problem& spun_rod() {
  static const Problem problem = mechanism_problem(mechanism_from_text(R"(schema = 1
name = "spun-rod"
t_begin = -0.001
t_end = 0.02
[[body]]
name = "rod"
mass = 1
inertia = [0.01, 0.09, 0.09]
position = [0.5, 0, 0]
velocity = [0, 0, -200]
angular_velocity = [0, 400, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "rod"]
point = [0, 0, 0]
axis = [0, 1, 0]
[[force]]
name = "push"
kind = "force"
body = "rod"
vector = [0, 0, 1]
pieces = [{ until = 0.007, polynomial = [0] }, { until = 1, polynomial = [30000] }]
[[output]]
name = "angle"
kind = "coordinate"
joint = "hinge"
coordinate = "rotation"
[[output]]
name = "z"
kind = "position"
body = "rod"
component = "z"
[[output]]
name = "az"
kind = "acceleration"
body = "rod"
component = "z"
)",
                                                                       "spun-rod.toml"));
  return problem;
}
const Parameters& data() {
  static const Parameters out(spun_rod().parameters, {});
  return out;
}

/// Returns a record by two methods with few stages and few steps, so that the digits decrease from block to block.
const OutputRecord& coarse_record() {
  static const OutputRecord out = [] {
    auto routes = refined_routes(spun_rod());
    routes.first.method = irk_method({.name = "two", .title = {}, .source = {}}, radau_iia_tableau(2));
    routes.second.method = irk_method({.name = "three", .title = {}, .source = {}}, gauss_tableau(3));
    RefinementGoal goal;
    goal.most_work = 4000;
    return record_of_outputs(RefinedMotion(spun_rod(), data(), routes, goal, "coarse"), spun_rod(), data());
  }();
  return out;
}

const OutputRecord& fine_record() {
  static const OutputRecord out = record_of_outputs(
      RefinedMotion(spun_rod(), data(), refined_routes(spun_rod()), goal_of_outputs(spun_rod(), data(), 1), "fine"),
      spun_rod(), data());
  return out;
}

/// Returns the largest error of a record in units of its last digit, at several times of every piece with enough
/// digits. The motion is known to 20 digits.
double largest_miss(const OutputRecord& record) {
  static const Solution known(spun_rod(), data());
  const auto& index1 = *spun_rod().formulation("index1");
  const StoredOutputs stored(record);
  const quad step = record.blocks.horizon / 1517;
  double out = 0;
  for (quad t = record.begin + step / 3; t <= record.end(); t += step) {
    const auto exact = known.at(t, index1).outputs;
    for (std::size_t i = 0; i < record.outputs.size(); ++i) {
      const auto& output = record.outputs[i];
      quad r = exact[static_cast<Eigen::Index>(i)];
      const quad x = stored.value(i, t, RefinedMotion::least_digits);
      if (isnan(x)) continue;
      if (output.wraps) r = turned_next_to(x, r);
      const quad unit = output.scale * pow(quad(10), -stored.digits(i, t));
      out = std::max(out, static_cast<double>(abs(x - r) / unit));
    }
  }
  return out;
}

std::vector<int> digits_of(const StoredOutput& output) {
  std::vector<int> out;
  for (const auto& of : output.digits) out.push_back(of.digits);
  return out;
}

TEST(OutputRecord, TellsTheMotionToItsDigits) {
  for (const auto& output : fine_record().outputs)
    EXPECT_THAT(digits_of(output), ::testing::ElementsAre(10)) << output.name;
  EXPECT_LE(largest_miss(fine_record()), 1);
  EXPECT_LE(largest_miss(coarse_record()), 1);
}

// A record is made wrong: one of its outputs claims one digit too many in all blocks. The comparison must detect it.
TEST(OutputRecord, WithOneDigitTooManyIsSeenToBeWrong) {
  for (std::size_t i = 0; i < coarse_record().outputs.size(); ++i) {
    auto broken = coarse_record();
    ASSERT_GE(broken.outputs[i].digits.size(), 2) << broken.outputs[i].name;
    for (auto& of : broken.outputs[i].digits) ++of.digits;
    EXPECT_GT(largest_miss(broken), 1) << broken.outputs[i].name;
  }
}

// A record is made wrong: in one coefficient, by a unit of the last digit of the output. The comparison must detect it.
TEST(OutputRecord, WithAChangedCoefficientIsSeenToBeWrong) {
  for (std::size_t i = 0; i < fine_record().outputs.size(); ++i) {
    auto broken = fine_record();
    auto& output = broken.outputs[i];
    auto& piece = output.pieces[output.pieces.size() / 2];
    ASSERT_FALSE(piece.coefficients.empty());
    piece.coefficients.front() +=
        static_cast<std::int64_t>(ceil(output.scale * quad("2e-10") / ldexp(quad(1), piece.unit)));
    EXPECT_GT(largest_miss(broken), 1) << output.name;
  }
}

TEST(OutputRecord, IsReadAsItWasWritten) {
  const auto& written = coarse_record();
  const auto read = output_record_from_json(nlohmann::ordered_json::parse(to_json(written).dump()));
  EXPECT_EQ(read.data, written.data);
  EXPECT_EQ(read.routes, written.routes);
  EXPECT_EQ(read.parts, written.parts);
  EXPECT_EQ(read.begin, written.begin);
  EXPECT_EQ(read.blocks.horizon, written.blocks.horizon);
  EXPECT_EQ(read.blocks.breaks, written.blocks.breaks);
  for (std::size_t i = 0; i < written.outputs.size(); ++i) {
    EXPECT_EQ(read.outputs[i].scale, written.outputs[i].scale);
    EXPECT_EQ(read.outputs[i].digits, written.outputs[i].digits);
    ASSERT_EQ(read.outputs[i].pieces.size(), written.outputs[i].pieces.size());
    for (std::size_t k = 0; k < written.outputs[i].pieces.size(); ++k) {
      EXPECT_EQ(read.outputs[i].pieces[k].unit, written.outputs[i].pieces[k].unit);
      EXPECT_EQ(read.outputs[i].pieces[k].coefficients, written.outputs[i].pieces[k].coefficients);
    }
  }
}

TEST(OutputRecord, OfOtherDataIsRefused) {
  auto json = to_json(coarse_record());
  json["data"] = "other";
  EXPECT_THROW(output_record_from_json(json), std::invalid_argument);
  auto cut = to_json(coarse_record());
  cut["outputs"][0]["pieces"] = cut["outputs"][0]["pieces"].get<std::string>().substr(0, 1001);
  EXPECT_THROW(output_record_from_json(cut), std::invalid_argument);
  auto rising = to_json(coarse_record());
  rising["outputs"][0]["digits"].push_back({12, 256});
  EXPECT_THROW(output_record_from_json(rising), std::invalid_argument);
}

TEST(OutputRecord, TakesTheLaterPieceWhereAnOutputJumps) {
  const StoredOutputs stored(fine_record());
  const quad jump("0.007"), little("1e-9");
  EXPECT_GT(abs(stored.value(2, jump, 6) - stored.value(2, jump - little, 6)), 1000);
  EXPECT_LT(abs(stored.value(2, jump, 6) - stored.value(2, jump + little, 6)), 1);
}

/// Returns the largest jump of an output between adjacent pieces, in units of the last digit. Discontinuities of
/// outputs are excluded.
double largest_gap(const OutputRecord& record) {
  const StoredOutputs stored(record);
  const auto ends = record.blocks.ends(record.blocks.horizon);
  const quad little = record.blocks.horizon * quad("1e-17");
  double out = 0;
  for (std::size_t block = 0; block < record.parts.size(); ++block)
    for (int part = block == 0 ? 1 : 0; part < record.parts[block]; ++part) {
      const quad since = ends[block] + (ends[block + 1] - ends[block]) * part / record.parts[block];
      if (record.blocks.is_break(since)) continue;
      for (std::size_t i = 0; i < record.outputs.size(); ++i) {
        const quad t = record.begin + since, here = stored.value(i, t + little, RefinedMotion::least_digits);
        quad before = stored.value(i, t - little, RefinedMotion::least_digits);
        if (record.outputs[i].wraps) before = turned_next_to(here, before);
        const quad unit = record.outputs[i].scale * pow(quad(10), -stored.digits(i, t + little));
        if (!isnan(here)) out = std::max(out, static_cast<double>(abs(here - before) / unit));
      }
    }
  return out;
}

TEST(OutputRecord, HasPiecesThatJoin) {
  EXPECT_LE(largest_gap(fine_record()), 1);
  auto broken = fine_record();  // deliberately wrong
  auto& piece = broken.outputs[1].pieces[17];
  piece.coefficients.back() += 10 * piece.coefficients.front() + 1000;
  EXPECT_GT(largest_gap(broken), 2);
}

// Checks the program's own records as far as possible without computing them again.
TEST(OutputRecord, OfTheProgramFitsItsProblemAndBeginsAsThatDoes) {
  for (const auto& file : embedded_outputs()) {
    const std::string name(file.path.substr(0, file.path.find('/')));
    const auto& problem = catalogued_problem(name);
    const Parameters standard(problem.parameters, {});
    const auto stored = stored_outputs(problem, standard);
    ASSERT_TRUE(stored) << name << ": the problem changed; run plumb reference build " << name;
    auto system = problem.in_quad.system(standard, problem.formulations.front());
    const auto x = initial_state(problem, standard, problem.formulations.front(), system);
    Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
    system.outputs(problem.begin<quad>(), x, outputs);
    for (std::size_t i = 0; i < problem.outputs.size(); ++i) {
      const auto& of = stored->record().outputs[i];
      if (stored->digits(i, problem.begin<quad>()) < RefinedMotion::least_digits) continue;
      const quad unit = of.scale * pow(quad(10), -stored->digits(i, problem.begin<quad>()));
      EXPECT_LE(abs(stored->value(i, problem.begin<quad>(), 1) - outputs[static_cast<Eigen::Index>(i)]), unit)
          << name << " " << of.name;
    }
    EXPECT_LE(largest_gap(stored->record()), 2) << name;
  }
}

class StoredSolution : public ::testing::Test {
 protected:
  StoredSolution() { store_outputs({coarse_record()}); }
  ~StoredSolution() override { store_outputs({}); }
};

TEST_F(StoredSolution, HasOutputsAlone) {
  const Solution known(spun_rod(), data());
  ASSERT_TRUE(known.stored());
  const auto x = known.at(quad("0.001"), spun_rod().formulations.front());
  EXPECT_EQ(x.q.size() + x.v.size() + x.a.size() + x.lambda.size(), 0);
  EXPECT_EQ(x.outputs.size(), 3);
  EXPECT_FALSE(isnan(x.outputs[1]));
  EXPECT_THROW(known.carried(0), MotionUnknown);
  EXPECT_THROW(known.at(quad("0.021"), spun_rod().formulations.front()), ReferenceLost);
  EXPECT_FALSE(needs_computed_motion(spun_rod(), data()));
}

TEST_F(StoredSolution, IsNotThatOfAChangedProblem) {
  auto renamed = spun_rod();
  renamed.outputs.back().name = "another";
  EXPECT_FALSE(Solution(renamed, data()).stored());
  auto record = coarse_record();
  record.data = "";
  store_outputs({record});
  EXPECT_FALSE(Solution(spun_rod(), data()).stored());
  record = coarse_record();
  record.content = "0123456789abcdef";
  store_outputs({record});
  EXPECT_FALSE(Solution(spun_rod(), data()).stored());
}

}  // namespace
}  // namespace plumb
