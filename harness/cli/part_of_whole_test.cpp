// A selection must affect only the selected items. The result of a verb for a part must equal this part of its result
// for the whole, bit for bit. Only measured times may differ.

#include <map>
#include <set>

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/compare/arenas_on.hpp"
#include "harness/gate/item.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Lines = std::vector<std::string>;

/// A selection: an area, and a name with its option (`-m`) and axis ("method"). Empty: no restriction.
struct Chosen {
  std::string area, option, axis, name;

  bool has(const std::string& item_area, const Json& names) const {
    const auto found = names.value(axis.empty() ? "id" : axis, "");
    const auto bare = found.substr(0, found.find('('));
    return (area.empty() || area == item_area) && (axis.empty() || bare == name);
  }
  std::string options() const {
    return (area.empty() ? "" : " --area " + area) + (axis.empty() ? "" : " " + option + " '" + name + "'");
  }
};

constexpr std::pair<const char*, const char*> axes[] = {{"-p", "problem"}, {"-f", "formulation"}, {"-m", "method"}};

/// Replaces all values in a part of a result by wrong values.
void spoil(Json& value) {
  if (value.is_structured())
    for (auto& part : value) spoil(part);
  else if (value.is_number_float())
    value = 3 * value.get<double>() + 1;
  else if (value.is_number_integer())
    value = value.get<std::int64_t>() + 1;
}

class PartsOfTheGate : public Cli {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "matrix");
    write("matrix/cells.toml", R"(schema = 1
[sets.quick]
problem = "pendulum"
formulation = "ode"
method = "bdf3"
step = "1e-2"
t_end = "0.2"
samples = 4
[[cells]]
set = "quick"
formulation = ["ode", "index3"]
method = "bdf3,hht"
[[cells]]
set = "quick"
problem = "oscillator"
method = "erk4,bdf3"
)");
    write("matrix/orders.toml", R"(schema = 1
[sets.quick]
problem = "oscillator"
formulation = "ode"
method = "bdf3"
step = ["1/20", "1/40", "1/80", "1/160"]
t_end = 1
samples = 1
[[cells]]
set = "quick"
problem = ["oscillator", "pendulum"]
method = "erk4,bdf3"
)");
    write("matrix/analysis.toml", "schema = 1\nmethods = [\"erk4,bdf3,hht(alpha=-0.3,0)\"]\nquick = [\"bdf3\"]\n");
    write("matrix/papers.toml", R"(schema = 1
[[items]]
item = "fernandez2024/claims"
claims = ["limit-alpha-1"]
[[items]]
item = "li2019/claims"
claims = ["theorem-1-l-stable"]
)");
    write("matrix/times.toml", R"(schema = 1
[[cells]]
problem = "pendulum"
formulation = "ode"
method = "erk4"
step = "1e-2"
t_end = 1
[[cells]]
problem = "pendulum"
formulation = ["ode", "index3"]
method = "radau-iia,hht"
step = "1e-2"
t_end = 1
[[cells]]
problem = "oscillator"
formulation = "ode"
method = "bdf3"
step = "1e-2"
t_end = 1
)");
    const auto first = gate("baseline accept --reason first", "matrix");
    ASSERT_EQ(first.code, 0) << first.err << first.out;
    whole = accepted("matrix");
    for (const auto area : areas) ASSERT_GT(whole[std::string(area)].size(), 1u) << area;
    make_stale();
  }

  Ended gate(const std::string& verb, const std::string& baselines) const {
    return plumb(verb + " -j 1 --baselines '" + in(baselines.c_str()) + "'");
  }
  std::string file(const std::string& baselines, std::string_view area) const {
    return in((baselines + "/" + std::string(area) + ".jsonl").c_str());
  }

  /// Lines of a baseline by area and id of the item.
  using Accepted = std::map<std::string, std::map<std::string, std::string>>;
  Accepted accepted(const std::string& baselines) const {
    Accepted out;
    for (const auto area : areas) {
      std::istringstream lines(contents(file(baselines, area)));
      std::string line;
      std::getline(lines, line);  // skips the header
      while (std::getline(lines, line)) out[std::string(area)][Json::parse(line).at("id")] = line;
    }
    return out;
  }

  /// Creates a baseline with wrong values, and with an item of a method that the matrix does not contain.
  void make_stale() {
    fs::copy(in("matrix"), in("stale"));
    for (const auto area : areas) {
      std::string text;
      auto lines = whole[std::string(area)];
      if (area == "analysis")
        lines["0000000000000000"] = R"({"id":"0000000000000000","method":"gone","properties":{"order":1}})";
      for (const auto& [id, line] : lines) text += spoiled(line) + "\n";
      auto header = Json::parse(first_line(contents(file("matrix", area))));
      header["checksum"] = id_of_text(text);
      std::ofstream(file("stale", area)) << header.dump() << "\n" << text;
    }
    stale = accepted("stale");
  }
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }
  static std::string spoiled(const std::string& line) {
    auto json = Json::parse(line);
    for (const auto& [key, value] : json.items())
      if (key != "made") spoil(value);
    return json.dump();
  }

  /// Returns selections of one area, of one name, and of an area together with a name.
  std::vector<Chosen> choices() const {
    std::vector<Chosen> out;
    std::set<std::string> known;
    for (const auto& [area, lines] : stale) {
      out.push_back({area, "", "", ""});
      for (const auto& [option, axis] : axes) {
        std::set<std::string> names;
        for (const auto& [id, line] : lines) {
          const auto name = Json::parse(line).value(axis, "");
          if (!name.empty()) names.insert(name.substr(0, name.find('(')));
        }
        for (const auto& name : names)
          if (known.insert(axis + name).second) out.push_back({"", option, axis, name});
        if (!names.empty()) out.push_back({area, option, axis, *names.rbegin()});
      }
    }
    return out;
  }

  Accepted whole, stale;
};

