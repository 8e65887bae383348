#include "harness/cell/cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cell/resolver.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

CellRequest request(const std::string& step) {
  CellRequest out;
  out.problem.name = "pendulum";
  out.method.name = "erk4";
  out.step = step;
  return out;
}

std::vector<CellRequest> steps(const std::vector<std::string>& texts) {
  std::vector<CellRequest> out;
  for (const auto& text : texts) out.push_back(request(text));
  return out;
}

std::vector<std::string> steps_of(const Cells& cells) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(cells[i].text().step);
  return out;
}

TEST(Cells, AreThoseOfTheRequestsWhereTheyAreAskedForFirst) {
  const Cells all(steps({"1e-2", "5e-3", "1e-3", "2e-3"}));
  EXPECT_EQ(steps_of(all), (std::vector<std::string>{"1e-2", "5e-3", "1e-3", "2e-3"}));
  const Cells some(steps({"1e-2", "5e-3", "0.01", "1e-3", "0.005"}));
  EXPECT_EQ(steps_of(some), (std::vector<std::string>{"1e-2", "5e-3", "1e-3"}));
  EXPECT_EQ(Cells().size(), 0u);
}

TEST(Cells, HaveTheirIds) {
  const Cells requested(steps({"1e-2", "1e-2", "1e-3"})),
      listed(std::vector<ResolvedCell>{resolve(request("1e-2")), resolve(request("1e-3"))});
  for (const auto* cells : {&requested, &listed}) {
    ASSERT_EQ(cells->size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(cells->id(i), (*cells)[i].id());
  }
  EXPECT_NE(requested.key(0), requested.key(1));
  EXPECT_EQ(requested.key(0), listed.key(0));
}

// Fails if a mistake of a request is found only when the cell runs.
TEST(Cells, AreCheckedBeforehand) {
  std::vector<CellRequest> wrong = {request("1e-2"), request("0.3")};
  EXPECT_EQ(refusal_of([&] { Cells{wrong}; }), "not-allowed step");
  wrong.back().where = {.file = std::make_shared<const std::string>("e.toml"), .line = 7, .column = 1};
  EXPECT_EQ(refusal_of([&] { Cells{wrong}; }), "not-allowed e.toml:7:1 step");
  int seen = 0;
  Cells(steps({"1e-2", "1e-2", "1e-3"}), [&](const CellRequest& requested, const ResolvedCell& cell) {
    EXPECT_EQ(requested.step, cell.text().step);
    ++seen;
  });
  EXPECT_EQ(seen, 3);
}

// Fails if the key of the cached number of steps omits an input on which the number depends.
TEST(Resolver, CountsTheStepsOfEachCell) {
  Resolver resolver;
  const auto step_count_with = [&](const std::string& step, const std::string& name, const std::string& value) {
    auto out = request(step);
    out.settings["t_end"] = "1";
    out.settings[name] = value;
    return resolver(out).steps();
  };
  EXPECT_EQ(step_count_with("0.3", "last_step", "beyond"), 4);
  EXPECT_EQ(refusal_of([&] { step_count_with("0.3", "last_step", "divides"); }), "not-allowed step");
  EXPECT_EQ(step_count_with("0.1", "t_end", "1"), 10);
  EXPECT_EQ(step_count_with("0.1", "t_end", "2"), 20);
  EXPECT_EQ(step_count_with("0.2", "t_end", "2"), 10);
  EXPECT_EQ(step_count_with("0.1", "errors_from", "0.5"), 10);
  EXPECT_EQ(refusal_of([&] { step_count_with("0.1", "errors_from", "1"); }), "out-of-range errors_from");
}

// Fails if cells share data that differ, or if the parameters of each cell are looked up again.
TEST(Resolver, CellsShareTheirParameters) {
  auto first = request("1e-2"), second = request("1e-3"), third = request("1e-2");
  first.problem.parameters = second.problem.parameters = {{"rate", "2"}};
  Resolver resolver;
  const std::vector<ResolvedCell> cells = {resolver(first), resolver(second), resolver(third)};
  EXPECT_EQ(&cells[0].data(), &cells[1].data());
  EXPECT_EQ(&cells[0].options(), &cells[2].options());
  EXPECT_NE(&cells[0].data(), &cells[2].data());
  EXPECT_EQ(cells[1].steps(), 10 * cells[0].steps());
  EXPECT_EQ(cells[0].data().text("rate"), "2");
}

}  // namespace
}  // namespace plumb
