// Merging copies each run once, in any order of the inputs, and copies no run if two results disagree.

#include "harness/store/merge.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

#include "contract/stop.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;
using testing::AllOf;
using testing::HasSubstr;

RunResult timed(double error, std::int64_t repeats, double seconds) {
  auto out = result_of(error);
  out.timing.repeats = repeats;
  out.timing.seconds = seconds;
  return out;
}

struct MergeTest : StoreFolder {
  fs::path at(const char* name) const { return folder / name; }

  static void put(const fs::path& store, int cell, const RunResult& result, const char* build = "build-1") {
    Store(store).put(cell_number(cell), build, result);
  }

  static std::string bytes(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  /// Returns the contents of the store, except the times at which its rows were written.
  static std::vector<std::string> contents(const fs::path& store) {
    std::vector<std::string> out;
    for (const auto& text : Store(store, Access::read_only).texts())
      out.push_back(id(text.cell) + text.source_fingerprint + text.result.dump());
    std::sort(out.begin(), out.end());
    return out;
  }
};

// Fails if a row is lost or doubled, or if an input is written to.
TEST_F(MergeTest, TakesEverythingOnceInWhateverOrder) {
  const auto a = at("it's a shard?.db"), b = at("b.db");
  for (int i = 0; i < 10; ++i) put(i % 2 ? a : b, i, result_of(i));
  put(a, 0, result_of(0));
  put(a, 3, result_of(7), "build-0");
  Store(b).put_derived("order", "build-1", "4.0");
  const auto bytes_of_a = bytes(a), bytes_of_b = bytes(b);
  const auto first = merge_stores(at("all.db"), {a, b});
  EXPECT_EQ(first.added, 11);
  EXPECT_EQ(first.same, 1);
  EXPECT_EQ(first.derived, 1);
  EXPECT_EQ(Store(at("all.db"), Access::read_only).derived("order", "build-1"), "4.0");
  const auto again = merge_stores(at("all.db"), {b, a, at("all.db")});
  EXPECT_EQ(again.added + again.replaced + again.derived, 0);
  EXPECT_EQ(again.same, 12);
  merge_stores(at("other.db"), {b, a});
  EXPECT_EQ(contents(at("all.db")), contents(at("other.db")));
  EXPECT_EQ(bytes(a), bytes_of_a);
  EXPECT_EQ(bytes(b), bytes_of_b);
  EXPECT_FALSE(fs::exists(at("all.db-wal")));
}

// Fails if equal results with different times count as a conflict, or if the result with fewer timings is kept.
TEST_F(MergeTest, OfEqualResultsTheBetterTimedOneStays) {
  put(at("a.db"), 1, timed(0.5, 1, 2.0));
  put(at("b.db"), 1, timed(0.5, 9, 1.9));
  for (const auto& order : {std::vector{at("a.db"), at("b.db")}, std::vector{at("b.db"), at("a.db")}}) {
    fs::remove(at("all.db"));
    merge_stores(at("all.db"), order);
    EXPECT_EQ(Store(at("all.db")).find(id(cell_number(1)), "build-1")->result.timing.repeats, 9);
    EXPECT_EQ(merge_stores(at("all.db"), order).replaced, 0);
  }
}

// Fails if a run that exceeded a time or memory limit replaces, or conflicts with, a run that ended by itself.
TEST_F(MergeTest, AResultIsWorthMoreThanALimitOfTheMachine) {
  auto out_of_time = result_of(0);
  out_of_time.status = Status::timeout;
  put(at("a.db"), 1, result_of(0.5));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  put(at("b.db"), 1, out_of_time);
  for (const auto& order : {std::vector{at("a.db"), at("b.db")}, std::vector{at("b.db"), at("a.db")}}) {
    fs::remove(at("all.db"));
    merge_stores(at("all.db"), order);
    EXPECT_EQ(Store(at("all.db")).status(id(cell_number(1)), "build-1"), Status::ok);
  }
}

// Fails if one of two unequal results is kept, if other rows of the input are copied despite the conflict, or if a new
// target file remains.
TEST_F(MergeTest, UnequalResultsAreAConflictThatChangesNothing) {
  put(at("all.db"), 1, result_of(0.5));
  put(at("all.db"), 2, result_of(0.25));
  put(at("b.db"), 0, result_of(1));
  put(at("b.db"), 2, result_of(std::nextafter(0.25, 1)));
  put(at("b.db"), 3, result_of(1));
  const auto before = contents(at("all.db"));
  try {
    merge_stores(at("all.db"), {at("b.db")});
    ADD_FAILURE() << "no conflict";
  } catch (const MergeConflict& conflict) {
    EXPECT_THAT(conflict.what(),
                AllOf(HasSubstr(id(cell_number(2))), HasSubstr("differ in re.q: 0.25000000000000006 in this store"),
                      HasSubstr("0.25 in the target"), HasSubstr("pendulum index3 lms3(rho=0.6)")));
  }
  EXPECT_EQ(contents(at("all.db")), before);
  EXPECT_THROW(merge_stores(at("new.db"), {at("all.db"), at("b.db")}), MergeConflict);
  EXPECT_FALSE(fs::exists(at("new.db")));
  put(at("c.db"), 2, result_of(1), "build-2");
  EXPECT_EQ(merge_stores(at("all.db"), {at("c.db")}).added, 1) << "another build may give another result";
}

// Fails if Ctrl-C during a long merge leaves a part of it in the target.
TEST_F(MergeTest, AStopChangesNothing) {
  fill(at("a.db"), 0, 20);
  const StopRequest stop = Status::interrupted;
  const Stoppable stoppable(stop);
  EXPECT_THROW(merge_stores(at("all.db"), {at("a.db")}), Stopped);
  EXPECT_FALSE(fs::exists(at("all.db")));
}

}  // namespace
}  // namespace plumb
