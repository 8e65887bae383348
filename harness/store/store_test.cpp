#include "harness/store/store.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Cell cell_number(int i) {
  return {.problem = "pendulum",
          .problem_parameters = "",
          .formulation = "index3",
          .formulation_parameters = "",
          .method = "lms3",
          .method_parameters = "rho=0.6",
          .step = "1e-3",
          .t_end = std::to_string(i + 1),
          .newton_tol = {}};
}

RunResult result_of(double error, std::string reason = "") {
  RunResult r;
  r.reason = std::move(reason);
  r.metrics["re.q"] = error;
  return r;
}

class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "plumb-store-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string error_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const StoreError& e) {
      const std::string message = e.what();
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message;
    }
    return "no error";
  }
  void fill(const fs::path& path, int begin, int end) {
    Store store(path);
    for (int i = begin; i < end; ++i) store.put(cell_number(i), "build-1", result_of(i));
  }

  fs::path file() const { return folder / "runs.db"; }

  fs::path folder;
};

TEST_F(StoreTest, WhatIsPutIsFoundAfterReopening) {
  fill(file(), 0, 20);
  const Store store(file(), Access::read_only);
  for (int i = 0; i < 20; ++i) {
    const auto run = store.find(id(cell_number(i)), "build-1");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->cell, cell_number(i));
    EXPECT_EQ(run->result.metrics.at("re.q"), i);
    EXPECT_THAT(run->created, testing::MatchesRegex("....-..-..T..:..:..\\....Z"));
  }
  EXPECT_FALSE(store.find(id(cell_number(20)), "build-1"));
}

TEST_F(StoreTest, ResultsOfAnotherBuildAreHistory) {
  Store store(file());
  store.put(cell_number(0), "build-1", result_of(1));
  for (const char* other : {"build-0", "build-2", ""}) EXPECT_FALSE(store.find(id(cell_number(0)), other)) << other;
  store.put(cell_number(0), "build-2", result_of(2));
  store.put(cell_number(0), "build-2", result_of(3));
  EXPECT_EQ(store.find(id(cell_number(0)), "build-1")->result.metrics.at("re.q"), 1);
  EXPECT_EQ(store.find(id(cell_number(0)), "build-2")->result.metrics.at("re.q"), 3);
  EXPECT_EQ(store.runs().size(), 2u);
  EXPECT_EQ(store.runs("build-2").size(), 1u);
}

TEST_F(StoreTest, TheSequenceOfRunsDoesNotShow) {
  fill(file(), 0, 12);
  Store other(folder / "other.db");
  for (int i = 12; i-- > 0;) other.put(cell_number(i), "build-1", result_of(i));
  const auto a = Store(file()).runs("build-1"), b = other.runs("build-1");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].cell, b[i].cell);
}

TEST_F(StoreTest, AKilledProcessLosesNoCommittedRun) {
  Store(file()).put(cell_number(0), "build-1", result_of(0));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store(file());
    for (int i = 1; i < 50; ++i) store.put(cell_number(i), "build-1", result_of(i));
    const Sqlite raw(file().string(), Opening::read_write, std::chrono::seconds(1));
    raw.run("BEGIN IMMEDIATE");
    raw.run("DELETE FROM runs");
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  Store store(file());
  EXPECT_EQ(store.runs("build-1").size(), 50u);
  store.put(cell_number(50), "build-1", result_of(50));
}

