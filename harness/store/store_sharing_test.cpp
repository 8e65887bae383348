// Tests of processes and threads that share a store, and of their cleanup.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "harness/store/sqlite.hpp"
#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;
using testing::HasSubstr;
using StoreSharing = StoreFolder;

TEST_F(StoreSharing, AKilledProcessLosesNoCommittedRun) {
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

TEST_F(StoreSharing, TwoProcessesShareAFile) {
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

TEST_F(StoreSharing, ThreadsShareAStore) {
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

TEST_F(StoreSharing, AHeldFileIsAnErrorAfterThePatience) {
  Store store(file(), Access::read_write, std::chrono::milliseconds(50));
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("BEGIN IMMEDIATE");
  EXPECT_THAT(error_of([&] { store.put(cell_number(0), "b", result_of(0)); }),
              HasSubstr("another process holds the store"));
  other.run("COMMIT");
  store.put(cell_number(0), "b", result_of(0));
}

/// Simulates another process that reads a store: a separate connection with an open read transaction.
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

// Fails if new runs are lost because another process is reading earlier runs.
TEST_F(StoreSharing, AWriterThatHasBegunDoesNotWaitForReaders) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  store.begin_writing();
  const ReadingProcess reader(file());
  store.put(cell_number(3), "build-1", result_of(3));
  EXPECT_EQ(store.count(), 4u);
}

TEST_F(StoreSharing, AReaderIsMetBeforeThereIsAnythingToLose) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  {
    const ReadingProcess reader(file());
    EXPECT_THAT(error_of([&] { store.begin_writing(); }), HasSubstr("another process holds the store"));
  }
  store.begin_writing();
}

// Fails if a visit is one long transaction, for which all writers must wait.
TEST_F(StoreSharing, AVisitHoldsTheFileForAMoment) {
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

// Fails if a failed begin_writing() is not repeated at the next write.
TEST_F(StoreSharing, ABeginningThatFailedIsMadeAgain) {
  fill(file(), 0, 3);
  Store store(file(), Access::read_write, impatient);
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("BEGIN EXCLUSIVE");
  EXPECT_THAT(error_of([&] { store.begin_writing(); }), HasSubstr("another process holds the store"));
  other.run("COMMIT");
  store.put_derived("key", "build-1", "text");
  EXPECT_EQ(store.derived("key", "build-1"), "text");
}

TEST_F(StoreSharing, AWriterThatOnlyLooksLeavesTheFileAsItIs) {
  const auto contents = [&] {
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  fill(file(), 0, 3);
  const auto before = contents();
  EXPECT_EQ(Store(file()).runs().size(), 3u);
  EXPECT_EQ(contents(), before);
}

/// Result of a child process that reads a store in a folder without write permission: complete; refused with an error;
/// a wrong number of runs; not tested, because root could not become another user (root may always write); or locked by
/// a writer.
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

// Fails if a reader needs to write next to the store.
TEST_F(StoreSharing, IsReadInAFolderThatCannotBeWrittenTo) {
  fill(file(), 0, 3);
  EXPECT_EQ(read_without_rights(folder, file(), 3), all_read);
}

// Fails if a reader that cannot lock the store concludes that there is no writer.
TEST_F(StoreSharing, IsNotReadInTheMiddleOfAWrite) {
  fill(file(), 0, 3);
  const Sqlite other(file().string(), Opening::read_write, std::chrono::seconds(1));
  other.run("BEGIN EXCLUSIVE");
  EXPECT_EQ(read_without_rights(folder, file(), 3), held);
}

// Fails if a reader or writer leaves its log behind, or if a store without a log cannot be read.
TEST_F(StoreSharing, LeavesNothingBesideItsFile) {
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

// A reader must remove the logs of other processes: of a build that did not remove its log, and of a killed process.
TEST_F(StoreSharing, AReaderTidiesUpBehindOthers) {
  fill(file(), 0, 2);
  const auto stop = [&](bool killed) {
    const pid_t child = fork();
    if (child == 0) {
      const Sqlite raw(file().string(), Opening::read_write, std::chrono::seconds(1));
      raw.run("PRAGMA journal_mode = WAL");
      raw.run("DELETE FROM runs WHERE cell_id = (SELECT min(cell_id) FROM runs)");
      if (killed) kill(getpid(), SIGKILL);
    }
    if (child == 0) _exit(0);
    int status = 0;
    waitpid(child, &status, 0);
  };
  for (const bool killed : {false, true}) {
    stop(killed);
    EXPECT_EQ(fs::exists(file().string() + "-wal"), killed);
    EXPECT_EQ(Store(file(), Access::read_only).count(), killed ? 0U : 1U);
    EXPECT_FALSE(fs::exists(file().string() + "-wal"));
    EXPECT_FALSE(fs::exists(file().string() + "-shm"));
  }
}

}  // namespace
}  // namespace plumb
