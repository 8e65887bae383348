// Sites show the contents of the stores, and equal stores give equal bytes. A browser never executes a text from a
// store.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "harness/cell/resolve.hpp"
#include "harness/report/audited_values.hpp"
#include "harness/report/command_line.hpp"
#include "harness/report/page.hpp"
#include "harness/report/paper_pages.hpp"
#include "harness/report/report.hpp"
#include "harness/report/site_data.hpp"
#include "harness/report/stored_digits.hpp"
#include "harness/store/testing/store_folder.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* hostile = "</script><script>alert('1')</script><img src=x onerror=alert(2)>";

class Report : public testing::Test {
 protected:
  static StoredRun run(const char* method, const char* step, RunResult result, const char* created = "2024-01-01") {
    Cell cell;
    cell.problem = "pendulum";
    cell.problem_parameters = "length=1,mass=1,gravity=9.81,angle=0,rate=2";
    cell.formulation = "index3";
    cell.method = method;
    cell.step = step;
    cell.t_end = "1";
    cell.samples = default_samples;
    return {cell, "build", std::move(result), created};
  }
  static RunResult ended(double error) {
    RunResult out;
    out.t_reached = 1;
    out.metrics = {{"end.q", error}, {"re.q", std::nullopt}};
    out.counters.newton_iterations = 17;
    out.environment = {{"commit", "abc"}, {"date", "2024-01-01"}, {"load", 0.5}};
    return out;
  }
  static RunResult failed(const char* reason) {
    RunResult out;
    out.status = Status::singular;
    out.reason = reason;
    out.t_reached = 0.25;
    return out;
  }
  static GatheredRuns gathered(const std::vector<StoredRun>& runs) {
    GatheredRuns out;
    for (const auto& one : runs) out.add(one);
    out.end();
    return out;
  }
  static DrawingLibrary library() { return {"/**\n* plotly.js v0.0.0\n*/", "0.0.0", "/**\n* plotly.js v0.0.0\n*/"}; }

