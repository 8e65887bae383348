// The methods and parameters in the list of failures exist; some failures are confirmed by observed orders.

#include "methods/known-failures/known_failures.hpp"

#include <gmock/gmock.h>

#include "methods/catalogue.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

// This fails if a name or value in the list is misspelt, so that the entry never applies.
TEST(KnownFailures, AreAboutWhatExists) {
  for (const auto& known : known_failures())
    for (const auto name : names_in(known.methods)) {
      SCOPED_TRACE(std::string(name) + " " + known.parameters());
      const auto& method = catalogued_method(name);
      const auto parameters = options_of(method, known.example).parameters;
      EXPECT_TRUE(known.holds_for(parameters));
      for (const auto form : names_in(known.forms)) EXPECT_TRUE(method.fits(form)) << form;
      EXPECT_FALSE(known.reason.empty() || known.source.empty());
    }
}

TEST(KnownFailures, AreTakenByValueProblemAndForm) {
  const auto diverges = [](const char* rho, std::string_view problem, Form form) {
    const auto parameters = options_of(catalogued_method("generalized-alpha"), {{"rho", rho}}).parameters;
    return is_known(Failure::diverges, "generalized-alpha", parameters, problem, form);
  };
  EXPECT_TRUE(diverges("1", "two-link", Form::index3));
  EXPECT_TRUE(diverges("1.0", "two-link", Form::index3));
  EXPECT_FALSE(diverges("0.9", "two-link", Form::index3));
  EXPECT_FALSE(diverges("1", "pendulum", Form::index3));
  EXPECT_FALSE(diverges("1", "two-link", Form::ode));
  const auto grows = [](const char* alpha) {
    const auto parameters = options_of(catalogued_method("degree4"), {{"alpha", alpha}}).parameters;
    return is_known(Failure::diverges, "degree4", parameters, "any", Form::index3);
  };
  EXPECT_TRUE(grows("1/2"));  // like every value with a spectral radius above 1
  EXPECT_FALSE(grows("5/4"));
}

TEST(KnownFailures, OfMultipliersShowOrderZero) {
  int seen = 0;
  for (const auto& known : known_failures()) {
    if (known.happens != Failure::multipliers_oscillate) continue;
    for (const auto name : names_in(known.methods)) {
      const auto observed = driven_pendulum().order(catalogued_method(name), 384, Form::index3, known.example);
      EXPECT_NEAR(observed.lambda, 0, order_tolerance) << name << " " << known.parameters();
      EXPECT_NEAR(observed.q, 2, order_tolerance) << name << " " << known.parameters();
      ++seen;
    }
  }
  EXPECT_GE(seen, 3);
}

}  // namespace
}  // namespace plumb
