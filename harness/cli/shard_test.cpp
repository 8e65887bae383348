// Tests of shards: parts of a study that run on separate machines. Together, the shards must equal the whole study.

#include <set>

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* study = R"(schema = 1
[[cells]]
problem = "pendulum"
formulation = ["ode", "index3"]
method = "erk4,hht,bdf2,radau-iia"
step = ["1e-2", "5e-3", "1/3"]
t_end = 1
)";

class Shards : public Cli {
 protected:
  Shards() {
    write("study.toml", study);
    write("one.toml",
          "schema = 1\n[[cells]]\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"erk4\"\nstep = "
          "\"1e-1\"\nt_end = 1\n");
  }

  std::string quoted(const char* name) const { return "'" + in(name) + "'"; }
  std::string run(const std::string& more) const { return "run " + quoted("study.toml") + " " + more; }

  static std::set<std::string> ids(const std::string& lines) {
    std::set<std::string> out;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) out.insert(Json::parse(line)["id"]);
    return out;
  }
};

// Fails if an empty shard (if there are more shards than cells) ends with an error code, or without a message.
TEST_F(Shards, MayBeEmpty) {
  int without = 0;
  for (const std::string i : {"1", "2", "3"}) {
    const auto ended = plumb("run " + quoted("one.toml") + " --json --shard " + i + "/3");
    EXPECT_EQ(ended.code, 0) << ended.err;
    if (ended.out.empty()) ++without;
    EXPECT_EQ(ended.out.empty(), ended.err.find("/3 has no cells") != std::string::npos) << ended.err;
  }
  EXPECT_EQ(without, 2);
}

// Fails if a merge ends with exit code 0 although the only row of a cell is damaged, or if a cell with a row in another
// store is reported as missing.
TEST_F(Shards, MergedWithDamagedRowsTellWhatIsLost) {
  ASSERT_EQ(plumb(run("--store " + quoted("whole.db"))).code, 0);
  fs::copy_file(in("whole.db"), in("damaged.db"));
  Sqlite(in("damaged.db"), Opening::read_write, std::chrono::seconds(1))
      .run("UPDATE runs SET result = '{}' WHERE cell_id = (SELECT min(cell_id) FROM runs)");
  const auto alone = plumb("merge --json " + quoted("alone.db") + " " + quoted("damaged.db"));
  EXPECT_EQ(alone.code, 4);
  EXPECT_EQ(Json::parse(alone.out).at("lost"), 1);
  const auto both = plumb("merge --json " + quoted("both.db") + " " + quoted("damaged.db") + " " + quoted("whole.db"));
  EXPECT_EQ(both.code, 0);
  EXPECT_EQ(Json::parse(both.out).at("damaged"), 1);
}

