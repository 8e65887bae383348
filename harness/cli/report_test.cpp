// plumb report as a user meets it: what it writes, refuses and says, and its pages in a browser.

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/report/drawing_library.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class ReportVerb : public Cli {
 protected:
  void SetUp() override {
    const auto is_there = [](const fs::path& file) { return fs::exists(file); };
    if (std::ranges::none_of(places_of_plotly(), is_there)) GTEST_SKIP() << "no python3-plotly";
  }

  /// Some hundred cells: orders, failures, several formulations.
  void run_some() const {
    write("study.toml", R"toml(schema = 1
[[cells]]
problem = ["pendulum", "oscillator", "pendulum(rate=2)"]
formulation = "ode"
method = ["erk4", "bdf2", "radau-iia", "hht", "lms2(rho=0,0.6)"]
step = ["4e-2", "2e-2", "1e-2", "5e-3", "2.5e-3"]
t_end = 1
samples = 5
[[cells]]
problem = "pendulum"
formulation = ["index1", "index2", "index3"]
method = ["erk4", "bdf2", "hht"]
step = ["4e-2", "2e-2", "1e-2", "5e-3"]
t_end = 1
samples = 5
)toml");
    ASSERT_THAT(plumb("run " + in("study.toml") + " --store " + in("study.db")).code, testing::AnyOf(0, 1, 4));
  }

  /// A run whose reason and note try to be markup and scripts.
  void add_hostile_run() const {
    Store store(in("study.db"));
    auto run = store.runs().front();
    run.cell.t_end = "3";
    run.result.status = Status::crashed;
    run.result.reason = "<img src=x onerror='window.hostile=1'></script><script>window.hostile=2</script>";
    run.result.note = "\"><svg onload=window.hostile=3>";
    store.put(run.cell, run.source_fingerprint, run.result);
  }

  std::string first_command(const std::string& site) const {
    const auto cells = contents(in((site + "/data/cell/0.js").c_str()));
    const auto begin = cells.find("plumb run");
    return cells.substr(begin, cells.find('"', begin) - begin);
  }
};

TEST_F(ReportVerb, WritesASiteOfAStore) {
  run_some();
  const auto made = plumb("report " + in("study.db") + " --out " + in("site"));
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, AllOf(HasSubstr("site/index.html: 126 cells in "), HasSubstr(" files")));
  for (const char* page : {"index", "matrix", "work", "order", "methods", "problems", "about", "method/erk4",
                           "problem/pendulum", "problem/squeezer"})
    EXPECT_THAT(contents(in((std::string("site/") + page + ".html").c_str())), HasSubstr("<h1>")) << page;
  const auto orders = Json::parse(contents(in("site/data/orders.json")));
  EXPECT_GT(orders["orders"].size(), 20U);
  const auto json = Json::parse(plumb("report " + in("study.db") + " --out " + in("site") + " --json").out);
  EXPECT_EQ(json["cells"], 126);
}

// Fails if the command beside a run is refused, or is that of another cell.
TEST_F(ReportVerb, TellsTheCommandThatRepeatsARun) {
  run_some();
  ASSERT_EQ(plumb("report " + in("study.db") + " --out " + in("site")).code, 0);
  const auto again = shell(first_command("site") + " --json");
  ASSERT_EQ(again.code, 0) << again.err;
  const auto cells = Json::parse(contents(in("site/data/cells.json")));
  EXPECT_EQ(Json::parse(again.out)["id"], cells["id"][0]);
}

// The slopes are those of `plumb order`.
TEST_F(ReportVerb, JudgesOrdersAsTheVerbDoes) {
  run_some();
  ASSERT_EQ(plumb("report " + in("study.db") + " --out " + in("site")).code, 0);
  const auto asked =
      plumb("order -p pendulum -f ode -m erk4 --steps 4e-2,2e-2,1e-2,5e-3,2.5e-3 --t-end 1 --samples 5 --json");
  const auto wanted = Json::parse(asked.out).front();
  const auto all = Json::parse(contents(in("site/data/orders.json")));
  for (const auto& series : all["orders"]) {
    if (series["problem"] != "pendulum" || series["method"] != "erk4" || series["formulation"] != "ode") continue;
    if (series["class"] != wanted["class"]) continue;
    for (const char* key : {"order", "window", "verdict", "expected", "points"})
      EXPECT_EQ(series[key], wanted[key]) << key;
    return;
  }
  FAIL() << "no such series";
}

TEST_F(ReportVerb, RefusesWhatIsNoSite) {
  write("file", "text");
  EXPECT_THAT(plumb("report missing.db --out " + in("site")), Refuses(3, "there is no such store"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --plotly " + in("file")), Refuses(2, "this is no plotly.js"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --papers " + in("file")), Refuses(2, "--papers"));
  fs::create_directory(in("mine"));
  write("mine/index.html", "<html>somebody's</html>");
  EXPECT_EQ(plumb("report --out " + in("mine")).code, 2);
  EXPECT_EQ(contents(in("mine/index.html")), "<html>somebody's</html>");
}

// Fails on a message of the console, a request to anywhere, a page wider than its window, a control without a name, or
// a filter, click, key or file that does not do what it says.
TEST_F(ReportVerb, WorksInABrowser) {
  run_some();
  add_hostile_run();
  write("verdicts.json", R"json([{"paper": "k2020", "item": "table-1", "row": "h=1", "column": "A", "published": 0.25,
    "measured": 0.2501, "ratio": 1, "verdict": "match", "note": "<script>window.hostile=4</script>"},
    {"paper": "k2020", "item": "claims", "id": "c", "where": "section 1", "says": "<img src=x onerror=window.hostile=5>",
     "verdict": "holds", "evidence": [], "note": ""}])json");
  const auto made = plumb("report " + in("study.db") + " --papers " + in("verdicts.json") + " --out " + in("site"));
  ASSERT_EQ(made.code, 0) << made.err;
  const auto seen =
      shell("/usr/bin/python3 harness/report/testing/site_in_browser.py " + in("site") + " " + in("saved"));
  if (seen.code == 77) GTEST_SKIP() << seen.out;
  EXPECT_EQ(seen.code, 0) << seen.out << seen.err;
}

}  // namespace
}  // namespace plumb
