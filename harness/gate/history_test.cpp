// The history of checks must store an unchanged value in one row, and must show changes of values.

#include "harness/gate/history.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "harness/gate/history.hpp"
#include "harness/store/sqlite.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Item with_error(double error) {
  return {.area = "cells",
          .id = "1",
          .problem = "pendulum",
          .formulation = "ode",
          .method = "erk4",
          .settings = "h=0.01 t=1",
          .result = {{"status", "ok"}, {"metrics", {{"end.q", error}}}, {"q", {1, 2}}}};
}

class HistoryFile : public testing::Test {
 protected:
  void add(const std::string& when, double error) const {
    History(file).add({.when = when, .who = "somebody", .machine = "here", .commit = "abc", .build = "def"},
                      {with_error(error)});
  }
  std::vector<MetricHistory> of(const char* name, const Choice& choice = {}) const {
    return History(file).of(name, choice);
  }
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  const fs::path file = folder / "below" / "history.db";
};

TEST_F(HistoryFile, HasARowForEachTimeAValueChanged) {
  add("2026-05-01T00:00:00Z", 1e-6);
  add("2026-05-02T00:00:00Z", 1e-6);
  add("2026-05-03T00:00:00Z", 1e-4);
  add("2026-05-04T00:00:00Z", 1e-6);
  const auto all = of("end.q");
  ASSERT_THAT(all, SizeIs(1));
  ASSERT_THAT(all[0].spans, SizeIs(3));
  EXPECT_EQ(all[0].spans[0].checks, 2);
  EXPECT_EQ(all[0].spans[0].last.when, "2026-05-02T00:00:00Z");
  EXPECT_EQ(all[0].spans[1].value, 1e-4);
  EXPECT_EQ(all[0].spans[1].first.who, "somebody");
  EXPECT_THAT(plot_of(all[0]), HasSubstr("   1.00e-4 | *\n"));
  EXPECT_THAT(plot_of(all[0]), HasSubstr("   1.00e-6 |* *\n"));
  EXPECT_THAT(of("status"), SizeIs(1));
}

TEST_F(HistoryFile, IsAskedByNames) {
  add("2026-05-01T00:00:00Z", 1e-6);
  EXPECT_THAT(of("end.q", {.methods = {"erk4"}}), SizeIs(1));
  EXPECT_THAT(of("end.q", {.methods = {"cd"}}), IsEmpty());
  EXPECT_THAT(of("end.v"), IsEmpty());
  EXPECT_THAT(History(file).names(), ElementsAre("end.q", "status"));
}

TEST_F(HistoryFile, IsNoOtherFile) {
  { Store(folder / "runs.db"); }
  EXPECT_THROW(History(folder / "runs.db"), StoreError);
}

// Fails if the message about a damaged history describes it as a store, or does not contain the path of the file.
TEST_F(HistoryFile, SaysThatItIsDamaged) {
  const auto refusal = [](const auto& use) -> std::string {
    try {
      use();
    } catch (const StoreError& e) {
      return e.what();
    }
    return "no refusal";
  };
  std::ofstream(folder / "junk.db") << "no database, and long enough to be taken for the header of one: really none";
  EXPECT_THAT(refusal([&] { History(folder / "junk.db"); }), HasSubstr("junk.db: this history of checks is damaged"));
  add("2026-05-01T00:00:00Z", 1e-6);
  Sqlite(file.string(), Opening::read_write, std::chrono::seconds(1)).run("UPDATE spans SET value = '{oops'");
  EXPECT_THAT(refusal([&] { of("end.q"); }), HasSubstr("history.db: this history of checks is damaged"));
}

TEST(HistoryPlace, IsThatOfTheEnvironment) {
  const auto with = [](const std::string& expected, const std::string& value) {
    return history_file([=](const char* name) { return name == expected ? value.c_str() : nullptr; });
  };
  EXPECT_EQ(with("PLUMB_HISTORY", "/a/b.db"), fs::path("/a/b.db"));
  EXPECT_EQ(with("PLUMB_HISTORY", "off"), std::nullopt);
  EXPECT_EQ(with("XDG_STATE_HOME", "/state"), fs::path("/state/plumb/history.db"));
  EXPECT_EQ(with("HOME", "/home/me"), fs::path("/home/me/.local/state/plumb/history.db"));
  EXPECT_EQ(with("NOTHING", ""), std::nullopt);
}

TEST(HistoryNames, AreThoseThatPeopleKnow) {
  std::vector<std::string> names;
  const Item item{.area = "orders",
                  .result = {{"orders", {{"q", 2.}}}, {"verdicts", {{"q", "pass"}}}, {"counters", {{"steps", 3}}}}};
  for (const auto& [name, value] : named_values(item)) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("order.q", "verdict.q", "steps"));
}

}  // namespace
}  // namespace plumb
