#include "harness/schedule/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <mutex>
#include <set>
#include <thread>

#include "harness/run/build_info.hpp"
#include "harness/sets/experiment.hpp"
#include "harness/store/sqlite.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::vector<ResolvedCell> cells(const Axes& axes) {
  const CrossProduct requests(axes);
  std::vector<ResolvedCell> out;
  for (std::size_t i = 0; i < requests.size(); ++i) out.push_back(resolve(requests[i]));
  return out;
}

MatrixOutcome run_matrix(const std::vector<ResolvedCell>& list, const MatrixOptions& options) {
  return run_matrix(Cells(list), options);
}

const Axes quick = {
    .problem = {"pendulum"}, .formulation = {"ode,index1"}, .method = {"erk4,degree5,cd,ab4"}, .step = {"1e-2,5e-3"}};
/// Some 10^10 steps: it ends when it is told to.
const Axes endless = {.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-9"}};

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("plumb-matrix-" + std::to_string(getpid()))) {
    fs::create_directory(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// Everything but the time it took.
std::string bits(const std::optional<RunResult>& result) {
  if (!result) return "none";
  Json json = to_json(*result);
  json.erase("timing");
  return json.dump();
}

std::vector<std::string> bits(const MatrixOutcome& outcome) {
  std::vector<std::string> out;
  for (const auto& r : outcome.results) out.push_back(bits(r));
  return out;
}

TEST(Matrix, GivesTheSameBitsForAnyNumberOfJobs) {
  const auto all = cells(quick);
  const auto one = bits(run_matrix(all, {.jobs = 1}));
  EXPECT_THAT(one, testing::Each(testing::HasSubstr("\"status\":\"ok\"")));
  for (const int jobs : {2, 5}) EXPECT_EQ(bits(run_matrix(all, {.jobs = jobs})), one) << jobs;
}

TEST(Matrix, RunsEqualCellsOnce) {
  auto all = cells(quick);
  all.push_back(all[3]);
  const Folder folder;
  Store store(folder / "a.db");
  const auto outcome = run_matrix(all, {.jobs = 2, .store = &store});
  EXPECT_EQ(store.runs().size(), all.size() - 1);
  EXPECT_EQ(bits(outcome.results[3]), bits(outcome.results.back()));
  EXPECT_EQ(outcome.results[3]->timing, outcome.results.back()->timing);
}

TEST(Matrix, TakesFromTheStoreWhatIsThere) {
  auto all = cells(quick);
  const Folder folder;
  Store store(folder / "a.db");
  const auto half = run_matrix(Cells({all.begin(), all.begin() + 5}), {.store = &store});
  EXPECT_EQ(half.from_store, 0);
  const auto whole = run_matrix(all, {.store = &store});
  EXPECT_EQ(whole.from_store, 5);
  EXPECT_EQ(whole.results[2]->timing, half.results[2]->timing);
  EXPECT_EQ(bits(whole), bits(run_matrix(all, {})));
}

TEST(Matrix, DoesNotTakeResultsOfAnotherBuildOrTimeouts) {
  const auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}});
  const Folder folder;
  Store store(folder / "a.db");
  RunResult timeout;
  timeout.status = Status::timeout;
  store.put(all[0].text(), build_info().fingerprint, timeout);
  store.put(all[0].text(), "another", {});
  const auto outcome = run_matrix(all, {.store = &store});
  EXPECT_EQ(outcome.from_store, 0);
  EXPECT_EQ(outcome.results[0]->status, Status::ok);
}

TEST(Matrix, StopsACellThatTakesTooLong) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.begin(), slow.begin(), slow.end());
  const auto outcome = run_matrix(all, {.jobs = 2, .cell_timeout = 0.3});
  EXPECT_EQ(outcome.results[0]->status, Status::timeout);
  EXPECT_GT(outcome.results[0]->t_reached, 0);
  EXPECT_EQ(outcome.results[1]->status, Status::ok);
  EXPECT_FALSE(outcome.timed_out || outcome.interrupted);
}

TEST(Matrix, EndsAtTheGlobalTimeoutWithoutLosingWhatEnded) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  const Folder folder;
  Store store(folder / "a.db");
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 1.5, .store = &store});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results.back());
  EXPECT_TRUE(outcome.results.front());
  EXPECT_EQ(store.runs().size(), all.size() - 1);
}