void expect_same_item(const std::string& area, const std::string& line, const std::string& expected) {
  if (area != "times") {
    EXPECT_EQ(line, expected);
    return;
  }
  auto now = Json::parse(line), before = Json::parse(expected);
  const double ratio = now.at("times").get<double>() / before.at("times").get<double>();
  EXPECT_GT(ratio, 1 / 1.8) << "of another calibration, or in another binding: " << line << expected;
  EXPECT_LT(ratio, 1.8) << "of another calibration, or in another binding: " << line << expected;
  now.erase("times");
  before.erase("times");
  EXPECT_EQ(now, before);
}

// Fails if an unselected line changes or disappears, if a selected line differs from the line that is written when all
// items are accepted, or if times have another calibration.
TEST_F(PartsOfTheGate, AcceptWhatIsChosenAndNothingElse) {
  for (const auto& chosen : choices()) {
    SCOPED_TRACE(chosen.options());
    fs::remove_all(in("part"));
    fs::copy(in("stale"), in("part"));
    const auto ended = gate("baseline accept --reason part" + chosen.options(), "part");
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    auto part = accepted("part");
    for (const auto& [area, lines] : stale)
      for (const auto& [id, line] : lines) {
        const bool is_chosen = chosen.has(area, Json::parse(line)), is_there = part[area].contains(id);
        const bool is_gone = is_chosen && !whole[area].contains(id);
        EXPECT_EQ(is_there, !is_gone) << line;
        if (is_there && is_chosen) expect_same_item(area, part[area][id], whole[area][id]);
        if (is_there && !is_chosen) {
          EXPECT_EQ(part[area][id], line);
        }
      }
  }
}

