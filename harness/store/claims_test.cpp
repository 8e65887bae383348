// Tests of claims if other processes of the same store exist, have ended, or are invisible.

#include "harness/store/claims.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;

class ClaimsOfCells : public StoreFolder {
 protected:
  static std::string cell(int i) { return id(cell_number(i)); }

  /// Starts another process that claims cell 0 and runs until it is killed. Returns its id.
  pid_t claiming_process() const {
    int ready[2];
    if (pipe(ready) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) {
      Store store(file());
      const char said = store.claim(cell(0), "build-1") == CellClaim::ours ? 'y' : 'n';
      if (write(ready[1], &said, 1) != 1) _exit(1);
      pause();
      _exit(0);
    }
    char said = 'n';
    const auto size = read(ready[0], &said, 1);
    close(ready[0]);
    close(ready[1]);
    return size == 1 && said == 'y' ? child : -1;
  }

  static void end(pid_t process) {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }

  void claim_from(const std::string& place, const std::string& when) const {
    const Sqlite raw(file().string(), Opening::read_write, std::chrono::seconds(1));
    Statement insert(raw, "INSERT INTO claims VALUES (?, 'build-1', ?, 7, 7, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '" +
                              when + "'))");
    const auto claimed = cell(0);
    insert.bind({claimed, place});
    insert.step();
  }
};

// Fails if two processes may run the same cell, or if a cell that a killed process has claimed is never run.
TEST_F(ClaimsOfCells, HoldAsLongAsTheirProcess) {
  Store store(file());
  store.begin_writing();
  const pid_t other = claiming_process();
  ASSERT_GT(other, 0);
  EXPECT_EQ(store.claim(cell(0), "build-1"), CellClaim::others);
  EXPECT_EQ(store.claim(cell(0), "build-2"), CellClaim::ours) << "another build's";
  EXPECT_EQ(store.claim(cell(1), "build-1"), CellClaim::ours);
  EXPECT_EQ(store.claim(cell(1), "build-1"), CellClaim::ours) << "again by the same process";
  end(other);
  EXPECT_EQ(store.claim(cell(0), "build-1"), CellClaim::ours);
}

// Fails if a run stored by another process is repeated, or if this process cannot repeat its own run.
TEST_F(ClaimsOfCells, EndWithARun) {
  Store store(file());
  RunResult late;
  late.status = Status::timeout;
  store.put(cell_number(2), "build-1", late);
  EXPECT_EQ(store.claim(cell(2), "build-1"), CellClaim::ours) << "its own timeout";
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Store other(file());
  EXPECT_EQ(other.claim(cell(2), "build-1"), CellClaim::ours) << "from before it was opened";
  store.put(cell_number(0), "build-1", result_of(0));
  store.put(cell_number(1), "build-1", late);
  EXPECT_EQ(other.claim(cell(0), "build-1"), CellClaim::done);
  EXPECT_EQ(other.claim(cell(1), "build-1"), CellClaim::done) << "it has just timed out";
}

TEST_F(ClaimsOfCells, AreGivenBack) {
  Store store(file());
  const auto count = [&] {
    return Sqlite(file().string(), Opening::read_only, std::chrono::seconds(1)).number("SELECT count(*) FROM claims");
  };
  {
    Store other(file());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(other.claim(cell(i), "build-1"), CellClaim::ours);
    other.release(cell(0), "build-1");
    other.put(cell_number(1), "build-1", result_of(1));
    EXPECT_EQ(count(), 1);
  }
  EXPECT_EQ(count(), 0);
}

// The claims are from a container that shares the folder, and whose processes are invisible to this process.
TEST_F(ClaimsOfCells, OfOtherPlacesHoldAsLongAsTheyAreRenewed) {
  Store store(file());
  store.begin_writing();
  claim_from("elsewhere", "-20 seconds");
  EXPECT_EQ(store.claim(cell(0), "build-1"), CellClaim::others);
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("DELETE FROM claims");
  claim_from("elsewhere", "-2 minutes");
  EXPECT_EQ(store.claim(cell(0), "build-1"), CellClaim::ours);
}

// Fails if a process with a reused number counts as the earlier process.
TEST_F(ClaimsOfCells, KnowAProcessByItsStartToo) {
  auto self = Claimant::self();
  EXPECT_TRUE(holds(self, std::chrono::hours(1)));
  self.started -= 1;
  EXPECT_FALSE(holds(self, std::chrono::seconds(0)));
  EXPECT_FALSE(holds({Claimant::self().place, 1 << 30, 5}, std::chrono::seconds(0)));
}

}  // namespace
}  // namespace plumb
