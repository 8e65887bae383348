// Tests of cells in separate processes, of simultaneous calls with one store, and of damaged stores, as a user runs
// them.

#include <fcntl.h>

#include <random>

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/schedule/testing/processes.hpp"
#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

using namespace process_testing;
using testing::AllOf;
using testing::HasSubstr;

class Processes : public Cli {
 protected:
  static std::string library(const std::string& fault) {
    return "@" + (std::filesystem::path(PLUMB_BINARY).parent_path() / "from_library" / ("libfaulty_" + fault + ".so"))
                     .string();
  }

  static bool none_alive(const std::vector<pid_t>& all) { return std::none_of(all.begin(), all.end(), is_alive); }

  const std::vector<std::string> endless = {"run", "-p",   "pendulum", "-m", "erk4,cd",
                                            "-s",  "1e-9", "-j",       "2",  "--isolate"};
};

TEST_F(Processes, AreReapedWhenInterrupted) {
  const auto program = started(endless);
  ASSERT_TRUE(soon([&] { return children_of(program).size() == 2; }));
  const auto all = descendants_of(program);
  kill(program, SIGINT);
  EXPECT_TRUE(soon([&] { return none_alive(all); }));
  EXPECT_EQ(code_of(program), 130);
}

TEST_F(Processes, LeaveNoOrphansOfAKilledProgram) {
  const auto program = started(endless);
  ASSERT_TRUE(soon([&] { return children_of(program).size() == 2; }));
  const auto all = descendants_of(program);
  EXPECT_EQ(all.size(), 2U);
  kill(program, SIGKILL);
  EXPECT_EQ(code_of(program), -SIGKILL);
  EXPECT_TRUE(soon([&] { return none_alive(all); }));
}

TEST_F(Processes, OfAPlainRunAreNone) {
  const auto program = started({"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-9", "--store", in("a.db")});
  ASSERT_TRUE(soon([&] { return catches(program, SIGINT); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(descendants_of(program).empty());
  kill(program, SIGINT);
  EXPECT_EQ(code_of(program), 130);
}

TEST_F(Processes, AreStartedByTheProgramAlone) {
  EXPECT_THAT(plumb("--as-a-worker"), Refuses(2, "reserved for worker processes"));
}

TEST_F(Processes, AKilledOneIsOneCrashedCell) {
  const auto program = started({"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-2,1e-9", "-j", "1", "--isolate",
                                "--timeout", "300", "--json", "--store", in("a.db")});
  ASSERT_TRUE(soon([&] { return stored(in("a.db")) == 1; }));
  const pid_t worker = children_of(program).at(0);
  const double before = known(worker).processor_seconds;
  ASSERT_TRUE(soon([&] { return known(worker).processor_seconds > before + 0.1; })) << "it is at the second cell";
  kill(worker, SIGKILL);
  EXPECT_EQ(code_of(program), 4);
  const auto out = contents(in("out"));
  EXPECT_THAT(out, AllOf(HasSubstr("\"status\":\"ok\""), HasSubstr("\"status\":\"crashed\""), HasSubstr("SIGKILL")));
}

TEST_F(Processes, OfCellsChangeNoNumber) {
  const std::string cells = "run -p pendulum,two-link -f ode,index3 -m lms3,erk4 -s 1e-2 --t-end 1 --store ";
  plumb(cells + in("plain.db"));
  plumb(cells + in("isolated.db") + " --isolate --memory 2GB");
  EXPECT_EQ(bits(in("isolated.db")).size(), 8U);
  EXPECT_EQ(bits(in("isolated.db")), bits(in("plain.db")));
}

TEST_F(Processes, TakeSizesOfMemory) {
  EXPECT_THAT(plumb("run -p pendulum -m erk4 -s 1e-2 --memory lots"), Refuses(2, "lots is not allowed: a size"));
}

// Fails if the reservation of a cell by a killed process remains, or if a committed run is lost.
TEST_F(Processes, OfTwoCallsOnOneStoreMayBeKilled) {
  const auto db = in("shared.db");
  std::vector<std::string> study = {"run",
                                    "-p",
                                    "pendulum",
                                    "-f",
                                    "ode,index1",
                                    "-m",
                                    "erk4,degree5,ab4,cd",
                                    "-s",
                                    "1e-2,5e-3,2e-3,1e-3,5e-4,2e-4,1e-4,5e-5",
                                    "-j",
                                    "1",
                                    "--store",
                                    db};
  std::mt19937 random(7);
  std::size_t before = 0;
  for (int i = 0; i < 20; ++i) {
    auto arguments = study;
    if (i % 3 == 0) arguments.emplace_back("--isolate");
    const auto one = started(arguments, "1"), two = started(arguments, "2");
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % 150));
    kill(random() % 2 == 0 ? one : two, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 50));
    for (const auto process : {one, two}) kill(process, SIGKILL);
    for (const auto process : {one, two}) code_of(process);
    const auto now = stored(db);
    EXPECT_GE(now, before);
    before = now;
  }
  const auto one = started(study, "1"), two = started(study, "2");
  EXPECT_EQ(code_of(one), 0) << contents(in("err1"));
  EXPECT_EQ(code_of(two), 0) << contents(in("err2"));
  study.back() = in("whole.db");
  ASSERT_EQ(code_of(started(study)), 0) << contents(in("err"));
  EXPECT_EQ(bits(db).size(), 64U);
  EXPECT_EQ(bits(db), bits(in("whole.db")));
}