// Fails if a check of a part reports unselected items as missing, or has other findings for the selected items than the
// whole check.
TEST_F(PartsOfTheGate, CheckWhatIsChosenAndNothingElse) {
  const auto findings = [&](const std::string& options) {
    std::vector<Json> out;
    const auto outcome = Json::parse(gate("check --json --bits" + options, "stale").out);
    for (auto finding : outcome.at("findings")) {
      if (finding.at("area") == "times")
        for (const char* measured : {"after", "says", "severity", "command"}) finding.erase(measured);
      out.push_back(std::move(finding));
    }
    std::ranges::sort(out, {}, [](const Json& f) { return f.dump(); });
    return out;
  };
  const auto all = findings("");
  EXPECT_GT(all.size(), 20u);
  for (const auto& [option, axis] : axes)
    for (const auto& chosen : choices()) {
      if (!chosen.area.empty() || chosen.axis != axis || chosen.option != option) continue;
      auto expected = all;
      std::erase_if(expected, [&](const Json& f) { return !chosen.has(f.at("area"), f); });
      EXPECT_EQ(findings(chosen.options()), expected) << chosen.options();
    }
}

// Fails if the quick subset has other results than the same items of the whole matrix.
TEST_F(PartsOfTheGate, TheQuickSubsetIsAsBefore) {
  const auto quick = gate("check --quick --bits", "matrix");
  EXPECT_EQ(quick.code, 0) << quick.out;
  EXPECT_EQ(quick.out, "5 measured, 5 as before\n");
}

// Fails if the message for an unknown name does not suggest the nearest existing name.
TEST_F(PartsOfTheGate, NamesThatNothingHasAreAnsweredWithTheNearest) {
  for (const std::string verb : {"check", "baseline accept --reason x", "baseline show"}) {
    const auto refused = [&](const std::string& options) {
      return plumb(verb + options + " --baselines '" + in("stale") + "'");
    };
    EXPECT_THAT(refused(" -m rk4"), Refuses(2, "did you mean 'erk4'?"));
    EXPECT_THAT(refused(" -m bdf3,rk4"), Refuses(2, "did you mean 'erk4'?"));
    EXPECT_THAT(refused(" -p pendulm"), Refuses(2, "did you mean 'pendulum'?"));
    EXPECT_THAT(refused(" -f indx3"), Refuses(2, "did you mean 'index3'?"));
  }
  EXPECT_THAT(gate("check -p oscillator -f index3", "stale"), Refuses(2, "problem oscillator, formulation index3"));
}

class Parts : public Cli {};

// Fails if the formulations in which a problem is compared depend on the other problems in the call.
TEST_F(Parts, OfAComparisonHaveTheSameArenas) {
  const Lines problems = {"squeezer", "pendulum(length=2)", "car-axis"};
  const auto names = [](const Lines& list) {
    std::multiset<std::string> out;
    for (const auto& a : arenas_on(list, false))
      out.insert(a.problem.text() + a.name() + (a.ranked ? "" : " unranked"));
    return out;
  };
  std::multiset<std::string> of_parts;
  for (const auto& problem : problems) of_parts.merge(names({problem}));
  EXPECT_EQ(of_parts, names(problems));
}

// Fails if a run of a comparison depends on the other problems in the call.
TEST_F(Parts, OfAComparisonAreRunAlike) {
  const auto runs = [&](const std::string& problems) {
    std::set<std::string> out;
    const auto ended = plumb("compare bdf2 --quick --json -j 1 --on '" + problems + "'");
    const auto page = Json::parse(ended.out);
    for (const auto& run : page.at("runs")) out.insert(run.dump());
    return out;
  };
  auto parts = runs("oscillator");
  parts.merge(runs("pendulum(length=2)"));
  EXPECT_GT(parts.size(), 100u);
  EXPECT_EQ(parts, runs("oscillator,pendulum(length=2)"));
}