  /// Returns the contents of all files of a folder, by their names in it.
  static std::map<std::string, std::string> files(const fs::path& folder) {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream stream(entry.path());
      std::ostringstream text;
      text << stream.rdbuf();
      out[fs::relative(entry.path(), folder).string()] = text.str();
    }
    return out;
  }
  fs::path written(const char* name, GatheredRuns runs) const {
    ReportContents contents;
    contents.runs = std::move(runs);
    contents.drawing = library();
    write_report(contents, folder / name);
    return folder / name;
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

TEST_F(Report, HasTheNumbersOfTheRuns) {
  const auto runs = gathered({run("hht", "1e-2", ended(0.1234567890123456789)), run("hht", "5e-3", failed("why"))});
  ASSERT_EQ(runs.runs().size(), 2U);
  const auto cells = cells_json(runs);
  EXPECT_EQ(cells["count"], 2);
  EXPECT_EQ(cells["step"], Json({0.01, 0.005}));
  EXPECT_EQ(cells["words"]["status"]["values"], Json({"ok", "singular"}));
  EXPECT_EQ(cells["words"]["status"]["of"], Json({0, 1}));
  EXPECT_EQ(cells["words"]["problem"]["values"], Json({"pendulum(rate=2)"}));
  const auto details = details_json(runs, 0);
  ASSERT_NE(runs.column("end.q"), nullptr);
  EXPECT_EQ(runs.column("re.q"), nullptr) << "no run has it";
  const auto at = runs.column("end.q") - runs.columns().data();
  const auto place = std::ranges::find(details["quantities"], Json(at)) - details["quantities"].begin();
  EXPECT_EQ(details["numbers"][static_cast<std::size_t>(place)], Json({0.1234567890123456789, nullptr}));
  EXPECT_EQ(details["commands"].size(), 2U);
  EXPECT_THAT(quantity_text(*runs.column("end.q")), HasSubstr(R"("values":[0.123457,null])"));
  EXPECT_EQ(runs.column("newton_iterations")->values[0], 17);
}

TEST_F(Report, KeepsTheNewerOfTwoRunsOfACell) {
  auto newer = ended(2);
  newer.metrics.erase("re.q");
  const auto runs = gathered({run("hht", "1e-2", newer, "2025"), run("hht", "1e-2", ended(1), "2024")});
  EXPECT_EQ(runs.superseded(), 1U);
  EXPECT_THAT(runs.column("end.q")->values, ElementsAre(2));
  newer.environment["commit"] = "def";
  const auto rebuilt = gathered({run("hht", "1e-2", ended(1), "2024"), run("hht", "1e-2", newer, "2025")});
  EXPECT_EQ(rebuilt.environments().size(), 1U) << "of the older run";
  const auto in_turn = gathered({run("hht", "1e-2", ended(1), "2024"), run("hht", "1e-2", failed(""), "2025")});
  EXPECT_EQ(in_turn.runs().front().status, Status::singular);
  EXPECT_EQ(quantity_text(in_turn.columns().front()).find("1]"), std::string::npos) << "of the older run";
}

// Fails if a site depends on the order of runs, or contains dates or loads in the data that all runs share.
TEST_F(Report, IsTheSameForTheSameRuns) {
  const std::vector<StoredRun> all = {run("hht", "1e-2", ended(1)), run("bdf2", "1e-2", ended(2)),
                                      run("bdf2", "5e-3", failed("why"))};
  const auto one = files(written("one", gathered(all)));
  EXPECT_EQ(one, files(written("two", gathered({all.rbegin(), all.rend()}))));
  EXPECT_GT(one.size(), 20U);
  EXPECT_THAT(one.at("data/index.js"), Not(HasSubstr("2024-01-01")));
}

// Fails if data are in two files, or if other programs cannot read the second line of a script as JSON.
TEST_F(Report, WritesDataOnce) {
  const auto all = files(written("site", gathered({run("hht", "1e-2", ended(1))})));
  for (const auto& [name, text] : all) {
    if (!name.starts_with("data/")) continue;
    EXPECT_TRUE(name.ends_with(".js")) << name;
    const auto begin = text.find('\n') + 1;
    EXPECT_TRUE(Json::accept(text.substr(begin, text.find('\n', begin) - begin))) << name;
  }
}

// Fails if the cost of a run is not that of `plumb compare`: evaluations + 3/2 Jacobians + n/18 factorisations + 1/6
// solutions, with n = 5 for 3 velocities and 2 multipliers.
TEST_F(Report, CountsTheCostOfARun) {
  auto counted = ended(1);
  counted.linear_algebra = "dense";
  counted.counters.residual_evaluations = 17;
  counted.counters.jacobian_evaluations = 4;
  counted.counters.factorizations = 6;
  counted.counters.linear_solves = 12;
  const auto runs = gathered({run("hht", "1e-2", counted)});
  ASSERT_NE(runs.column("cost"), nullptr);
  EXPECT_DOUBLE_EQ(runs.column("cost")->values[0], 17 + 1.5 * 4 + 6. * 5 / 18 + 12. / 6);
}

TEST_F(Report, ReplacesAnEarlierSiteAndNothingElse) {
  written("site", gathered({run("hht", "1e-2", ended(1))}));
  const auto before = files(folder / "site");
  EXPECT_TRUE(before.contains("data/cell/0.js"));
  written("site", GatheredRuns());
  EXPECT_FALSE(files(folder / "site").contains("data/cell/0.js")) << "of the earlier site";
  std::ofstream(folder / "site" / "matrix.html") << "a page of somebody";
  EXPECT_THROW(written("site", GatheredRuns()), UsageError);
  EXPECT_EQ(files(folder / "site").at("matrix.html"), "a page of somebody");
}

TEST_F(Report, EscapesWhatStoresSay) {
  EXPECT_EQ(html_text("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  auto hostile_metric = ended(1);
  hostile_metric.metrics[hostile] = 3;
  const auto all = files(written(
      "site", gathered({run("hht", "1e-2", failed(hostile)), run(hostile, "1e-2", std::move(hostile_metric))})));
  for (const auto& [name, text] : all) {
    if (name.ends_with(".html")) {
      EXPECT_THAT(text, Not(HasSubstr("alert("))) << name;
    }
    if (name.ends_with(".js") && name.starts_with("data/")) {
      EXPECT_TRUE(Json::accept(text.substr(text.find(',') + 1, text.rfind(')') - text.find(',') - 1))) << name;
    }
  }
  EXPECT_THAT(all.at("data/cells.js"), HasSubstr("alert('1')"));
}

TEST_F(Report, TellsTheCommandOfARun) {
  auto cell = run("hht", "0.0100", ended(1)).cell;
  EXPECT_EQ(command_line(cell, "pendulum(rate=2)", "hht"),
            "plumb run -p 'pendulum(rate=2)' -f index3 -m hht -s 0.01 --t-end 1");
  EXPECT_EQ(changed_settings(cell), "");
  cell.newton_tol = "1e-10";
  cell.samples = 7;
  cell.precision = Precision::quad_;
  EXPECT_THAT(command_line(cell, "p", "it's"), AllOf(HasSubstr(" --newton-tol 1e-10"), HasSubstr(" --samples 7"),
                                                     HasSubstr(" --precision quad"), HasSubstr(R"( -m 'it'\''s' )")));
}

TEST_F(Report, ShowsPrintedNumbersBesideMeasuredOnes) {
  const auto verdicts = Json::parse(R"json([
    {"paper": "k2020", "item": "table-1", "row": "h=1", "column": "A", "published": 0.25, "measured": 0.2501,
     "ratio": 1, "verdict": "match", "note": ""},
    {"paper": "k2020", "item": "table-1", "row": "h=1", "column": "<b>", "published": "singular", "measured": 3,
     "ratio": null, "verdict": "differs", "note": "<script>alert(1)</script>"},
    {"paper": "k2020", "item": "claims", "id": "c", "where": "section 1", "says": "It <holds>.", "verdict": "holds",
     "turns_at_factor": 3.5, "evidence": [{"check": "a < b", "measured": 1, "outcome": "passed"}], "note": ""}])json");
  ReportContents contents;
  add_papers(verdicts, {{"k2020", {"A title", "A. Author", "A journal", "", {{"table-1", "Errors"}}}}}, contents);
  ASSERT_EQ(contents.paper_pages.size(), 1U);
  const auto& page = contents.paper_pages.front();
  EXPECT_EQ(page.title, "A title");
  EXPECT_THAT(page.html, AllOf(HasSubstr("Of 2 printed numbers, 1 confirmed and 1 differ: 1 match, 1 differs."),
                               HasSubstr("table-1: Errors"), HasSubstr("0.25"), HasSubstr("It &lt;holds&gt;."),
                               HasSubstr("3.5"), Not(HasSubstr("<script>")), Not(HasSubstr("<b>h"))));
  EXPECT_EQ(contents.papers[0]["hold"], 1);
  EXPECT_THROW(add_papers(Json::object(), {}, contents), FormatError);
  EXPECT_THROW(add_papers(Json::parse(R"([{"paper": "../x", "item": "1", "verdict": "match"}])"), {}, contents),
               FormatError);
}

// Fails if a paper without verdicts looks as if no number was confirmed, or if numbers that neither hold nor differ
// are not counted.
TEST_F(Report, CountsEveryNumberOfAPaper) {
  PaperFacts facts;
  facts.figures = {PaperFigure{.item = "figure-1", .description = {{"title", "F"}, {"kind", "trajectory"}}}};
  ReportContents contents;
  add_papers(Json::array(), {{"k2020", facts}}, contents);
  for (const char* key : {"numbers", "confirmed", "differ", "same_floor", "not_compared", "claims", "hold"})
    EXPECT_TRUE(contents.papers[0][key].is_null()) << key;
  EXPECT_THAT(contents.paper_pages[0].html, HasSubstr("Not judged in this site"));
  Json verdicts = Json::array();
  for (const char* verdict : {"match", "close", "differs", "same-floor", "not-compared", "not-compared"})
    verdicts.push_back(
        {{"paper", "l2020"}, {"item", "table-1"}, {"row", verdict}, {"column", "A"}, {"verdict", verdict}});
  add_papers(verdicts, {}, contents);
  const auto& judged = contents.papers[1];
  EXPECT_EQ(judged["numbers"], 6);
  EXPECT_EQ(judged["confirmed"].get<int>() + judged["differ"].get<int>() + judged["not_compared"].get<int>(), 6);
  EXPECT_EQ(judged["same_floor"], 1);
  EXPECT_EQ(judged["not_compared"], 2);
}

// Fails if a number links to a run that the site does not contain, or has no link although the site contains its run.
TEST_F(Report, LeadsFromNumbersToTheirRuns) {
  ReportContents contents;
  contents.runs = gathered({run("hht", "1e-2", ended(1))});
  const auto id = contents.runs.runs().front().id;
  auto verdicts = Json::parse(R"json([
    {"paper": "k2020", "item": "table-1", "row": "h=1", "column": "A", "published": 1, "measured": 2, "verdict": "match"},
    {"paper": "k2020", "item": "claims", "id": "c", "where": "here", "says": "It holds.", "verdict": "holds",
     "evidence": [{"check": "a", "measured": 3, "outcome": "passed", "stands_from": 0.5, "stands_to": null}]}])json");
  verdicts[0]["cells"] = {"elsewhere", id};
  verdicts[1]["evidence"][0]["cells"] = {id};
  PaperFacts facts;
  facts.found = {"It holds (`c`), but for `x=1` <b>."};
  facts.claims = findings_in(
      "| claim | verdict | what is found |\n|---|---|---|\n| `c`, `d` | holds | By `erk4` <i>. |\n\n| a | b | c |");
  PaperFigure figure{.item = "figure-1"};
  figure.description = {
      {"title", "<u>"}, {"kind", "trajectory"}, {"curves", {{{"curve", "<s>"}, {"cells", {id, "other"}}}}}};
  figure.csv = "t,x\n0,1\n";
  facts.figures = {figure};
  add_papers(verdicts, {{"k2020", facts}}, contents);
  const auto& page = contents.paper_pages.front();
  const auto link = "<a href=\"../matrix.html#cell=" + id + "\"";
  EXPECT_THAT(page.html,
              AllOf(HasSubstr(link + " title=\"run " + id + "\">2</a>"), HasSubstr(">3</a>"),
                    Not(HasSubstr("cell=elsewhere")), Not(HasSubstr("cell=other")), HasSubstr("from 0.5000 on")));
  EXPECT_THAT(page.html,
              AllOf(HasSubstr("<a href=\"#claim-c\"><code>c</code></a>"), HasSubstr("<code>x=1</code> &lt;b&gt;"),
                    HasSubstr("By <code>erk4</code> &lt;i&gt;."), HasSubstr("plumb reproduce k2020/table-1"),
                    Not(HasSubstr("<s>")), Not(HasSubstr("<u>"))));
  ASSERT_EQ(page.later.size(), 1U);
  EXPECT_EQ(page.later[0].name, "figure/k2020-figure-1");
  facts.figures[0].item = "../figure";
  EXPECT_THROW(add_papers(verdicts, {{"k2020", facts}}, contents), FormatError);
}

TEST_F(Report, ShowsWhatBecomesOfPublishedValues) {
  const auto audits = Json::parse(R"json([{"file": "/folder/one.csv", "values": [
    {"problem": "squeezer(data=test-set)", "t": "0.03", "component": "q1", "published": "1.5", "reference": "1.25",
     "printed": 2, "holding": 0, "verdict": "differs"},
    {"problem": "squeezer", "t": "0.03", "component": "<b>", "published": "2.5", "reference": "2.5", "printed": 2,
     "holding": 7, "verdict": "holds"},
    {"problem": "squeezer", "t": "0.03", "component": "q3", "published": "3.5", "reference": "3.5", "printed": 2,
     "holding": 9, "verdict": "holds"}]},
    {"file": "two.csv", "values": [], "not_audited":
     [{"problem": "wheelset", "t": "10", "values": 17, "reason": "no certified reference within 1 min 0 s"}]}])json");
  const auto html = audited_values_html(audits);
  ASSERT_TRUE(html.contains("squeezer"));
  EXPECT_THAT(html.at("squeezer"),
              AllOf(HasSubstr("one.csv: 2 of 3 values hold in all printed digits; the fewest that hold are 0"),
                    HasSubstr("1.25"), HasSubstr("&lt;b&gt;"), Not(HasSubstr("folder"))));
  EXPECT_THAT(html.at("wheelset"),
              HasSubstr("two.csv: 17 values at t = 10 s not audited: no certified reference within 1 min 0 s"));
  EXPECT_THROW(audited_values_html(Json::array({1})), FormatError);
}

