// No certified digit of any problem may be false. Compares certified records at random times with an integration in 50
// digits by Gauss' collocation (testing/gauss_integration.hpp), which shares only the equations with their routes.
//
// Each problem has three times in the first tenth of its horizon. PLUMB_TRUTH_TIMES=50 uses 50 times in the whole
// horizon, which takes minutes. PLUMB_TRUTH_SEED selects other times.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <limits>
#include <random>

#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/testing/gauss_integration.hpp"
#include "reference/testing/motion_examples.hpp"
#include "reference/testing/wide_problems.hpp"

namespace plumb {
namespace {

using testing::GaussIntegration;
using testing::WideFormulation;
using testing::WideProblem;
using testing::WideQuantities;
using testing::WideState;
using WideValues = std::vector<std::pair<std::string, wide>>;

int number_from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// Returns times at which an earlier version certified false digits, by evaluations in other coordinates or by closed
/// forms of fast motions.
std::vector<std::string> memorable_times(const std::string& problem) {
  if (problem == "heavy-top") return {"0.377198"};
  if (problem == "squeezer") return {"0.00378577"};
  return {};
}

/// Returns the time up to which accelerations are smooth, because Gauss' collocation cannot integrate over a kink. The
/// first kink of the wheelset is at 0.00219 s, when the creep force of a wheel reaches its bound.
double smooth_until(const Problem& problem) {
  return problem.name == "wheelset" ? 0.00219 : std::numeric_limits<double>::infinity();
}

/// Returns random times and the memorable times of a problem, in ascending order, with six significant digits.
std::vector<std::string> random_times(const Problem& problem) {
  const int count = number_from_environment("PLUMB_TRUTH_TIMES", 0);
  const double end = std::min(number_from_text<double>(problem.t_end) * (count == 0 ? 0.1 : 1), smooth_until(problem));
  std::mt19937 random(static_cast<unsigned>(number_from_environment("PLUMB_TRUTH_SEED", 2024)));
  std::uniform_real_distribution<double> anywhere(0, end);
  std::vector<double> times(static_cast<std::size_t>(count == 0 ? 3 : count));
  for (auto& t : times) t = anywhere(random);
  for (const auto& text : memorable_times(problem.name)) times.push_back(number_from_text<double>(text));
  std::sort(times.begin(), times.end());
  std::vector<std::string> out;
  for (const double t : times) out.push_back(fmt::format("{:.6g}", t));
  return out;
}

/// The true motion, in the coordinates that are integrated in 50 digits.
class Truth {
 public:
  Truth(const WideProblem& of, const char* missed)
      : problem(of), n(of.start.q.size()), integration(rate(), joined(of.start), wide(missed)) {}

  WideState at(const wide& t) {
    if (problem.exact) return problem.exact(t);
    const auto& y = integration.at(t);
    return {y.head(n), y.tail(y.size() - n)};
  }

 private:
  static Vec<wide> joined(const WideState& x) {
    Vec<wide> out(x.q.size() + x.v.size());
    out << x.q, x.v;
    return out;
  }
  GaussIntegration::Rate rate() const {
    return [this](const wide& t, const Vec<wide>& y, Vec<wide>& dy) {
      Vec<wide> dq, dv;
      problem.rates(t, {y.head(n), y.tail(y.size() - n)}, dq, dv);
      dy << dq, dv;
    };
  }

  const WideProblem& problem;
  Eigen::Index n;
  GaussIntegration integration;
};

WideValues values(const Problem& problem, const WideFormulation& formulation, const wide& t, const WideState& carried) {
  const auto x = formulation.embed(t, carried);
  WideQuantities all{x.q, x.v, {}, {}, {}};
  formulation.complete(t, all);
  WideValues out;
  const auto add = [&](const std::string& name, const Vec<wide>& numbers) {
    for (Eigen::Index i = 0; i < numbers.size(); ++i) out.emplace_back(name + std::to_string(i + 1), numbers[i]);
  };
  add("q", all.q);
  add("v", all.v);
  add("a", all.a);
  add("lambda", all.lambda);
  for (std::size_t i = 0; i < problem.outputs.size(); ++i)
    out.emplace_back(problem.outputs[i].name, all.outputs[static_cast<Eigen::Index>(i)]);
  return out;
}

/// Gives the quaternions of `truth` the signs of the record, because both signs describe the same attitude.
void take_signs(const ReferenceRecord& record, const std::vector<Part>& parts, WideValues& truth) {
  for (const auto& part : parts) {
    if (part.kind != PartKind::rotation || part.q.size != 4) continue;
    const auto first = static_cast<std::size_t>(part.q.first);
    wide product = 0;
    for (auto i = first; i < first + 4; ++i) product += wide(record.values[i].second.value) * truth[i].second;
    if (product > 0) continue;
    for (auto i = first; i < first + 4; ++i) truth[i].second *= -1;
  }
}

/// Returns the number of correct digits of a certified value, by the definition in certify.hpp, with a fraction.
double true_digits(const CertifiedValue& value, const wide& truth) {
  const wide size = std::max<wide>(abs(truth), wide(value.scale));
  const wide error = abs(wide(value.value) - truth);
  return error == 0 ? 50 : size == 0 ? 0 : static_cast<double>(-log10(wide(error / size)));
}

/// Statistics of the records of a formulation: certified digits compared with correct digits.
struct Tally {
  int records = 0, values = 0, false_values = 0, fewest_certified = most_digits, most_lost = 0;
  double fewest_true = 50, least_margin = 50;  // fewest correct digits; least excess over the certified digits
  double withheld = 0;                         // mean number of correct digits that are not certified

