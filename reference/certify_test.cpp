#include "reference/certify.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace plumb {
namespace {

TEST(AgreeingDigits, FollowTheirDefinition) {
  EXPECT_EQ(agreeing_digits(1, quad("1.000001")), 6);
  EXPECT_EQ(agreeing_digits(1000, quad("1000.0009")), 6);
  EXPECT_EQ(agreeing_digits(1, 1), most_digits);
  EXPECT_EQ(agreeing_digits(0, 0), most_digits);
  EXPECT_EQ(agreeing_digits(1, -1), 0);
  EXPECT_EQ(agreeing_digits(1, std::numeric_limits<quad>::quiet_NaN()), 0);
  EXPECT_EQ(agreeing_digits(quad("1e-40"), 0), 0);               // relative to itself, no digit is known
  EXPECT_EQ(agreeing_digits(quad("1e-40"), 0, 1), most_digits);  // relative to its scale, all digits are known
  EXPECT_EQ(agreeing_digits(quad("3e-12"), quad("3.9e-12"), 1), 12);
}

Route route(const char* name, const char* value) { return {name, {{"q1", quad(value)}}}; }
Route route(const char* name, const char* value, const char* uncertainty) {
  return {name, {{"q1", quad(value)}}, {quad(uncertainty)}};
}
int digits(const std::vector<Route>& routes) { return certify(routes)[0].second.digits; }

TEST(Certify, OneRouteCertifiesNothing) { EXPECT_EQ(digits({route("exact", "1")}), 0); }

TEST(Certify, TwoRoutesCertifyWhatTheyShare) {
  EXPECT_EQ(digits({route("exact", "1.0000000000000000000000"), route("odeint", "1.0000000000000000000002")}), 21);
}

TEST(Certify, AnOpinionConfirmsWithoutLimiting) {
  EXPECT_EQ(digits({route("exact", "1"), route("odeint", "1"), route("cvode", "1.0000000000004", "1e-10")}),
            most_digits);
}

TEST(Certify, AContradictionBringsTheDigitsDown) {
  EXPECT_EQ(digits({route("exact", "1"), route("odeint", "1"), route("cvode", "1.00004", "1e-10")}), 4);
}

TEST(Certify, TwoModestRoutesCertifyWhatBothClaim) {
  EXPECT_EQ(digits({route("exact", "1"), route("cvode", "1.0000000000000001", "1e-10")}), 10);
}

TEST(Certify, AgreementByChanceIsNoCertificate) {
  EXPECT_EQ(digits({route("chebyshev", "9.57", "0.3"), route("odeint", "9.57")}), 1);
  EXPECT_EQ(digits({route("chebyshev", "9.57", "30"), route("odeint", "9.57")}), 0);
  EXPECT_EQ(digits({route("chebyshev", "9.57", "nan"), route("odeint", "9.57")}), 0);
}

// Errors of equal sign cancel in a difference: if two values differ by 0.9 units, the error of one may be 1.1 units.
TEST(Certify, DifferencesAreCountedTwice) {
  EXPECT_EQ(digits({route("exact", "1"), route("odeint", "1.00000000009")}), 9);
  EXPECT_EQ(digits({route("exact", "1"), route("odeint", "1.00000000004")}), 10);
}

// This fails if other routes certify digits that the first route, which provides the value, does not claim.
TEST(Certify, TheFirstRouteHasNoMoreDigitsThanItClaims) {
  EXPECT_EQ(digits({route("chebyshev", "1", "1e-7"), route("odeint", "1", "1e-20"), route("other", "1", "1e-18")}), 7);
  EXPECT_EQ(digits({route("chebyshev", "1", "1e-20"), route("odeint", "1", "1e-7"), route("other", "1", "1e-18")}), 18);
}

TEST(Certify, CountsTheUncertaintyOfEveryQuantityApart) {
  const NamedValues values = {{"q1", 1}, {"a1", 1}};
  const auto out = certify({{"chebyshev", values, {quad("1e-20"), quad("1e-15")}}, {"odeint", values}});
  EXPECT_EQ(out[0].second.digits, 20);
  EXPECT_EQ(out[1].second.digits, 15);
}

TEST(Decimal, ShowsTheCertifiedDigitsAndTwoMore) {
  const quad third = quad(1) / 3;
  EXPECT_EQ(decimal({third, 5, 0}), "0.3333333");
  EXPECT_EQ(decimal({third, 5, 100}), "0.3333");  // the fifth digit, counted from 100, is the third decimal
  EXPECT_EQ(decimal({third, 30, 0}), "0.33333333333333333333333333333333");
  EXPECT_EQ(decimal({quad("1e-40"), 20, 1}), "1e-40");
  EXPECT_EQ(decimal({0, 20, 1}), "0");
  EXPECT_EQ(decimal({quad("9.57"), 0, 1}), "–");
}

TEST(Decimal, IgnoresTheProgramsLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  if (!std::setlocale(LC_NUMERIC, "de_DE.UTF-8")) GTEST_SKIP() << "no locale with a decimal comma here";
  EXPECT_EQ(std::localeconv()->decimal_point, std::string(","));
  EXPECT_EQ(decimal({quad(1.5), 5, 0}), "1.5");
  EXPECT_EQ(quad("1.5"), quad(1.5));
  EXPECT_EQ(std::localeconv()->decimal_point, std::string(","));  // the caller keeps its own locale
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(Record, SurvivesJson) {
  const ReferenceRecord record{
      "pendulum", "length=1,mass=1", "0.1", {{"q1", {quad("-0.125"), 28, 1}}}, {"exact", "odeint"}};
  const auto json = to_json(record);
  EXPECT_EQ(json.dump(),
            R"({"problem":"pendulum","t":0.1,"data":"length=1,mass=1","hash":")" +
                data_hash("pendulum", "length=1,mass=1") +
                R"(","values":{"q1":{"value":"-0.125","digits":28,"scale":"1"}},"routes":["exact","odeint"]})");
  const auto back = record_from_json(json);
  EXPECT_EQ(back.t, record.t);
  EXPECT_EQ(back.values, record.values);
  EXPECT_EQ(back.routes, record.routes);
}

TEST(Record, HasNoValueWhereNoDigitIsCertified) {
  const ReferenceRecord record{"two-link", "", "100", {{"q1", {quad("9.57"), 0, 1}}}, {}};
  const auto json = to_json(record);
  EXPECT_TRUE(json.at("values").at("q1").at("value").is_null());
  const auto back = record_from_json(json);
  EXPECT_EQ(back.values[0].second.digits, 0);
  EXPECT_FALSE(isfinite(back.values[0].second.value));
}

TEST(Record, KeepsTimesThatAreNoDecimalsAsText) {
  EXPECT_EQ(to_json({"p", "", "1/3", {}, {}})["t"], "1/3");
  EXPECT_EQ(to_json({"p", "", "10", {}, {}})["t"], 10);
  EXPECT_EQ(to_json({"p", "", "0.12345678901234567890123", {}, {}})["t"], "0.12345678901234567890123");
}

TEST(Record, IsInvalidatedByChangedData) {
  const ReferenceRecord record{"pendulum", "length=1", "0.1", {}, {}};
  EXPECT_NE(data_hash("pendulum", "length=1"), data_hash("pendulum", "length=2"));
  auto json = to_json(record);
  json["data"] = "length=2";
  EXPECT_THROW(record_from_json(json), std::invalid_argument);
  EXPECT_THROW(record_from_json({{"problem", "pendulum"}}), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
