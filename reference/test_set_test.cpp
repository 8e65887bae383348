// Compares the certified end values of the problems of the IVP test set with the published values (mazzia2008), and
// with motions by equations that are implemented here independently.

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/certified.hpp"
#include "reference/certify.hpp"
#include "reference/quad_integration.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

// Returns the fewest digits in which a state at t = 3 agrees with decimals of its first components.
template <std::size_t n>
int agreement(const Vec<quad>& found, const std::array<const char*, n>& published) {
  int fewest = most_digits;
  for (std::size_t i = 0; i < n; ++i)
    fewest = std::min(fewest, agreeing_digits(found[static_cast<Eigen::Index>(i)], quad(published[i])));
  return fewest;
}

ReferenceState end_state(std::string_view problem, const char* formulation, const Overrides& overrides) {
  return solution(catalogued_problem(problem), parameters_of(problem, overrides))
      ->at(3, *catalogued_problem(problem).formulation(formulation));
}

constexpr std::array<const char*, 14> pleiades_q = {
    "0.3706139143970502", "3.237284092057233",   "-3.222559032418324",  "0.6597091455775310", "0.3425581707156584",
    "1.562172101400631",  "-0.7003092922212495", "-3.943437585517392",  "-3.271380973972550", "5.225081843456543",
    "-2.590612434977470", "1.198213693392275",   "-0.2429682344935824", "1.091449240428980"};

TEST(Pleiades, EndsWhereThePublishedValuesSay) {
  EXPECT_EQ(agreement(end_state("pleiades", "ode", {}).q, pleiades_q), 14);
  const auto lighter = solution(catalogued_problem("pleiades"), parameters_of("pleiades", {{"mass3", "2.999999"}}));
  EXPECT_LT(agreement(lighter->carried(3).q, pleiades_q), 6);
}

// Returns the accelerations x_i'' = sum_j m_j (x_j - x_i)/|x_j - x_i|^3, summed over all pairs.
Acceleration<quad> seven_stars() {
  return [](const quad&, const Vec<quad>& q, const Vec<quad>&, Vec<quad>& a) {
    const Mat<quad, 7, 2> x = q.reshaped(7, 2);
    for (Eigen::Index i = 0; i < 7; ++i) {
      Vec<quad, 2> sum = Vec<quad, 2>::Zero();
      for (Eigen::Index j = 0; j < 7; ++j)
        if (j != i) sum += quad(j + 1) * (x.row(j) - x.row(i)).transpose() / pow((x.row(j) - x.row(i)).norm(), 3);
      a[i] = sum[0];
      a[i + 7] = sum[1];
    }
  };
}

TEST(Pleiades, IsTheMotionOfItsEquationWrittenDownAgain) {
  Motion start{Vec<quad>(14), Vec<quad>::Zero(14)};
  start.q << 3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4;
  start.v[5] = quad("1.75");
  start.v[6] = quad("-1.5");
  start.v[10] = quad("-1.25");
  start.v[11] = 1;
  const std::vector<quad> times = {3};
  const auto again = integrate_in_quad(seven_stars(), start, times);
  ASSERT_EQ(again.at.size(), 1);
  const auto known = named_values(solution(catalogued_problem("pleiades"), parameters_of("pleiades", {}))->carried(3));
  const auto found = named_values(again.at[0]);
  for (std::size_t i = 0; i < known.size(); ++i)
    EXPECT_GE(agreeing_digits(known[i].second, found[i].second, 1), 26) << known[i].first;
}

constexpr std::array<const char*, 4> car_q = {"0.0493455784275402809122", "0.496989460230171153861",
                                              "1.04174252488542151681", "0.373911027265361256927"};
constexpr std::array<const char*, 2> car_lambda = {"0.00473688659084893324729", "0.00110468033125734368808"};

// 21 digits are published, but only 12 are correct. The published multipliers have the opposite sign.
TEST(CarAxis, EndsWhereThePublishedValuesSay) {
  const auto end = end_state("car-axis", "index3", {});
  EXPECT_EQ(agreement(end.q, car_q), 12);
  EXPECT_EQ(agreement(end.lambda, car_lambda), 11);
  const auto heavier = end_state("car-axis", "index3", {{"mass", "10.000001"}});
  EXPECT_LT(agreement(heavier.q, car_q), 9);
  EXPECT_LT(agreement(heavier.lambda, car_lambda), 9);
}

TEST(CarAxis, StartsAsPublished) {
  const auto& problem = catalogued_problem("car-axis");
  const auto start = solution(problem, parameters_of("car-axis", {}))->at(0, *problem.formulation("index3"));
  const Vec<quad, 4> q(0, quad("0.5"), 1, quad("0.5")), v(quad("-0.5"), 0, quad("-0.5"), 0);
  EXPECT_LE((start.q - q).cwiseAbs().maxCoeff(), quad("1e-32"));
  EXPECT_LE((start.v - v).cwiseAbs().maxCoeff(), quad("1e-32"));
  EXPECT_LE(start.lambda.cwiseAbs().maxCoeff(), quad("1e-32"));
}

/// Returns the stored record of a problem at a time.
ReferenceRecord stored_record(const std::string& problem, const std::string& t) {
  std::ifstream in("problems/" + problem + "/reference.json");
  const auto json = nlohmann::ordered_json::parse(in);
  for (const auto& record : json.at("records"))
    if (auto out = record_from_json(record); out.t == t) return out;
  ADD_FAILURE() << problem << " has no record at " << t;
  return {};
}

// The beam of 40 parts: in all published values, 11 digits of the angles and 9 digits of the velocities are correct.
TEST(StoredBeam, HasWhatIsRightOfThePublishedValues) {
  const auto record = stored_record("beam", "5");
  std::map<std::string, CertifiedValue> values(record.values.begin(), record.values.end());
  std::map<char, int> fewest = {{'q', most_digits}, {'v', most_digits}};
  std::ifstream in("results/audit/beam-test-set.csv");
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    std::stringstream fields(line);
    std::string problem, t, name, published;
    for (auto* field : {&problem, &t, &name, &published}) std::getline(fields, *field, ',');
    if (problem != "beam") continue;
    const auto& value = values.at(name);
    EXPECT_GE(value.digits, name[0] == 'q' ? 26 : 24) << name;
    fewest[name[0]] = std::min(fewest[name[0]], agreeing_digits(value.value, quad(published)));
    ++count;
  }
  EXPECT_EQ(count, 80);
  EXPECT_EQ(fewest['q'], 11);
  EXPECT_EQ(fewest['v'], 9);
}

TEST(TestSet, IsCertifiedBeyondDouble) {
  for (const char* name : {"pleiades", "car-axis"}) {
    const auto& problem = catalogued_problem(name);
    const auto record = certified(problem, parameters_of(name, {}), problem.formulations.back(), {"3"}).front();
    EXPECT_GE(fewest_digits(record), 26) << name;
    EXPECT_GE(record.routes.size(), 3) << name;
  }
}

}  // namespace
}  // namespace plumb
