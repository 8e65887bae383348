// No certified digit of a chaotic motion may be false, and correct digits must be certified.

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/certified.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

// Angles and rates of two-link with its default data, by Taylor series of degree 80 with 100 decimal digits
// (cpp_bin_float) and remainders below 1e-90, from the coefficients of the equations in two_link.hpp. Degree 100, 130
// digits and 1e-115 give the same printed digits. The growth of errors up to 100 s costs about 50 digits.
struct KnownTruth {
  const char* t;
  std::array<const char*, 4> state;
};

const std::vector<KnownTruth> truths = {
    {"1",
     {"-2.534703762590024331186049224275581155876", "-1.610099788828285704520030373822890133291",
      "0.1194656374129472247679135829137150981277", "-6.672598075556909383201567374909360633459"}},
    {"5",
     {"-2.421554994681034327769113534440938360926", "-15.91455737744732862667918343123145466097",
      "4.125060073357610272942138245235801961996", "1.045365478587933942971309158843388116916"}},
    {"8.45",
     {"-1.72572266447472580458845653761179734681", "-20.54119259714784752501171431896823923477",
      "10.84834343282740293083364389984799649179", "-11.558299355208804042520043601909833754"}},
    {"9.8",
     {"-0.9008454904355492940499618783763157638142", "-26.20618720037460770643940132471823282515",
      "5.232804479957240709615247115791757701526", "-10.37079471466600737917202796312469356036"}},
    {"20",
     {"10.90638876752046160277247920534577902033", "-33.36006443002768637523356187345111311022",
      "-9.442930227314790239761115856965522832339", "4.59685212127871692338273705843645244945"}},
    {"40",
     {"12.50734144517077699233390546777321402806", "-20.77807098024117406826291106922258895567",
      "4.808273926053825797953112805467972889312", "-0.9275461463527057976232425776192341198345"}},
    {"50",
     {"15.96915077325998167399449124400129962047", "-24.74990789485716932611722112236404798342",
      "4.587062396235664309859795007474927715387", "5.874462994383156044110251310767344760004"}},
    {"51",
     {"17.23444095892448217333500697864953981788", "-17.92884554024551548370740894973285244288",
      "5.462569490623253892618852728526419212192", "5.896419885900718943389933954151446562147"}},
    {"80",
     {"10.33325015937683742546457781097438303915", "5.232863668014493606922502857712045977456",
      "-1.864494757762342492733572171740927500976", "7.179159828100714145351426356624100533394"}},
    {"100",
     {"24.9390536005429332014325755347066482375", "-16.71079861655613889249333884054498923508",
      "1.001965352976879298645095418691971482853", "-0.9268457421016037563935115878880374305186"}},
};

const KnownTruth& truth_at(std::string_view t) {
  return *std::find_if(truths.begin(), truths.end(), [&](const KnownTruth& truth) { return truth.t == t; });
}

Motion motion(const KnownTruth& truth) {
  Motion m{Vec<quad>(2), Vec<quad>(2)};
  m.q << quad(truth.state[0]), quad(truth.state[1]);
  m.v << quad(truth.state[2]), quad(truth.state[3]);
  return m;
}

// Computes every quantity of the index-1 equations from the true angles and rates.
NamedValues true_values(const KnownTruth& truth) {
  const auto& problem = catalogued_problem("two-link");
  const auto data = parameters_of("two-link", {});
  const auto& formulation = *problem.formulation("index1");
  auto system = problem.in_quad.system(data, formulation);
  auto x = zero_state(system);
  const auto m = motion(truth);
  const auto state = problem.in_quad.embed(data, formulation, quad(truth.t), {m.q, m.v});
  x.q = state.q;
  x.v = state.v;
  EXPECT_TRUE(system.acceleration(quad(truth.t), x.q, x.v, x.a, x.lambda));
  auto out = named_values({x.q, x.v});
  for (Eigen::Index i = 0; i < x.a.size(); ++i) out.emplace_back("a" + std::to_string(i + 1), x.a[i]);
  for (Eigen::Index i = 0; i < x.lambda.size(); ++i) out.emplace_back("lambda" + std::to_string(i + 1), x.lambda[i]);
  return out;
}