// The certified digits must equal the digits in the files. Data of earlier equations are left out
// (reference/certified_test.cpp).
TEST_F(Report, TellsCertifiedDigitsOverTime) {
  const auto digits = certified_digits(problem_named("pleiades"));
  ASSERT_FALSE(digits.is_null());
  EXPECT_EQ(digits["t"].size(), 11U);
  EXPECT_EQ(digits["fewest"]["q"].size(), 11U);
  const auto file = Json::parse(file_text("problems/pleiades/reference.json", "a file"));
  const auto& last = file["records"].back()["values"];
  EXPECT_EQ(digits["end"].back()["digits"], last.back()["digits"]);
  int fewest = 100;
  for (const auto& [name, value] : last.items())
    if (name.starts_with("q")) fewest = std::min(fewest, value["digits"].get<int>());
  EXPECT_EQ(digits["fewest"]["q"].back(), fewest);
  auto other = problem_named("pleiades");
  other.parameters.front().default_value = "7";
  EXPECT_TRUE(certified_digits(other).is_null()) << "digits of other data";
  EXPECT_EQ(certified_digits(problem_named("shaft"))["fewest"].size(), problem_named("shaft").outputs.size());
}

TEST_F(Report, PutsFontsIntoTheStyleOfFormulas) {
  const auto katex = folder / "katex";
  fs::create_directories(katex / "fonts");
  std::ofstream(katex / "katex.min.js") << "katex={version:\"1.2.3\"}";
  std::ofstream(katex / "katex.min.css") << "@font-face{src:url(fonts/A.woff2) format('woff2'),url(fonts/A.ttf) "
                                            "format('truetype');font-weight:400}.katex{color:red}";
  EXPECT_THROW(formula_library(katex), UsageError) << "without its fonts";
  std::ofstream(katex / "fonts" / "A.woff2") << "wOF2!";
  std::ofstream(katex / "LICENSE") << "as you like";
  const auto library = formula_library(katex);
  EXPECT_EQ(library.version, "1.2.3");
  EXPECT_EQ(library.licence, "as you like");
  EXPECT_EQ(library.style,
            "@font-face{src:url(data:font/woff2;base64,d09GMiE=) format(\"woff2\");font-weight:400}.katex{color:red}");
  std::ofstream(katex / "katex.min.js") << "something";
  EXPECT_THROW(formula_library(katex), UsageError);
}

TEST_F(Report, AsksForALibraryThatDraws) {
  std::ofstream(folder / "other.js") << "/* another library */";
  EXPECT_THROW(drawing_library(folder / "other.js"), UsageError);
  std::ofstream(folder / "plotly.js") << library().text;
  EXPECT_EQ(drawing_library(folder / "plotly.js").version, "0.0.0");
  EXPECT_EQ(without_indentation("  f();\n\n\t// why\n // Copyright A\n x = 'a\\\n  b';\nend"),
            "f();\n// Copyright A\nx = 'a\\\n  b';\nend\n");
}

}  // namespace
}  // namespace plumb