TEST(Matrix, StopsWhenInterrupted) {
  const Folder folder;
  Store store(folder / "a.db");
  std::jthread later([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::raise(SIGINT);
  });
  const auto outcome = run_matrix(cells(endless), {.store = &store});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_FALSE(outcome.results[0]);
  EXPECT_TRUE(store.runs().empty());
}

TEST(Matrix, ReportsProgressWithAnEstimate) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  std::vector<std::string> lines;
  run_matrix(all, {.jobs = 2,
                   .cell_timeout = 1.0,
                   .progress = [&](const std::string& line) { lines.push_back(line); },
                   .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("[0-9]+/17 cells,.* about .* left")));
}

TEST(Matrix, TellsTheStepsOfTheLastCell) {
  std::vector<std::string> lines;
  run_matrix(cells(endless), {.cell_timeout = 0.6,
                              .progress = [&](const std::string& line) { lines.push_back(line); },
                              .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/1 cell, step [1-9][0-9]* of [0-9]+, .*")));
}

// A step takes most of a second.
TEST(Matrix, StopsInTheMiddleOfAStep) {
  const auto slow_steps = cells({.problem = {"squeezer"},
                                 .formulation = {"absolute-index3"},
                                 .method = {"block(r=5)"},
                                 .step = {"1e-5"},
                                 .settings = {{"precision", {"quad"}}, {"t_end", {"2e-4"}}, {"samples", {"1"}}}});
  const auto outcome = run_matrix(slow_steps, {.cell_timeout = 0.2});
  ASSERT_TRUE(outcome.results[0]);
  EXPECT_EQ(outcome.results[0]->status, Status::timeout) << outcome.results[0]->reason;
}

// It would be computed for hours.
TEST(Matrix, StopsInTheMiddleOfAReference) {
  const auto slow_reference = cells({.problem = {"pleiades"},
                                     .formulation = {"ode"},
                                     .method = {"erk4"},
                                     .step = {"100"},
                                     .settings = {{"t_end", {"1e5"}}, {"samples", {"1"}}}});
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = run_matrix(slow_reference, {.global_timeout = 0.2});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results[0]);
  EXPECT_LT(took.count(), 30);
}

// Fails when which cells succeed depends on how long their reference takes, or on how many wait for it.
TEST(Matrix, DoesNotTimeReferences) {
  const auto all = cells({.problem = {"two-link(length1=1.02)"},
                          .formulation = {"ode"},
                          .method = {"erk4,ab4,kutta3"},
                          .step = {"1e-2"},
                          .settings = {{"t_end", {"2"}}, {"samples", {"1"}}}});
  const auto outcome = run_matrix(all, {.jobs = 2, .cell_timeout = 0.2});
  for (const auto& result : outcome.results) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, Status::ok) << result->reason;
  }
}

/// It would be computed for hours.
Axes with_endless_reference(const char* step) {
  return {.problem = {"pleiades"},
          .formulation = {"ode"},
          .method = {"erk4"},
          .step = {step},
          .settings = {{"t_end", {"1e5"}}, {"samples", {"1"}}}};
}

// Fails when cells that wait for their reference occupy workers: they are the costly ones.
TEST(Matrix, RunsOtherCellsWhileAReferenceIsComputed) {
  auto all = cells(with_endless_reference("1,2,4,5,8,10,20,25"));
  const auto waiting = all.size();
  const auto others = cells(quick);
  all.insert(all.end(), others.begin(), others.end());
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 3});
  EXPECT_TRUE(outcome.timed_out);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(outcome.results[i].has_value(), i >= waiting) << i;
}

// Fails when a cell waits for more of a reference than it needs.
TEST(Matrix, BeginsACellWhenItsOwnHorizonIsReached) {
  auto all = cells(with_endless_reference("100"));
  auto short_one = all.front().text();
  short_one.step = "1e-3";
  short_one.t_end = "0.1";
  all.push_back(resolve(short_one));
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 3});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results[0]);
  ASSERT_TRUE(outcome.results[1]);
  EXPECT_EQ(outcome.results[1]->status, Status::ok) << outcome.results[1]->reason;
}

