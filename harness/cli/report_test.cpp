// plumb report is tested with the commands of a user: its files, refusals and messages, and its pages in a browser.

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/report/drawing_library.hpp"
#include "harness/report/formula_library.hpp"

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
    if (std::ranges::none_of(places_of_katex(), is_there)) GTEST_SKIP() << "no libjs-katex";
  }

  /// Runs about a hundred cells: orders, failures, several formulations.
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

  /// Makes runs with stored motions and animations, and the folders of these.
  void run_and_keep() const {
    write("kept.toml", R"toml(schema = 1
[[cells]]
problem = "pendulum(rate=2)"
formulation = ["ode", "index3"]
method = ["hht", "bdf2"]
step = "1e-2"
t_end = 1
samples = 20
)toml");
    const auto kept = plumb("run " + in("kept.toml") + " --store " + in("kept.db") + " --trajectory " + in("motions") +
                            " --animate " + in("animations"));
    ASSERT_EQ(kept.code, 0) << kept.err;
  }

  /// Adds a run whose reason and note contain markup and scripts.
  void add_hostile_run() const {
    Store store(in("study.db"));
    auto run = store.runs().front();
    run.cell.t_end = "3";
    run.result.status = Status::crashed;
    run.result.reason = "<img src=x onerror='window.hostile=1'></script><script>window.hostile=2</script>";
    run.result.note = "\"><svg onload=window.hostile=3>";
    store.put(run.cell, run.source_fingerprint, run.result);
  }

  /// Writes verdicts, audits and a figure, as by another user. Their texts contain markup.
  void write_papers() const {
    write("verdicts.json", R"json([{"paper": "k2020", "item": "table-1", "row": "h=1", "column": "A", "published": 0.25,
    "measured": 0.2501, "ratio": 1, "verdict": "match", "note": "<script>window.hostile=4</script>"},
    {"paper": "k2020", "item": "claims", "id": "c", "where": "section 1", "says": "<img src=x onerror=window.hostile=5>",
     "verdict": "holds", "evidence": [], "note": ""}])json");
    write("audits.json",
          R"json([{"file": "<img src=x onerror=window.hostile=6>", "values": [{"problem": "pendulum", "t": "1",
    "component": "<script>window.hostile=7</script>", "published": "1.5", "reference": "1.25", "printed": 2, "holding": 0,
    "verdict": "differs"}]}])json");
    fs::create_directories(in("figures/k2020"));
    write("figures/k2020/figure-1.csv", "t,<img src=x onerror=window.hostile=8> x\n0,1\n1,2\n");
    write("figures/k2020/figure-1.json",
          R"json({"title": "<script>window.hostile=9</script>", "kind": "trajectory", "columns": [
    {"column": "t", "curve": null, "quantity": null, "certified": false}, {"column": "<img src=x onerror=window.hostile=8> x",
     "curve": "<img src=x onerror=window.hostile=8>", "quantity": "x", "certified": false}]})json");
  }

  /// Writes small versions of the output of compare, check and history.
  void write_other_outputs() const {
    Json runs = Json::array();
    for (const std::string method : {"bdf2", "hht", "erk4", "<img src=x onerror=window.hostile=10>"})
      for (const double step : {0.1, 0.01})
        runs.push_back({{"arena", "pendulum ode"},
                        {"method", method},
                        {"role", method == "bdf2" ? "judged" : "catalogue"},
                        {"step", step},
                        {"rtol", nullptr},
                        {"status", "ok"},
                        {"error", step},
                        {"cost", 10 / step},
                        {"reason", nullptr}});
    write("compare.json", R"json({"methods": [{"method": "bdf2", "sections": [{"id": "families",
      "title": "<script>window.hostile=11</script>", "rows": [{"beside": "<b>", "within 1": "0.5", "2": "1.0", "10": "1.0"}],
      "notes": ["<i>"]}]}], "runs": )json" +
                              runs.dump() + "}");
    write("check.json",
          R"json({"exit": 1, "measured": 3, "as_before": 1, "counts": {"worse": 1, "better": 1}, "findings": [
      {"grade": "worse", "area": "cells", "request": "<img src=x onerror=window.hostile=12>", "name": "end.q", "before": 1,
       "after": 2, "says": "twice", "command": "plumb check"},
      {"grade": "better", "area": "orders", "request": "r", "name": "order.q", "before": 1, "after": 2, "says": "more",
       "command": "plumb check"}]})json");
    write("history.json", R"json([{"request": "<s>", "name": "end.q", "spans": [{"value": 1e-5, "checks": 2,
      "first": {"when": "2024-01-01T00:00:00Z", "commit": "0123456789abcdef", "machine": "<u>"},
      "last": {"when": "2024-01-05T00:00:00Z", "commit": "0123456789abcdef", "machine": "<u>"}}]}])json");
  }

  /// Returns the data of a page: the second line of its script.
  Json data(const std::string& name) const {
    const auto script = contents(in(("site/data/" + name + ".js").c_str()));
    const auto begin = script.find('\n') + 1;
    return Json::parse(script.substr(begin, script.find('\n', begin) - begin));
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
  EXPECT_GT(data("orders")["count"], 20);
  const auto json = Json::parse(plumb("report " + in("study.db") + " --out " + in("site") + " --json").out);
  EXPECT_EQ(json["cells"], 126);
}