  void add(const std::string& where, const CertifiedValue& value, const wide& truth) {
    ++values;
    fewest_certified = std::min(fewest_certified, value.digits);
    if (value.digits == 0) return;
    const double digits = true_digits(value, truth);
    fewest_true = std::min(fewest_true, digits);
    least_margin = std::min(least_margin, digits - value.digits);
    withheld += std::min<double>(digits, most_digits) - value.digits;
    if (digits >= value.digits) return;
    ++false_values;
    ADD_FAILURE() << where << ": " << value.digits << " digits are certified, " << digits << " hold";
  }
  /// Adds all quantities that the truth has, in the order of the record.
  void add_all(const std::string& where, const ReferenceRecord& record, const WideValues& truth) {
    std::size_t next_truth = 0;
    for (const auto& [name, value] : record.values) {
      if (next_truth == truth.size() || truth[next_truth].first != name) continue;  // no closed form gives λ
      if (!isnan(truth[next_truth].second)) add(where + " " + name, value, truth[next_truth].second);
      ++next_truth;
    }
    EXPECT_EQ(next_truth, truth.size()) << where;
  }
  std::string row() const {
    return fmt::format(
        "{:3} records {:5} values, certified >= {:2}, true >= {:4.1f}, margin >= {:4.1f}, withheld {:4.1f}", records,
        values, fewest_certified, fewest_true, least_margin, withheld / values);
  }
};

class TruthOf : public ::testing::TestWithParam<std::string> {};

TEST_P(TruthOf, CertifiedDigits) {
  const auto& problem = catalogued_problem(GetParam());
  if (!testing::has_wide_problem(problem.name)) GTEST_SKIP() << "no equations in 50 digits";
  const auto data = parameters_of(problem.name, {});
  const auto wide_one = testing::wide_problem(problem.name, data);
  const auto times = random_times(problem);

  Truth tight(wide_one, "1e-22"), loose(wide_one, "1e-20");
  std::vector<WideState> truth;
  for (const auto& text : times) {
    const wide t = number_from_text<wide>(text);
    truth.push_back(tight.at(t));
    const auto other = loose.at(t);
    const wide apart =
        (truth.back().q - other.q).cwiseAbs().maxCoeff() + (truth.back().v - other.v).cwiseAbs().maxCoeff();
    ASSERT_LE(apart, wide("1e-35") * (1 + truth.back().v.cwiseAbs().maxCoeff())) << "the truth itself at " << text;
  }
  for (const auto& formulation : wide_one.formulations) {
    Tally tally;
    const auto records = certified(problem, data, *problem.formulation(formulation.name), times);
    for (std::size_t i = 0; i < records.size(); ++i) {
      ASSERT_EQ(records[i].t, times[i]);
      const wide t = number_from_text<wide>(times[i]);
      auto expected = values(problem, formulation, t, truth[i]);
      const auto& of = *problem.formulation(formulation.name);
      if (of.parts) take_signs(records[i], of.parts(data), expected);
      EXPECT_TRUE(wide_one.exact || expected.size() == records[i].values.size());
      ++tally.records;
      tally.add_all(fmt::format("{} {} at {} s", problem.name, formulation.name, times[i]), records[i], expected);
    }
    std::cout << fmt::format("{:13} {:16} {}", problem.name, formulation.name, tally.row()) << std::endl;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, TruthOf, ::testing::ValuesIn(with_reference()), [](const auto& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace plumb