void expect_no_false_digit(const ReferenceRecord& record) {
  const auto truth = true_values(truth_at(record.t));
  constexpr int roundings = 64;  // roundings of the true accelerations in quad
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto& [name, value] = record.values[i];
    ASSERT_EQ(name, truth[i].first);
    if (value.digits == 0) continue;
    const quad size = std::max<quad>(value.scale, abs(truth[i].second));
    const quad allowed = pow(quad(10), -value.digits) + roundings * std::numeric_limits<quad>::epsilon();
    EXPECT_LE(abs(value.value - truth[i].second), allowed * size)
        << name << " at " << record.t << " s: " << value.digits;
  }
}

TEST(CertifiedDigits, OfAChaoticMotionAreNeverFalse) {
  const auto& problem = catalogued_problem("two-link");
  const auto data = parameters_of("two-link", {});
  const auto records =
      certified(problem, data, *problem.formulation("index1"), {"1", "5", "8.45", "9.8", "20", "80", "100"});
  const std::map<std::string, int> least = {{"1", 28}, {"5", 27}, {"8.45", 24}, {"9.8", 24}, {"20", 19}};
  for (const auto& record : records) {
    expect_no_false_digit(record);
    if (least.contains(record.t))
      EXPECT_GE(fewest_digits(record), least.at(record.t)) << record.t;
    else
      EXPECT_EQ(fewest_digits(record), 0) << record.t;
  }
  for (const auto& [name, value] : records.back().values) {
    EXPECT_EQ(value.digits, 0) << name;
    EXPECT_FALSE(isfinite(value.value)) << name;
  }

  const auto known = solution(problem, data);
  for (const char* t : {"8.45", "20", "40", "50", "51"}) {
    const auto bound = known->uncertainty(quad(t));
    ASSERT_TRUE(bound) << t;
    const auto truth = motion(truth_at(t)), found = known->carried(quad(t));
    for (int i = 0; i < 2; ++i) {
      EXPECT_LE(abs(found.q[i] - truth.q[i]), bound->q[i]) << t;
      EXPECT_LE(abs(found.v[i] - truth.v[i]), bound->v[i]) << t;
    }
  }
  EXPECT_FALSE(known->uncertainty(80));
  EXPECT_LT(known->digits(80, meaningful_digits), meaningful_digits);
}

// Without forces, a motion with smaller initial velocities is the same motion with scaled time. This fails if a bound
// or a digit of one of the motions is false, or if small accelerations have fewer digits than large ones.
TEST(CertifiedDigits, OfSlowMotionsAreThoseOfFastOnes) {
  const auto& problem = catalogued_problem("slider-crank");
  const auto fast = solution(problem, parameters_of("slider-crank", {{"rate", "128"}}));
  for (const auto& [text, rate] :
       {std::pair("2", quad(2)), {"1", quad(1)}, {"0.5", quad(0.5)}, {"0.0078125", quad(1) / 128}})
    for (const char* radians : {"0.5", "3"}) {
      const auto slow = solution(problem, parameters_of("slider-crank", {{"rate", text}}));
      const quad t = quad(radians) / rate, fast_t = quad(radians) / 128;
      const auto bound = slow->uncertainty(t), fast_bound = fast->uncertainty(fast_t);
      ASSERT_TRUE(bound && fast_bound) << text;
      const auto found = slow->carried(t), wanted = fast->carried(fast_t);
      const quad room = 8 * std::numeric_limits<quad>::epsilon();
      EXPECT_LE(abs(found.q[0] - wanted.q[0]), bound->q[0] + fast_bound->q[0] + room) << text << " " << radians;
      EXPECT_LE(abs(found.v[0] / rate - wanted.v[0] / 128), bound->v[0] / rate + fast_bound->v[0] / 128 + room)
          << text << " " << radians;
      EXPECT_GE(slow->digits(t, 25), 25) << text << " " << radians;
    }
}

TEST(CertifiedDigits, DoNotDependOnTheOtherTimes) {
  for (const char* name : {"pendulum", "two-link"}) {
    const auto& problem = catalogued_problem(name);
    const auto data = parameters_of(name, {});
    const auto& formulation = *problem.formulation("index1");
    const auto alone = certified(problem, data, formulation, {"1.45"});
    const auto together = certified(problem, data, formulation, {"2.1", "0.7", "1.45", "0"});
    EXPECT_EQ(alone.front().values, together[2].values) << name;
  }
}

}  // namespace
}  // namespace plumb