TEST_F(StoreTest, TwoProcessesShareAFile) {
  std::vector<pid_t> children;
  for (int p = 0; p < 2; ++p) {
    children.push_back(fork());
    ASSERT_GE(children.back(), 0);
    if (children.back() != 0) continue;
    try {
      fill(file(), 40 * p, 40 * p + 40);
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(Store(file()).runs().size(), 80u);
}

TEST_F(StoreTest, ThreadsShareAStore) {
  Store store(file());
  std::vector<std::thread> threads;
  for (int p = 0; p < 4; ++p)
    threads.emplace_back([&store, p] {
      for (int i = 0; i < 25; ++i) {
        store.put(cell_number(25 * p + i), "build-1", result_of(i));
        EXPECT_TRUE(store.find(id(cell_number(25 * p + i)), "build-1"));
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(store.runs().size(), 100u);
}

TEST_F(StoreTest, AHeldFileIsAnErrorAfterThePatience) {
  Store store(file(), Access::read_write, std::chrono::milliseconds(50));
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("BEGIN IMMEDIATE");
  EXPECT_THAT(error_of([&] { store.put(cell_number(0), "b", result_of(0)); }),
              HasSubstr("another process holds the store"));
  other.run("COMMIT");
  store.put(cell_number(0), "b", result_of(0));
}

/// Another process in the middle of reading.
class ReadingProcess {
 public:
  explicit ReadingProcess(const fs::path& file) : db_(file.string(), Opening::read_only, std::chrono::seconds(1)) {
    db_.run("BEGIN");
    db_.number("SELECT count(*) FROM runs");
  }

 private:
  Sqlite db_;
};

constexpr auto impatient = std::chrono::milliseconds(50);

// Catches runs that are lost because somebody reads what was stored before.
TEST_F(StoreTest, AWriterThatHasBegunDoesNotWaitForReaders) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  store.begin_writing();
  const ReadingProcess reader(file());
  store.put(cell_number(3), "build-1", result_of(3));
  EXPECT_EQ(store.count(), 4u);
}

TEST_F(StoreTest, AReaderIsMetBeforeThereIsAnythingToLose) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  {
    const ReadingProcess reader(file());
    EXPECT_THAT(error_of([&] { store.begin_writing(); }), HasSubstr("another process holds the store"));
  }
  store.begin_writing();
}

// Catches one long transaction, for which everybody who writes waits.
TEST_F(StoreTest, AVisitHoldsTheFileForAMoment) {
  fill(file(), 0, 250);
  const Store reader(file(), Access::read_only);
  std::vector<std::string> seen;
  reader.visit({}, [&](const StoredRun& run) {
    if (seen.size() % 100 == 0) {
      Store writer(file(), Access::read_write, impatient);
      writer.put(cell_number(1000), "build-2", result_of(0));
    }
    seen.push_back(canonical_json(run.cell));
  });
  EXPECT_EQ(seen.size(), 250u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(reader.count(), 251u);
}

// Catches a writer that takes a beginning for done that failed in the middle.
TEST_F(StoreTest, ABeginningThatFailedIsMadeAgain) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("DROP TABLE derived");
  other.run("PRAGMA journal_mode = WAL");
  other.run("BEGIN IMMEDIATE");
  EXPECT_THAT(error_of([&] { store.begin_writing(); }), HasSubstr("another process holds the store"));
  other.run("COMMIT");
  store.put_derived("key", "build-1", "text");
  EXPECT_EQ(store.derived("key", "build-1"), "text");
}

TEST_F(StoreTest, AWriterThatOnlyLooksLeavesTheFileAsItIs) {
  const auto contents = [&] {
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  fill(file(), 0, 3);
  const auto before = contents();
  EXPECT_EQ(Store(file()).runs().size(), 3u);
  EXPECT_EQ(contents(), before);
}

TEST_F(StoreTest, WhatIsRemovedIsGone) {
  Store store(file());
  EXPECT_TRUE(store.empty());
  store.put(cell_number(0), "build-1", result_of(0));
  store.put(cell_number(0), "build-2", result_of(0));
  EXPECT_FALSE(store.empty());
  store.remove(id(cell_number(0)), "build-1");
  EXPECT_FALSE(store.find(id(cell_number(0)), "build-1"));
  EXPECT_TRUE(store.find(id(cell_number(0)), "build-2"));
  store.remove(id(cell_number(0)), "build-2");
  EXPECT_TRUE(store.empty());
}

int limit_pages(sqlite3* db, char**, const sqlite3_api_routines*) {
  return sqlite3_exec(db, "PRAGMA max_page_count = 12", nullptr, nullptr, nullptr);
}

// The limit is a property of a connection, so it is set on every one that is opened meanwhile.
struct SmallDisk {
  using Hook = void (*)();
  Hook hook = reinterpret_cast<Hook>(limit_pages);
  SmallDisk() { sqlite3_auto_extension(hook); }
  ~SmallDisk() { sqlite3_cancel_auto_extension(hook); }
};

const RunResult huge = result_of(1, std::string(1 << 20, 'x'));

TEST_F(StoreTest, AFullDiskKeepsWhatIsStored) {
  fill(file(), 0, 5);
  {
    const SmallDisk disk;
    Store store(file());
    const std::string message = error_of([&] { store.put(cell_number(5), "build-1", huge); });
    EXPECT_THAT(message, HasSubstr("the disk is full; runs stored before are safe"));
    EXPECT_THAT(message, HasSubstr(file().string()));
    EXPECT_EQ(store.runs("build-1").size(), 5u);
    fill(folder / "shard.db", 0, 5);
    EXPECT_THAT(error_of([&] {
                  for (int i = 5; i < 1000; ++i) store.put(cell_number(i), "build-1", result_of(i));
                }),
                HasSubstr("the disk is full"));
  }
  Store store(file());
  EXPECT_GE(store.runs("build-1").size(), 5u);
  store.put(cell_number(2000), "build-1", huge);
}

TEST_F(StoreTest, AMergeOntoAFullDiskAddsNothing) {
  fill(file(), 0, 5);
  fill(folder / "shard.db", 5, 300);
  {
    const SmallDisk disk;
    Store store(file());
    EXPECT_THAT(error_of([&] { store.merge(folder / "shard.db"); }), HasSubstr("the disk is full"));
    EXPECT_EQ(store.runs().size(), 5u);
  }
  EXPECT_EQ(Store(file()).merge(folder / "shard.db"), 295);
}

TEST_F(StoreTest, AWriteThatTheSystemRefusesKeepsWhatIsStored) {
  fill(file(), 0, 5);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store(file());
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {100'000, 100'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      store.put(cell_number(5), "build-1", huge);
    } catch (const StoreError& e) {
      _exit(std::string_view(e.what()).find("the disk cannot be read or written") == std::string_view::npos ? 2 : 0);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(Store(file()).runs().size(), 5u);
}

TEST_F(StoreTest, DamagedAndForeignFilesAreLeftAlone) {
  const auto contents = [&] {
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const auto write = [&](const std::string& text) { std::ofstream(file(), std::ios::binary) << text; };

  const std::string garbage(5000, 'g');
  write(garbage);
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("no store or is damaged"));
  EXPECT_EQ(contents(), garbage);

  fs::remove(file());
  fill(file(), 0, 200);
  std::string damaged = contents();
  for (std::size_t i = 4096; i < damaged.size(); ++i) damaged[i] = static_cast<char>(i * 7);
  write(damaged);
  EXPECT_THAT(error_of([&] { Store(file()).runs(); }), HasSubstr("damaged"));
  EXPECT_EQ(contents(), damaged);
}

TEST_F(StoreTest, OtherSchemasAreRefused) {
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("CREATE TABLE birds (name TEXT)");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("no Plumb store"));
  fs::remove(file());
  fill(file(), 0, 1);
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("PRAGMA user_version = 7");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("schema version 7, this build reads version 1"));
}

TEST_F(StoreTest, PathsThatCannotBe) {
  std::ofstream(folder / "file") << "x";
  EXPECT_THAT(error_of([&] { Store store(folder / "file" / "runs.db"); }), HasSubstr("check that the folder exists"));
  EXPECT_THAT(error_of([&] { Store store(folder / "missing" / "runs.db"); }),
              HasSubstr("check that the folder exists"));
  EXPECT_THAT(error_of([&] { Store store(folder); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_of([&] { Store store(file(), Access::read_only); }), HasSubstr("there is no such store"));
  EXPECT_FALSE(fs::exists(file()));
  fill(file(), 0, 1);
  EXPECT_THAT(error_of([&] { Store(file(), Access::read_only).put(cell_number(1), "b", result_of(0)); }),
              HasSubstr("no permission to write"));
}

// Catches stores that end with the process, and paths that SQLite reads as addresses.
TEST_F(StoreTest, PathsAreThoseOfFiles) {
  for (const char* path : {"", ":memory:"})
    EXPECT_THAT(error_of([&] { Store store(path); }), HasSubstr(fmt::format("'{}' keeps nothing", path)));
  const auto before = fs::current_path();
  fs::current_path(folder);
  for (const char* path : {"file:a?mode=memory", "50%25.db"}) {
    fill(path, 0, 2);
    EXPECT_TRUE(fs::exists(folder / path)) << path;
    EXPECT_EQ(Store(path, Access::read_only).runs().size(), 2u) << path;
  }
  fs::current_path(before);
}

// Catches an empty database of another program that becomes a store.
TEST_F(StoreTest, ForeignFilesWithoutTablesAreLeftAlone) {
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("PRAGMA application_id = 42");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("no Plumb store"));
}

/// What comes of reading the store in a folder that cannot be written to, without the rights of root, who may always.
enum Read { all_read = 0, refused = 1, another_number = 2, no_test = 3, held = 4 };

Read read_without_rights(const fs::path& folder, const fs::path& file, std::size_t runs) {
  fs::permissions(folder, fs::perms(0555));
  const pid_t child = fork();
  if (child == 0) {
    constexpr int nobody = 65534;
    if (getuid() == 0 && setuid(nobody) != 0) _exit(no_test);
    try {
      _exit(Store(file, Access::read_only, impatient).runs().size() == runs ? all_read : another_number);
    } catch (const SqliteBusy&) {
      _exit(held);
    } catch (const StoreError&) {
      _exit(refused);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  fs::permissions(folder, fs::perms(0755));
  return static_cast<Read>(WEXITSTATUS(status));
}

// Catches a reader that wants to write beside the store.
TEST_F(StoreTest, IsReadInAFolderThatCannotBeWrittenTo) {
  fill(file(), 0, 3);
  EXPECT_EQ(read_without_rights(folder, file(), 3), all_read);
}

// Catches a reader that takes a store for one that nobody writes because it cannot have it now.
TEST_F(StoreTest, IsNotReadInTheMiddleOfAWrite) {
  fill(file(), 0, 3);
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("BEGIN EXCLUSIVE");
  EXPECT_EQ(read_without_rights(folder, file(), 3), held);
}

// Catches a reader or writer that leaves its log behind, and a store that cannot be read without one.
TEST_F(StoreTest, LeavesNothingBesideItsFile) {
  const auto names = [&] {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path().filename().string());
    return out;
  };
  const auto alone = testing::ElementsAre("runs.db");
  fill(file(), 0, 3);
  EXPECT_THAT(names(), alone);
  EXPECT_EQ(Store(file(), Access::read_only).runs().size(), 3u);
  EXPECT_THAT(names(), alone);
  {
    const Store reader(file(), Access::read_only);
    fill(file(), 3, 6);
    const Store another(file(), Access::read_only);
    EXPECT_EQ(reader.runs().size(), 6u);
    EXPECT_EQ(another.runs().size(), 6u);
  }
  EXPECT_THAT(names(), alone);
  fill(file(), 6, 7);
  EXPECT_THAT(names(), alone);
}

// What was closed by a build that kept its log, or was killed.
TEST_F(StoreTest, AReaderTidiesUpBehindOthers) {
  fill(file(), 0, 2);
  const auto stop = [&](bool killed) {
    const pid_t child = fork();
    if (child == 0) {
      const Sqlite raw(file().string(), Opening::read_write, std::chrono::seconds(1));
      raw.run("PRAGMA journal_mode = WAL");
      raw.run("UPDATE runs SET status = 'timeout'");
      if (killed) kill(getpid(), SIGKILL);
    }
    if (child == 0) _exit(0);
    int status = 0;
    waitpid(child, &status, 0);
  };
  for (const bool killed : {false, true}) {
    stop(killed);
    EXPECT_EQ(fs::exists(file().string() + "-wal"), killed);
    EXPECT_EQ(Store(file(), Access::read_only).status(id(cell_number(0)), "build-1"), Status::timeout);
    EXPECT_FALSE(fs::exists(file().string() + "-wal"));
    EXPECT_FALSE(fs::exists(file().string() + "-shm"));
  }
}

TEST_F(StoreTest, AReaderCannotWrite) {
  fill(file(), 0, 1);
  Store reader(file(), Access::read_only);
  EXPECT_THAT(error_of([&] { reader.put(cell_number(1), "b", result_of(0)); }), HasSubstr("no permission to write"));
  EXPECT_EQ(reader.count(), 1u);
}

TEST_F(StoreTest, CountsAndVisitsWhatIsThere) {
  fill(file(), 0, 3);
  Store store(file());
  store.put(cell_number(0), "build-2", result_of(7));
  EXPECT_EQ(store.count(), 4u);
  EXPECT_EQ(store.count("build-1"), 3u);
  EXPECT_EQ(store.count("build-3"), 0u);
  std::vector<double> errors;
  store.visit("build-2", [&](const StoredRun& run) { errors.push_back(*run.result.metrics.at("re.q")); });
  EXPECT_EQ(errors, std::vector<double>{7});
  EXPECT_EQ(store.status(id(cell_number(0)), "build-1"), Status::ok);
  EXPECT_FALSE(store.status(id(cell_number(0)), "build-3"));
}

// Catches results that wait and come back changed, and a file that stays.
TEST_F(StoreTest, AStoreWithoutAPathEndsWithTheProcess) {
  const auto before = fs::current_path();
  fs::current_path(folder);
  {
    Store store;
    for (int i = 0; i < 20; ++i) store.put(cell_number(i), "b", i == 7 ? huge : result_of(i));
    EXPECT_EQ(store.count(), 20u);
    EXPECT_EQ(store.find(id(cell_number(7)), "b")->result.reason, huge.reason);
    EXPECT_EQ(Store().count(), 0u);
  }
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(folder));
}

// Catches messages in the words of a library.
TEST_F(StoreTest, DamagedRowsAreToldPlainly) {
  for (const char* text : {"{", "{}", "[1]", "{\"status\": 7}"}) {
    fill(file(), 0, 1);
    Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1))
        .run(fmt::format("UPDATE runs SET result = '{}'", text));
    const auto message = error_of([&] { Store(file(), Access::read_only).runs(); });
    EXPECT_THAT(message, HasSubstr("a stored run is damaged")) << text;
    EXPECT_THAT(message, testing::Not(HasSubstr("json.exception"))) << text;
  }
}

TEST_F(StoreTest, ShardsMerge) {
  fill(file(), 0, 10);
  const fs::path shard = folder / "it's a shard?.db";
  fill(shard, 5, 15);
  Store store(file());
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  Store(shard).put(cell_number(9), "build-1", result_of(99));
  Store(shard).put(cell_number(9), "build-0", result_of(7));
  EXPECT_GE(store.merge(shard), 7);
  EXPECT_EQ(store.runs("build-1").size(), 15u);
  EXPECT_EQ(store.find(id(cell_number(9)), "build-1")->result.metrics.at("re.q"), 99);
  EXPECT_EQ(store.find(id(cell_number(9)), "build-0")->result.metrics.at("re.q"), 7);
  EXPECT_EQ(store.merge(shard), 0);
  EXPECT_EQ(store.merge(file()), 0);
  EXPECT_EQ(Store(shard).merge(file()), 5);
  EXPECT_EQ(Store(shard).runs().size(), store.runs().size());
}

TEST_F(StoreTest, AMergeThatFailsChangesNothing) {
  fill(file(), 0, 3);
  Store store(file());
  std::ofstream(folder / "garbage.db") << std::string(5000, 'g');
  Sqlite((folder / "foreign.db").string(), Opening::read_write, std::chrono::seconds(1)).run("CREATE TABLE runs (a)");
  EXPECT_THAT(error_of([&] { store.merge(folder / "missing.db"); }), HasSubstr("no such store"));
  EXPECT_THAT(error_of([&] { store.merge(folder / "garbage.db"); }), HasSubstr("no store or is damaged"));
  EXPECT_THAT(error_of([&] { store.merge(folder / "foreign.db"); }), HasSubstr("no Plumb store"));
  EXPECT_EQ(store.runs().size(), 3u);
  EXPECT_FALSE(fs::exists(folder / "missing.db"));
  fill(folder / "good.db", 3, 6);
  EXPECT_EQ(store.merge(folder / "good.db"), 3);
}

}  // namespace
}  // namespace plumb