// Fails if the command shown for a run is refused, or is the command of another cell.
TEST_F(ReportVerb, TellsTheCommandThatRepeatsARun) {
  run_some();
  ASSERT_EQ(plumb("report " + in("study.db") + " --out " + in("site")).code, 0);
  const auto again = shell(first_command("site") + " --json");
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(Json::parse(again.out)["id"], data("cells")["id"][0]);
}

// The slopes must equal the slopes of `plumb order`.
TEST_F(ReportVerb, JudgesOrdersAsTheVerbDoes) {
  run_some();
  ASSERT_EQ(plumb("report " + in("study.db") + " --out " + in("site")).code, 0);
  const auto requested =
      plumb("order -p pendulum -f ode -m erk4 --steps 4e-2,2e-2,1e-2,5e-3,2.5e-3 --t-end 1 --samples 5 --json");
  const auto expected = Json::parse(requested.out).front();
  const auto all = data("orders"), cells = data("cells");
  const auto word = [&](const char* name, std::size_t k) {
    const auto& words = all["words"][name];
    return words["values"][words["of"][k].get<std::size_t>()];
  };
  for (std::size_t k = 0; k < all["count"]; ++k) {
    if (word("problem", k) != "pendulum" || word("method", k) != "erk4" || word("formulation", k) != "ode") continue;
    if (word("class", k) != expected["class"]) continue;
    EXPECT_EQ(word("verdict", k), expected["verdict"]);
    EXPECT_EQ(all["expected"][k], expected["expected"]);
    EXPECT_NEAR(all["order"][k].get<double>(), expected["order"].get<double>(), 1e-5);
    ASSERT_EQ(all["error"][k].size(), expected["points"].size());
    for (std::size_t i = 0; i < expected["points"].size(); ++i) {
      const auto& point = expected["points"][i];
      const auto error = point["error"].get<double>();
      EXPECT_NEAR(all["error"][k][i].get<double>(), error, 1e-5 * error);
      EXPECT_EQ(cells["step"][all["cells"][k][i].get<std::size_t>()], point["h"]);
      EXPECT_EQ(all["in_window"][k].get<std::string>()[i] == '1', point["in_window"].get<bool>());
      EXPECT_EQ(word("marks", k)[i], point["mark"]);
    }
    return;
  }
  FAIL() << "no such series";
}

// Fails if the page of a run has another motion than the file, or an energy error that is none of its metrics.
TEST_F(ReportVerb, ShowsTheMotionsThatWereKept) {
  run_and_keep();
  const auto made = plumb("report " + in("kept.db") + " --motions " + in("motions") + " --motions " + in("animations") +
                          " --out " + in("site"));
  ASSERT_EQ(made.code, 0) << made.err;
  const Store store(in("kept.db"), Access::read_only);
  std::size_t seen = 0;
  for (const auto& run : store.runs()) {
    const std::string name = id(run.cell);
    const auto script = contents(in(("site/data/kept/" + name + ".js").c_str()));
    const auto kept = Json::parse(script.substr(script.find(',') + 1, script.rfind(')') - script.find(',') - 1));
    EXPECT_EQ(kept["t"].size(), 21U);
    EXPECT_EQ(kept["samples"], 21);
    EXPECT_EQ(kept["t"].back(), 1.0);
    for (const auto& group : kept["groups"])
      for (const auto& column : group["columns"]) EXPECT_EQ(column["values"].size(), 21U) << group["name"];
    EXPECT_EQ(kept["groups"][1]["name"], "energy");
    const auto energy_end = std::abs(kept["groups"][1]["columns"][0]["values"].back().get<double>());
    EXPECT_NEAR(energy_end, run.result.metrics.at("energy.end").value(), 1e-12 + 1e-6 * energy_end);
    EXPECT_THAT(contents(in(("site/picture/" + name + ".svg").c_str())), HasSubstr("<animate"));
    ++seen;
  }
  EXPECT_EQ(seen, 4U);
  const auto one = fs::directory_iterator(in("motions"))->path();
  fs::copy_file(one, in("motions/other"));
  for (const auto& entry : fs::directory_iterator(in("motions")))
    if (entry.path() != one && entry.path().extension() == ".h5")
      fs::copy_file(one, entry.path(), fs::copy_options::overwrite_existing);
  EXPECT_THAT(plumb("report " + in("kept.db") + " --motions " + in("motions") + " --out " + in("site")),
              Refuses(2, "is not the trajectory of the run"));
}