TEST(Matrix, HandsOutTrajectories) {
  auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}});
  auto every_step = all[0].text();
  every_step.samples = 0;
  all[0] = resolve(every_step);
  std::size_t samples = 0;
  run_matrix(all, {.trajectory = [&](const ResolvedCell&, const RunResult&, const Trajectory& t) {
               samples = t.samples.size();
             }});
  EXPECT_EQ(samples, 1000);
}

TEST(Matrix, OfNothingIsNothing) { EXPECT_TRUE(run_matrix(Cells(), {}).results.empty()); }

// Fails when results come in the order in which cells end, or are kept although they were handed out.
TEST(Matrix, HandsOutResultsInTheOrderOfTheCells) {
  auto all = cells(quick);
  all.push_back(all.front());  // occurs twice
  const Folder folder;
  Store store(folder / "a.db");
  const auto whole = bits(run_matrix(all, {}));
  for (Store* kept : {static_cast<Store*>(nullptr), &store, &store}) {
    std::vector<std::string> handed_out;
    const auto outcome = run_matrix(all, {.jobs = 3, .store = kept, .finished = [&](std::size_t i, const RunResult& r) {
                                            EXPECT_EQ(i, handed_out.size());
                                            handed_out.push_back(bits(r));
                                          }});
    EXPECT_TRUE(outcome.results.empty());
    EXPECT_EQ(handed_out, whole);
  }
}

// Fails when the first result waits for the last.
TEST(Matrix, HandsOutAResultAtOnce) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  std::size_t count = 0;
  const auto outcome =
      run_matrix(all, {.jobs = 2, .global_timeout = 1.5, .finished = [&](std::size_t, const RunResult&) { ++count; }});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(count, all.size() - 1);
}

