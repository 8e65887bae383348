#include "harness/cell/cell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <functional>
#include <set>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

Cell pendulum() {
  return {.problem = "pendulum",
          .problem_parameters = "length=1",
          .formulation = "index3",
          .formulation_parameters = "",
          .method = "lms3",
          .method_parameters = "rho=0.6",
          .step = "1e-3",
          .t_end = "10",
          .newton_tol = "1e-10",
          .newton_test = "residual",
          .newton_norm = "rms",
          .samples = 100};
}

std::string error_of(const std::function<void(Cell&)>& change) {
  Cell cell = pendulum();
  change(cell);
  try {
    steps(cell);
    check_settings(cell);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Cell, IdIsTheHashOfTheCanonicalText) {
  const std::string text =
      R"({"formulation":"index3","formulation_parameters":"","method":"lms3","method_parameters":"rho=0.6",)"
      R"("newton_norm":"rms","newton_test":"residual","newton_tol":"1e-10","precision":"double","problem":"pendulum",)"
      R"("problem_parameters":"length=1","samples":100,"step":"1e-3","t_end":"10"})";
  EXPECT_EQ(canonical_json(pendulum()), text);
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits(text.data(), text.size()));
  std::string hex;
  for (int i = 0; i < 8; ++i) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", bytes.digest[i]);
    hex += two;
  }
  EXPECT_EQ(id(pendulum()), hex);
}

TEST(Cell, SpellingDoesNotChangeTheId) {
  Cell other = pendulum();
  other.step = "0.0010";
  other.t_end = "1.0e1";
  other.method_parameters = "rho=.60";
  other.problem_parameters = "length=1.0";
  other.newton_tol = "0.0000000001";
  EXPECT_EQ(id(other), id(pendulum()));
}

TEST(Cell, EveryMemberChangesTheIdAndTheTitle) {
  const std::vector<std::function<void(Cell&)>> changes = {
      [](Cell&) {},
      [](Cell& c) { c.problem = "two-link"; },
      [](Cell& c) { c.problem_parameters = "length=2"; },
      [](Cell& c) { c.formulation = "ggl"; },
      [](Cell& c) { c.formulation_parameters = "x=1"; },
      [](Cell& c) { c.method = "lms2"; },
      [](Cell& c) { c.method_parameters = "rho=0.8"; },
      [](Cell& c) { c.step = "1e-2"; },
      [](Cell& c) { c.t_end = "20"; },
      [](Cell& c) { c.precision = Precision::quad_; },
      [](Cell& c) { c.newton_tol = "1e-11"; },
      [](Cell& c) { c.newton_tol.reset(); },
      [](Cell& c) { c.newton_test = "increment"; },
      [](Cell& c) { c.newton_norm = "euclidean"; },
      [](Cell& c) { c.newton_max = 20; },
      [](Cell& c) { c.samples = 0; },
      [](Cell& c) { c.method_parameters = "name=\"a\\b\""; },
      [](Cell& c) { c.method_parameters = "name=\"a\""; },
      [](Cell& c) { c.problem_parameters = "grösse=1"; },
      [](Cell& c) { c.errors_from = "2"; },
      [](Cell& c) { c.ends_beyond = true; },
      [](Cell& c) { c.restarts = true; },
      [](Cell& c) { c.reference = ReferenceChoice::quick; },
  };
  std::set<std::string> ids, titles;
  for (const auto& change : changes) {
    Cell cell = pendulum();
    change(cell);
    EXPECT_TRUE(ids.insert(id(cell)).second) << canonical_json(cell);
    EXPECT_EQ(canonical_json(cell), nlohmann::json(to_json(cell)).dump()) << "that library sorts keys";
    EXPECT_EQ(canonical_json(cell_from_json(Json::parse(to_json(cell).dump()))), canonical_json(cell));
    EXPECT_EQ(canonical_json(cell_from_json(Json::parse(canonical_json(cell)))), canonical_json(cell));
    EXPECT_TRUE(titles.insert(title(cell)).second) << title(cell);
    EXPECT_EQ(title(cell).find('\n'), std::string::npos);
  }
}

TEST(Cell, Title) {
  Cell cell = pendulum();
  EXPECT_EQ(title(cell), "pendulum(length=1) index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual, rms)");
  EXPECT_EQ(newton_choices(cell), " (residual, rms)");
  cell.newton_max = 20;
  EXPECT_EQ(title(cell),
            "pendulum(length=1) index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual, rms, at most 20)");
  EXPECT_EQ(newton_choices(cell), " (residual, rms, at most 20)");
  cell.newton_norm = "max";
  cell.newton_max = 0;
  EXPECT_EQ(title(cell), "pendulum(length=1) index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual)");
  EXPECT_EQ(newton_choices(cell), " (residual)");
  cell.newton_tol.reset();
  cell.precision = Precision::quad_;
  EXPECT_EQ(title(cell), "pendulum(length=1) index3 lms3(rho=0.6) h=1e-3 t=10 (residual) quad");
  cell.newton_test = "increment";
  cell.samples = 7;
  EXPECT_EQ(title(cell), "pendulum(length=1) index3 lms3(rho=0.6) h=1e-3 t=10 quad samples=7");
}

TEST(Cell, ChecksSayWhatIsAllowed) {
  EXPECT_EQ(steps(pendulum()), 10000);
  EXPECT_EQ(error_of([](Cell&) {}), "accepted");
  EXPECT_EQ(error_of([](Cell& c) { c.step = "0"; }), "step: '0' is not allowed: it must be greater than 0");
  EXPECT_EQ(error_of([](Cell& c) { c.newton_tol = "-1e-9"; }),
            "newton_tol: '-1e-9' is not allowed: it must be greater than 0");
  EXPECT_THAT(error_of([](Cell& c) { c.newton_tol = "tight"; }), testing::HasSubstr("is not a number"));
  EXPECT_EQ(error_of([](Cell& c) { c.newton_test = "both"; }),
            "newton_test: 'both' is not allowed; known: increment, residual");
  EXPECT_EQ(error_of([](Cell& c) { c.newton_norm = "L2"; }),
            "newton_norm: 'L2' is not allowed; known: max, euclidean, rms");
  EXPECT_EQ(error_of([](Cell& c) { c.newton_max = -1; }),
            "newton_max: '-1' is not allowed: a whole number from 0 (the method's own) to 2147483647");
  EXPECT_EQ(error_of([](Cell& c) { c.samples = -1; }),
            "samples: '-1' is not allowed: a whole number from 0 (every step) to 2147483647");
  EXPECT_THROW(precision_from_name("single"), UsageError);
}

TEST(Cell, ForeignDataAreRefused) {
  EXPECT_THROW(cell_from_json(Json::object()), FormatError);
  EXPECT_THROW(cell_from_json(Json::array()), FormatError);
  const Json right = to_json(pendulum());
  for (const auto& [key, value] : right.items()) {
    Json wrong = right;
    wrong[key] = Json::array();
    EXPECT_THROW(cell_from_json(wrong), FormatError) << key;
  }
  Json old = right;
  old.erase("newton_norm");
  EXPECT_EQ(cell_from_json(old).newton_norm, "max");
  Cell cell = pendulum();
  cell.method = "\xff";
  EXPECT_THROW(id(cell), UsageError);
}

}  // namespace
}  // namespace plumb