// Fails if a number, a verdict or a claim of an item depends on the other items of its paper in the same call.
TEST_F(Parts, OfAPaperAreJudgedAlike) {
  const fs::path paper = folder / "results/papers/mine2024";
  fs::create_directories(paper / "tables");
  const std::string common = "schema = 1\ntitle = \"T\"\n[common]\nproblem = \"pendulum\"\nt_end = 1\n";
  const auto write_in = [&](const char* name, const std::string& text) { std::ofstream(paper / name) << text; };
  const std::string rows = "[[rows]]\nrow = \"a\"\nstep = \"1e-2\"\n[[rows]]\nrow = \"b\"\nstep = \"5e-3\"\n";
  write_in("paper.toml", "schema = 1\ntitle = \"M\"\nauthors = \"A\"\nsource = \"B\"\n");
  write_in("tables/table-1.toml", common + "metric = \"energy.max\"\nformulation = \"ode\"\n" + rows +
                                      "[[columns]]\ncolumn = \"x\"\nmethod = \"erk4\"\n");
  write_in("tables/table-2.toml", common + "metric = \"end.q\"\n" + rows +
                                      "[[columns]]\ncolumn = \"x\"\nmethod = \"erk4\"\nformulation = \"ode\"\n"
                                      "[[columns]]\ncolumn = \"y\"\nmethod = \"bdf3\"\nformulation = \"index3\"\n");
  write_in("published.csv",
           "table,row,column,published\n1,a,x,1e-9\n1,b,x,1e-10\n2,a,x,1e-8\n2,b,x,1e-9\n2,a,y,1e-3\n2,b,y,1e-4\n");
  write_in(
      "claims.toml",
      "schema = 1\n[claims.smaller]\nwhere = \"p. 1\"\nsays = \"It falls.\"\nchecks = {metric = \"end.q\", problem = "
      "\"pendulum\", formulation = \"index3\", method = \"bdf3\", step = \"5e-3\", t_end = 1, is = \"<\", over = "
      "{step = \"1e-2\"}, value = \"1\"}\n");
  const auto items = [&](const std::string& item, const std::string& options) {
    const auto ended =
        shell("cd '" + folder.string() + "' && plumb reproduce mine2024" + item + " --json -j 1" + options);
    std::multiset<std::string> out;
    EXPECT_TRUE(Json::accept(ended.out)) << ended.err;
    for (const auto& entry : Json::parse(ended.out)) out.insert(entry.dump());
    return out;
  };
  const auto whole = items("", "");
  EXPECT_EQ(whole.size(), 7u);
  for (const std::string options : {"", " --store parts.db"}) {
    std::multiset<std::string> parts;
    for (const char* item : {"/claims", "/table-2", "/table-1"}) parts.merge(items(item, options));
    EXPECT_EQ(parts, whole) << options;
  }
}

// Fails if a row of a shard, or of merged shards, differs from one run of the whole study, except for times.
TEST_F(Parts, OfAStudyAreRunAndMergedAlike) {
  write("study.toml",
        "schema = 1\n[[cells]]\nproblem = \"pendulum\"\nformulation = [\"ode\", \"index3\"]\nmethod = "
        "\"erk4,hht,bdf2\"\nstep = [\"1e-2\", \"5e-3\"]\nt_end = 1\n");
  const auto rows = [&](const std::string& command) {
    std::set<std::string> out;
    std::istringstream lines(shell("cd '" + folder.string() + "' && " + command).out);
    for (std::string line; std::getline(lines, line);) {
      auto row = Json::parse(line);
      for (const char* measured : {"timing", "environment", "created"}) row.erase(measured);
      out.insert(row.dump());
    }
    return out;
  };
  const auto whole = rows("plumb run study.toml --json");
  std::set<std::string> shards;
  std::size_t count = 0;
  for (const std::string i : {"2", "3", "1"}) {
    const auto some = rows("plumb run study.toml --json --store s" + i + ".db --shard " + i + "/3");
    count += some.size();
    shards.insert(some.begin(), some.end());
  }
  EXPECT_EQ(shards, whole);
  EXPECT_EQ(count, whole.size()) << "a cell is in two shards";
  EXPECT_EQ(rows("plumb merge all.db s3.db s1.db s2.db >/dev/null; plumb export all.db --json"), whole);
  EXPECT_EQ(rows("plumb merge all.db s2.db >/dev/null; plumb export all.db --json"), whole);
}

}  // namespace
}  // namespace plumb