// Fails if a shard has a cell of another shard, if a cell is in no shard, or if the merged bits differ from a run on
// one machine.
TEST_F(Shards, MergedAreOneRun) {
  std::size_t count = 0;
  std::set<std::string> all;
  for (const std::string i : {"3", "1", "2"}) {
    const auto ended = plumb(run("--json --shard " + i + "/3 --store '" + in(("s" + i + ".db").c_str()) + "'"));
    const auto mine = ids(ended.out);
    EXPECT_GT(mine.size(), 4u) << ended.err;
    count += mine.size();
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(count, 24u);
  EXPECT_EQ(all.size(), 24u);
  const auto partly = plumb("merge " + quoted("all.db") + " " + quoted("s3.db") + " --study " + quoted("study.toml"));
  EXPECT_EQ(partly.code, 4);
  EXPECT_THAT(partly.err, AllOf(HasSubstr("no result of pendulum"), HasSubstr("without a result")));
  const auto inputs = quoted("s1.db") + " " + quoted("s2.db") + " " + quoted("s3.db");
  const auto merged = plumb("merge " + quoted("all.db") + " " + inputs + " --json --study " + quoted("study.toml"));
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(Json::parse(merged.out)["missing"], 0);
  ASSERT_EQ(plumb(run("--store " + quoted("one.db"))).code, 0);
  EXPECT_EQ(plumb("diff " + quoted("one.db") + " " + quoted("all.db")).code, 0);
  EXPECT_THAT(plumb(run("--store " + quoted("all.db"))).err, HasSubstr("24 of 24 cells were in"));
}

TEST_F(Shards, AConflictNamesTheCellAndBothValues) {
  ASSERT_EQ(plumb(run("--store " + quoted("a.db"))).code, 0);
  std::filesystem::copy_file(in("a.db"), in("b.db"));
  const auto runs = Store(in("b.db"), Access::read_only).runs();
  auto changed = runs.front();
  changed.result.counters.steps = 7;
  Store(in("b.db")).put(changed.cell, changed.source_fingerprint, changed.result);
  EXPECT_THAT(plumb("merge " + quoted("a.db") + " " + quoted("b.db")),
              Refuses(1, "cell " + id(changed.cell) + " (pendulum"));
  EXPECT_THAT(contents(in("err")), HasSubstr("differ in steps: 7 in this store, "));
  EXPECT_THAT(plumb("merge " + quoted("new.db") + " " + quoted("none.db")), Refuses(3, "there is no such store"));
  EXPECT_FALSE(std::filesystem::exists(in("new.db")));
}

// Fails if an estimate runs a cell, creates a store, or counts stored cells as cells to run.
TEST_F(Shards, AnEstimateRunsNothing) {
  const auto before = plumb(run("--estimate --store " + quoted("a.db")));
  EXPECT_EQ(before.code, 0) << before.err;
  EXPECT_THAT(before.out, AllOf(HasSubstr("to run      24"), HasSubstr("core time"), HasSubstr("memory")));
  EXPECT_FALSE(std::filesystem::exists(in("a.db")));
  ASSERT_EQ(plumb(run("--shard 1/2 --store " + quoted("a.db"))).code, 0);
  const auto after = Json::parse(plumb(run("--estimate --json --store " + quoted("a.db"))).out);
  const auto shard = Json::parse(plumb(run("--estimate --json --shard 2/2")).out);
  EXPECT_EQ(after["to_run"], shard["cells"]);
  EXPECT_EQ(after["core_seconds"], shard["core_seconds"]);
  EXPECT_EQ(after["cells"], 24);
}

TEST_F(Shards, MistakesAreRefused) {
  EXPECT_THAT(plumb(run("--shard 3/2")), Refuses(2, "there are 2 shards"));
  EXPECT_THAT(plumb(run("--shard x")), Refuses(2, "I/N with 1 <= I <= N"));
  EXPECT_THAT(plumb("slurm " + quoted("study.toml") + " --time never"), Refuses(2, "--time: 'never' is not allowed"));
  EXPECT_THAT(plumb("slurm " + quoted("study.toml") + " --mem 1X"), Refuses(2, "--mem: '1X' is not allowed"));
  EXPECT_THAT(plumb("slurm " + quoted("study.toml") + " --sbatch=x"), Refuses(2, "an option of sbatch"));
}

// Fails if a script is not valid bash, lacks a limit or an option of sbatch, or does not quote a path with blanks and
// quotation marks.
TEST_F(Shards, SlurmScriptsSayWhatTheClusterHasToKnow) {
  const std::string out = in("it's \"mine\"");
  const auto ended = plumb("slurm " + quoted("study.toml") + " --shards 3 --partition short --at-once 2 --cpus 2 " +
                           "--sbatch=--qos=low --json --out '" + in("it'\\''s \"mine\"") + "'");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto reported = Json::parse(ended.out);
  EXPECT_EQ(reported["folder"], out);
  EXPECT_EQ(reported["shards"], 3);
  const auto array = contents(out + "/array.sbatch"), merge = contents(out + "/merge.sbatch");
  for (const std::string& line :
       {std::string("--array=1-3%2"), std::string("--cpus-per-task=2"), std::string("--requeue"),
        std::string("--signal=B:TERM@60"), "--time=" + reported["time"].get<std::string>(),
        "--mem=" + reported["memory"].get<std::string>(), std::string("--partition=short"), std::string("--qos=low")})
    EXPECT_THAT(array, HasSubstr("\n#SBATCH " + line + "\n"));
  EXPECT_THAT(merge, AllOf(HasSubstr("#SBATCH --partition=short"), Not(HasSubstr("--array"))));
  for (const char* name : {"array.sbatch", "merge.sbatch", "submit"})
    EXPECT_EQ(shell("bash -n \"" + in("it's \\\"mine\\\"") + "/" + name + "\"").code, 0) << name;
  EXPECT_EQ(plumb("slurm " + quoted("study.toml") + " --out '" + in("it'\\''s \"mine\"") + "'").code, 0) << "again";
}

/// Bash replacements of sbatch and scontrol, which run the tasks on this machine. Each task receives a stop signal when
/// it runs for the first time.
constexpr const char* cluster = R"(
sbatch() {
  [[ $1 == --parsable ]] && shift
  [[ $1 == --dependency=afterany:7 ]] && { bash "$2" >&2; echo "8;here"; return; }
  local task
  for task in 1 2; do
    SLURM_JOB_ID=$task SLURM_ARRAY_TASK_ID=$task SLURM_RESTART_COUNT=0 bash "$1" >&2 & pid=$!
    while [[ ! -e "$FOLDER/shards/$task.db" ]]; do sleep 0.02; done
    kill -TERM $pid 2>/dev/null
    wait $pid
    [[ -e "$FOLDER/requeued-$task" ]] || continue
    SLURM_JOB_ID=$task SLURM_ARRAY_TASK_ID=$task SLURM_RESTART_COUNT=1 bash "$1" >&2
  done
  echo "7;here"
}
scontrol() { touch "$FOLDER/requeued-$2"; }
export -f sbatch scontrol
)";

// Fails if a stopped task is lost, is not queued again, or does not continue from its store.
TEST_F(Shards, AStoppedTaskIsQueuedAgainAndGoesOn) {
  write("long.toml",
        "schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'index3'\nmethod = 'bdf2,hht,radau-iia'\n"
        "step = ['1e-3', '5e-4', '2.5e-4', '2e-4']\nt_end = 5\n");
  ASSERT_EQ(plumb("slurm " + quoted("long.toml") + " --shards 2 --out " + quoted("jobs")).code, 0);
  const auto ended =
      shell(std::string(cluster) + "export FOLDER=" + quoted("jobs") + "; bash " + quoted("jobs/submit"));
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("7 8\n"));
  EXPECT_TRUE(std::filesystem::exists(in("jobs/requeued-1")) || std::filesystem::exists(in("jobs/requeued-2")))
      << ended.err;
  EXPECT_EQ(stored(in("jobs/long.db")), 12u) << ended.err;
}

}  // namespace
}  // namespace plumb
