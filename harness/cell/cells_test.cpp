#include "harness/cell/cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

CellRequest request(const std::string& step, const std::string& where = "") {
  CellRequest out;
  out.problem.name = "pendulum";
  out.method.name = "erk4";
  out.step = step;
  out.where = where;
  return out;
}

Cells::Requests steps(const std::vector<std::string>& texts) {
  return [texts](std::size_t place) { return request(texts.at(place)); };
}

std::vector<std::string> steps_of(const Cells& cells) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(cells[i].text().step);
  return out;
}

TEST(Cells, AreThoseOfTheRequestsWhereTheyAreAskedForFirst) {
  const Cells all(4, steps({"1e-2", "5e-3", "1e-3", "2e-3"}));
  EXPECT_EQ(steps_of(all), (std::vector<std::string>{"1e-2", "5e-3", "1e-3", "2e-3"}));
  const Cells some(5, steps({"1e-2", "5e-3", "0.01", "1e-3", "0.005"}));
  EXPECT_EQ(steps_of(some), (std::vector<std::string>{"1e-2", "5e-3", "1e-3"}));
  EXPECT_EQ(Cells().size(), 0u);
}

TEST(Cells, HaveTheirIdsWithoutBeingResolved) {
  const Cells requested(3, steps({"1e-2", "1e-2", "1e-3"})),
      listed({resolve(request("1e-2")), resolve(request("1e-3"))});
  for (const auto* cells : {&requested, &listed}) {
    ASSERT_EQ(cells->size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(cells->id(i), (*cells)[i].id());
  }
  EXPECT_NE(requested.key(0), requested.key(1));
  EXPECT_EQ(requested.key(0), listed.key(0));
}

// Fails when a mistake shows only when its cell is run.
TEST(Cells, AreCheckedBeforehand) {
  const auto wrong = [](std::size_t place) { return request(place == 2 ? "0.3" : "1e-2", "e.toml:7:1"); };
  EXPECT_THAT([&] { Cells(4, wrong); }, testing::ThrowsMessage<UsageError>(testing::StartsWith("e.toml:7:1: ")));
  int seen = 0;
  Cells(3, steps({"1e-2", "1e-2", "1e-3"}), [&](const CellRequest& asked, const ResolvedCell& cell) {
    EXPECT_EQ(asked.step, cell.text().step);
    ++seen;
  });
  EXPECT_EQ(seen, 3);
}

// Fails when a request is made before its turn, or kept.
TEST(Cells, AskForOneRequestAtATime) {
  std::vector<std::size_t> asked;
  const auto note = [&](std::size_t place) {
    asked.push_back(place);
    return request(place == 0 ? "1e-2" : "1e-3");
  };
  const Cells cells(2, note);
  EXPECT_EQ(asked, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(cells[1].text().step, "1e-3");
  EXPECT_EQ(asked, (std::vector<std::size_t>{0, 1, 1}));
}

// Fails when cells share what they should not, or are looked up again each.
TEST(Resolver, CellsShareTheirParameters) {
  auto first = request("1e-2"), second = request("1e-3"), third = request("1e-2");
  first.problem.given = second.problem.given = {{"rate", "2"}};
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