// Fails if a changed or missing run is not on the page of changes, or if an unchanged run is.
TEST_F(ReportVerb, ShowsWhatChangedSinceAnEarlierStore) {
  run_some();
  fs::copy_file(in("study.db"), in("old.db"));
  {
    Store store(in("study.db"));
    const auto runs = store.runs();
    auto run = *std::ranges::find_if(runs, [](const StoredRun& one) { return one.result.status == Status::ok; });
    run.result.status = Status::crashed;
    run.result.reason = "out of order";
    store.put(run.cell, run.source_fingerprint, run.result);
  }
  add_hostile_run();
  const auto made = plumb("report " + in("study.db") + " --before " + in("old.db") + " --out " + in("site"));
  ASSERT_EQ(made.code, 0) << made.err;
  const auto changes = data("changes");
  EXPECT_EQ(changes["before"]["name"], "old.db");
  EXPECT_EQ(changes["both"], 126);
  EXPECT_EQ(changes["identical"], 125);
  ASSERT_EQ(changes["changed"].size(), 1U);
  EXPECT_EQ(changes["changed"][0][1], changes["order"][0]) << "fails now";
  EXPECT_EQ(changes["only_after"].size(), 1U);
  EXPECT_THAT(plumb("report --before " + in("old.db") + " --out " + in("site")), Refuses(2, "--before"));
  EXPECT_THAT(plumb("report " + in("study.db") + " --before " + in("no.db") + " --out " + in("site")),
              Refuses(3, "there is no such store"));
}

TEST_F(ReportVerb, RefusesWhatIsNoSite) {
  write("file", "text");
  EXPECT_THAT(plumb("report missing.db --out " + in("site")), Refuses(3, "there is no such store"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --plotly " + in("file")), Refuses(2, "this is not plotly.js"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --papers " + in("file")), Refuses(2, "--papers"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --audits " + in("file")), Refuses(2, "--audits"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --motions " + in("nowhere")),
              Refuses(2, "there is no such folder"));
  EXPECT_THAT(plumb("report --out " + in("site") + " --figures " + in("nowhere")),
              Refuses(2, "there is no such folder"));
  write("list.json", "[1]");
  for (const char* option : {"--compare", "--check", "--histories"})
    EXPECT_THAT(plumb("report --out " + in("site") + " " + option + " " + in("list.json")), Refuses(2, option));
  EXPECT_EQ(plumb("report --out " + in("site") + " --katex " + in("nowhere")).code, 2);
  fs::create_directories(in("figures/paper"));
  write("figures/paper/figure-1.csv", "t,x\n0,1\n");
  write("figures/paper/figure-1.json", "{}");
  EXPECT_THAT(plumb("report --out " + in("site") + " --figures " + in("figures")),
              Refuses(2, "not the description of a figure"));
  fs::create_directory(in("mine"));
  write("mine/index.html", "<html>somebody's</html>");
  EXPECT_EQ(plumb("report --out " + in("mine")).code, 2);
  EXPECT_EQ(contents(in("mine/index.html")), "<html>somebody's</html>");
}

// Fails on a message of the console, a network request, a page wider than its window, a control without a name, or
// a filter, click, key or file without its stated effect.
TEST_F(ReportVerb, WorksInABrowser) {
  run_some();
  fs::copy_file(in("study.db"), in("old.db"));
  add_hostile_run();
  write_papers();
  write_other_outputs();
  run_and_keep();
  ASSERT_EQ(plumb("reproduce fernandez2024/figure-3 --out " + in("figures")).code, 0);
  ASSERT_EQ(plumb("reproduce fernandez2024/figure-5 --out " + in("figures") + " --store " + in("study.db")).code, 0);
  const auto made =
      plumb("report " + in("study.db") + " " + in("kept.db") + " --before " + in("old.db") + " --papers " +
            in("verdicts.json") + " --figures " + in("figures") + " --audits " + in("audits.json") + " --motions " +
            in("motions") + " --motions " + in("animations") + " --compare " + in("compare.json") + " --check " +
            in("check.json") + " --histories " + in("history.json") + " --out " + in("site"));
  ASSERT_EQ(made.code, 0) << made.err;
  const auto detected =
      shell("/usr/bin/python3 harness/report/testing/site_in_browser.py " + in("site") + " " + in("saved"));
  if (detected.code == 77) GTEST_SKIP() << detected.out;
  EXPECT_EQ(detected.code, 0) << detected.out << detected.err;
}

}  // namespace
}  // namespace plumb