// Fails when a reference is no work of its own: progress then knows the cell's steps alone.
TEST(Matrix, CountsReferencesAsWork) {
  const auto all = cells({.problem = {"two-link(length1=1.01)"},
                          .formulation = {"ode"},
                          .method = {"erk4"},
                          .step = {"1e-2"},
                          .settings = {{"t_end", {"2"}}, {"samples", {"1"}}}});
  std::vector<std::string> lines;
  run_matrix(all, {.progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/1 cell, reference of two-link, .* of 2 s, .*")));
  EXPECT_THAT(lines, testing::Contains(testing::HasSubstr(" left")));
}

/// Which data of two-link its equations in quad were asked for: those whose reference has begun.
class BegunReferences {
 public:
  BegunReferences() {
    problem_.name = "watched-two-link";
    const auto system = problem_.in_quad.system;
    problem_.in_quad.system = [this, system](const Parameters& data, const Formulation& formulation) {
      const std::lock_guard lock(guard_);
      data_.insert(data.canonical());
      return system(data, formulation);
    };
  }

  ResolvedCell watched(const ResolvedCell& cell) const {
    return {cell.text(),
            problem_,
            *problem_.formulation(cell.text().formulation),
            cell.method(),
            std::make_shared<const Parameters>(cell.data()),
            std::make_shared<const Parameters>(cell.options())};
  }

  std::size_t count() {
    const std::lock_guard lock(guard_);
    return data_.size();
  }

 private:
  Problem problem_ = catalogued_problem("two-link");
  std::mutex guard_;
  std::set<std::string> data_;
};

// Fails when all references are begun before the first cell: a study of many data sets then ends none for hours.
TEST(Matrix, BeginsAReferenceWhenItsTurnComes) {
  static BegunReferences references;  // a problem lives as long as the program
  std::vector<ResolvedCell> all;
  for (const auto& cell : cells({.problem = {"two-link(rate1=0.1:0.1:2)"},
                          .formulation = {"ode"},
                          .method = {"erk4,ab4"},
                          .step = {"1e-3"},
                          .settings = {{"t_end", {"1e-2"}}, {"samples", {"1"}}}}))
    all.push_back(references.watched(cell));
  ASSERT_EQ(all.size(), 40U);
  std::vector<std::size_t> begun;
  run_matrix(all, {.finished = [&](std::size_t, const RunResult& result) {
               EXPECT_EQ(result.status, Status::ok) << result.reason;
               begun.push_back(references.count());
             }});
  ASSERT_EQ(begun.size(), 40U);
  EXPECT_LE(begun.front(), 5U);
  EXPECT_EQ(begun.back(), 20U);
}

/// Cheap ones.
std::vector<ResolvedCell> oscillators(int count) {
  std::vector<std::string> samples;
  for (int i = 1; i <= count; ++i) samples.push_back(std::to_string(i));
  return cells({.problem = {"oscillator"},
                .formulation = {"ode"},
                .method = {"erk4"},
                .step = {"1/10"},
                .settings = {{"t_end", {"1"}}, {"samples", samples}}});
}

void put_all(Store& store, const std::vector<ResolvedCell>& all) {
  for (const auto& cell : all) store.put(cell.text(), build_info().fingerprint, {});
}

// Fails when whoever presses Ctrl-C waits for what he can read from the store.
TEST(Matrix, LeavesInTheStoreWhatItHasAfterAnInterruption) {
  const Folder folder;
  Store store(folder / "a.db");
  const auto all = oscillators(2000);
  put_all(store, all);
  std::size_t count = 0;
  const auto outcome = run_matrix(all, {.store = &store, .finished = [&](std::size_t, const RunResult&) {
                                          if (count++ != 0) return;
                                          std::raise(SIGINT);
                                          std::this_thread::sleep_for(std::chrono::milliseconds(200));
                                        }});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_LT(count, 1500U);
  EXPECT_EQ(count + outcome.left_in_store, all.size());
}

// Fails when a run that has ended is not committed before all that was there is handed out.
TEST(Matrix, RunsWhileItHandsOut) {
  const Folder folder;
  Store store(folder / "a.db");
  auto all = oscillators(1000);
  put_all(store, all);
  all.push_back(cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-5"}}).front());
  std::size_t handed_out_before = 0;
  run_matrix(all, {.jobs = 2, .store = &store, .finished = [&](std::size_t place, const RunResult&) {
                     std::this_thread::sleep_for(std::chrono::milliseconds(2));
                     if (!store.status(all.back().id(), build_info().fingerprint)) handed_out_before = place;
                   }});
  EXPECT_LT(handed_out_before, 800U);
}

/// Statements of all connections that are opened meanwhile.
struct WatchedWrites {
  using Hook = void (*)();
  static inline std::atomic<int> inserted = 0, deleted = 0;

  static int see(unsigned, void*, void*, void* text) {
    const std::string_view statement = static_cast<const char*>(text);
    if (statement.starts_with("INSERT")) ++inserted;
    if (statement.starts_with("DELETE")) ++deleted;
    return 0;
  }
  static int watch(sqlite3* db, char**, const sqlite3_api_routines*) {
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, see, nullptr);
  }
  Hook hook = reinterpret_cast<Hook>(watch);
  WatchedWrites() {
    inserted = deleted = 0;
    sqlite3_auto_extension(hook);
  }
  ~WatchedWrites() { sqlite3_cancel_auto_extension(hook); }
};

// Fails when results are written down that are handed out at once, or stay on disk when they were.
TEST(Matrix, KeepsOnlyResultsThatWait) {
  const auto finished = [](std::size_t, const RunResult&) {};
  const auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-3,5e-3"}});
  const WatchedWrites watched;
  run_matrix(all, {.finished = finished});  // the costly one first
  EXPECT_EQ(watched.inserted, 0);
  run_matrix({all[1], all[0]}, {.finished = finished});
  EXPECT_EQ(watched.inserted, 1);
  EXPECT_EQ(watched.deleted, 1);
}

// Fails when a run that has no store to look into says that it does.
TEST(Matrix, LooksIntoAStoreThatHasSomething) {
  const Folder folder;
  Store store(folder / "a.db");
  const auto all = oscillators(20'000);
  const auto lines = [&](Store* looked_into) {
    std::string out;
    run_matrix(all, {.global_timeout = 0.2,
                     .store = looked_into,
                     .progress = [&](const std::string& line) { out += line + "\n"; },
                     .progress_interval = 1e-3});
    return out;
  };
  EXPECT_THAT(lines(nullptr), testing::Not(testing::HasSubstr("the store")));
  EXPECT_THAT(lines(&store), testing::Not(testing::HasSubstr("the store")));
}

}  // namespace
}  // namespace plumb