// Fails if a stopped program waits for a library that hangs.
TEST_F(Processes, OfALibraryThatHangsEndWithTheProgram) {
  const auto hangs = [&](std::vector<std::string> verb) {
    const auto program = started(std::move(verb));
    EXPECT_TRUE(soon([&] { return !descendants_of(program).empty() && catches(program, SIGTERM); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(1000));  // time for the library to begin its endless step
    const auto all = descendants_of(program);
    kill(program, SIGTERM);
    EXPECT_EQ(code_of(program), 130) << contents(in("err"));
    EXPECT_TRUE(soon([&] { return none_alive(all); }));
  };
  const auto method = library("hangs_in_step");
  hangs({"analyze", method});
  hangs({"order", "-p", "pendulum", "-m", method, "--steps", "1e-2,5e-3,2.5e-3,1e-3", "--t-end", "1"});
  hangs({"compare", method, "--quick"});
}

TEST_F(Processes, OfALibraryThatHangsWhenItIsLoadedDoNotOutliveTheProgram) {
  const auto program = started({"analyze", library("hangs_when_asked")});
  ASSERT_TRUE(soon([&] { return !children_of(program).empty(); }));
  const auto all = descendants_of(program);
  kill(program, SIGKILL);
  code_of(program);
  EXPECT_TRUE(soon([&] { return none_alive(all); }, 2));
}

// Fails if a continued study prints all of its many stored rows, so that the new rows are hard to find.
TEST_F(Processes, ManyRowsThatWereThereAreCounted) {
  std::string steps = "1/20";
  for (int i = 21; i < 140; ++i) steps += ",1/" + std::to_string(i);
  const auto study = [&](const std::string& all) {
    return "run -p pendulum -m erk4 --t-end 1 --steps " + all + " --store '" + in("s.db") + "'";
  };
  EXPECT_EQ(plumb(study(steps)).code, 0);
  const auto again = plumb(study(steps + ",1/150"));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, AllOf(HasSubstr("120 of 121 cells were already in"), HasSubstr("120 ok"), HasSubstr("1/150")));
  EXPECT_LT(std::count(again.out.begin(), again.out.end(), '\n'), 10);
  const auto whole = plumb(study(steps) + " --stored");
  EXPECT_GT(std::count(whole.out.begin(), whole.out.end(), '\n'), 120);
  const auto json = plumb(study(steps) + " --json");
  EXPECT_EQ(std::count(json.out.begin(), json.out.end(), '\n'), 120);
}

class DamagedStore : public Cli {
 protected:
  void SetUp() override {
    ASSERT_EQ(plumb(cells).code, 0);
    ids = {};
    for (const auto& run : Store(in("s.db"), Access::read_only).runs()) ids.push_back(id(run.cell));
    Sqlite(in("s.db"), Opening::read_write, std::chrono::seconds(1))
        .run("UPDATE runs SET result = replace(result, '.', '.1') WHERE cell_id = '" + ids[1] + "'");
  }

  const std::string cells = "run -p pendulum -m erk4,cd,ab4 -s 1e-2 --store '" + in("s.db") + "'";
  std::vector<std::string> ids;
};

TEST_F(DamagedStore, ExportsTheOthers) {
  const auto exported = plumb("export '" + in("s.db") + "'");
  EXPECT_EQ(exported.code, 4);
  EXPECT_EQ(std::count(exported.out.begin(), exported.out.end(), '\n'), 3);
  EXPECT_THAT(exported.err, AllOf(HasSubstr("omitted: 1 row of"), HasSubstr(ids[1])));
}

TEST_F(DamagedStore, RunsThatCellAgain) {
  const auto again = plumb(cells);
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.err, AllOf(HasSubstr("2 of 3 cells were in"), HasSubstr("was damaged and was run again")));
  EXPECT_EQ(plumb("export '" + in("s.db") + "'").code, 0);
}

TEST_F(DamagedStore, IsListedAndRepaired) {
  const auto listed = plumb("doctor '" + in("s.db") + "'");
  EXPECT_EQ(listed.code, 3);
  EXPECT_THAT(listed.out, AllOf(HasSubstr("2 sound runs"), HasSubstr(ids[1])));
  const auto repaired = plumb("doctor '" + in("s.db") + "' --repair");
  EXPECT_EQ(repaired.code, 0);
  EXPECT_THAT(repaired.err, HasSubstr("1 damaged row deleted"));
  EXPECT_THAT(plumb("doctor --repair"), Refuses(2, "--repair needs a store"));
}

TEST_F(DamagedStore, WithoutItsHeaderIsRebuilt) {
  {
    std::fstream file(in("s.db"), std::ios::binary | std::ios::in | std::ios::out);
    file << std::string(100, 'x');
  }
  EXPECT_THAT(plumb(cells), Refuses(3, "plumb doctor FILE --repair"));
  const auto repaired = plumb("doctor '" + in("s.db") + "' --repair");
  EXPECT_EQ(repaired.code, 0) << repaired.err;
  EXPECT_THAT(repaired.err, AllOf(HasSubstr("contains 2 runs recovered"), HasSubstr("s.db.damaged")));
  EXPECT_THAT(plumb(cells).err, HasSubstr("2 of 3 cells were in"));
}

}  // namespace
}  // namespace plumb
