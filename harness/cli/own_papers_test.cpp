// Tests of papers of a user, in addition to the papers of the program.

#include <fmt/format.h>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OwnPapers : public Cli {
 protected:
  void paper(const std::string& root, const std::string& key) const {
    const auto own = folder / root / "results/papers" / key;
    std::filesystem::create_directories(own);
    std::ofstream(own / "paper.toml") << "schema = 1\ntitle = \"My study\"\nauthors = \"A\"\nsource = \"B\"\n";
  }
  /// Writes an empty table file of the paper mine2024.
  void table(const std::string& name) const {
    const auto tables = folder / "work/results/papers/mine2024/tables";
    std::filesystem::create_directories(tables);
    std::ofstream(tables / name) << "schema = 1\ntitle = \"T\"\n";
  }
  /// Writes published.csv of the paper mine2024: the header, then these lines.
  void printed(const std::string& lines) const {
    std::ofstream(folder / "work/results/papers/mine2024/published.csv") << "table,row,column,published\n" << lines;
  }
  Ended plumb_in(const std::string& root, const std::string& arguments) const {
    return shell("cd '" + in(root.c_str()) + "' && plumb " + arguments);
  }
};

// Fails if papers in results/papers of the working directory are not read, or hide the papers of the program.
TEST_F(OwnPapers, StandBesideThose) {
  paper("work", "mine2024");
  const auto listed = plumb_in("work", "list papers");
  EXPECT_THAT(listed.out, AllOf(HasSubstr("mine2024"), HasSubstr("li2019")));
  EXPECT_EQ(listed.err, "");
  EXPECT_THAT(plumb_in("work", "show paper mine2024").out, HasSubstr("My study"));
}

// Fails if the folder in PLUMB_PATH is not read, or if a folder above the working directory is.
TEST_F(OwnPapers, AreReadFromFoldersThatAreNamed) {
  paper("work", "mine2024");
  std::filesystem::create_directories(folder / "work/below");
  EXPECT_THAT(plumb_in("work/below", "list papers").out, AllOf(HasSubstr("li2019"), Not(HasSubstr("mine2024"))));
  const auto named = shell("cd '" + in("work/below") + "' && PLUMB_PATH='" + in("work") + "' plumb list papers");
  EXPECT_THAT(named.out, AllOf(HasSubstr("li2019"), HasSubstr("mine2024")));
  EXPECT_THAT(shell("PLUMB_PATH=/nowhere plumb list papers"), Refuses(2, "PLUMB_PATH: '/nowhere' is not a folder"));
}

// If two papers have the same key, the user's paper must be read, with a note. Fails if it is not.
TEST_F(OwnPapers, WinAndSaySo) {
  paper("work", "li2019");
  const auto shown = plumb_in("work", "show paper li2019");
  EXPECT_THAT(shown.out, HasSubstr("My study"));
  EXPECT_THAT(shown.err, AllOf(HasSubstr("plumb: paper 'li2019' is read from"),
                               HasSubstr("work/results/papers/li2019, which overrides")));
}

// Fails if the note on several such papers has more than one line.
TEST_F(OwnPapers, SayInOneLineWhichOfThemWin) {
  for (const char* key : {"li2019", "zhang2022", "fang2023"}) paper("work", key);
  const auto listed = plumb_in("work", "list papers");
  EXPECT_THAT(listed.err, AllOf(HasSubstr("paper 'fang2023' is read from"), HasSubstr("; likewise li2019, zhang2022")));
  EXPECT_EQ(std::ranges::count(listed.err, '\n'), 1) << listed.err;
}

// Fails if a published value that is not a number is not reported immediately, with its location, or if a surplus field
// in a line is accepted.
TEST_F(OwnPapers, ArePrintedNumberByNumber) {
  paper("work", "mine2024");
  table("table-1.toml");
  const auto refusal = [&](const std::string& lines) {
    printed(lines);
    return plumb_in("work", "show paper mine2024");
  };
  EXPECT_EQ(refusal("# page 3\r\n1,\"a, b\",error,1.5d-3\r\n1,c,error,diverged\r\n").code, 0);
  EXPECT_THAT(refusal("1,a,b,1e400\n"), Refuses(2, "published.csv:2:7: '1e400' is too large"));
  EXPECT_THAT(refusal("1,a,b,1,5\n"), Refuses(2, "published.csv:2:9: 5 fields, but the header has 4"));
  EXPECT_THAT(refusal("1,a,b,4/3\n"), Refuses(2, "published.csv:2:7: '4/3' is neither a number nor a word"));
  EXPECT_THAT(refusal("1,a,b,1\n1,a,c,1\n01,a,b,2\n"),
              Refuses(2, "published.csv:4:1: line 2 has a value for this row and column already"));
}

// Fails if a duration of 0, or a duration that is not a number, is accepted.
TEST_F(OwnPapers, SayHowLongTheyTake) {
  paper("work", "mine2024");
  const auto with = [&](const std::string& minutes) {
    paper("work", "mine2024");
    std::ofstream(folder / "work/results/papers/mine2024/paper.toml", std::ios::app) << "minutes = " << minutes << "\n";
    return plumb_in("work", "show paper mine2024");
  };
  EXPECT_EQ(with("0.5").code, 0);
  EXPECT_THAT(with("0"), Refuses(2, "paper.toml:5:1: minutes: a positive number of minutes is allowed"));
  EXPECT_THAT(with("\"long\""), Refuses(2, "paper.toml:5:1: minutes:"));
}

// Fails if an item of a paper begins before all items of a shorter paper have ended.
TEST_F(OwnPapers, AreReproducedTheShortestFirst) {
  const auto study = [&](const std::string& key, const std::string& minutes, const std::string& step) {
    paper("work", key);
    const auto own = folder / "work/results/papers" / key;
    std::ofstream(own / "paper.toml", std::ios::app) << "minutes = " << minutes << "\n";
    std::filesystem::create_directories(own / "tables");
    std::ofstream(own / "published.csv") << "table,row,column,published\n1,r,c,1e-3\n";
    std::ofstream(own / "tables/table-1.toml")
        << "schema = 1\ntitle = \"Table of " << key << "\"\ncommon = {problem = \"pendulum\", formulation = \"ode\", "
        << "t_end = \"1\", metric = \"end.q\"}\nrows = [{row = \"r\", step = \"" << step << "\"}]\n"
        << "columns = [{column = \"c\", method = \"erk4\"}]\n";
  };
  for (const char* hidden : {"fang2023", "fernandez2024", "squeezer"}) paper("work", hidden);
  study("li2019", "9", "1e-1");  // its paper file states a long time, but its run is short
  study("zhang2022", "0.1", "1e-6");
  const auto ended = plumb_in("work", "reproduce -j 2");
  const auto first = ended.out.find("Table of zhang2022"), second = ended.out.find("Table of li2019");
  ASSERT_NE(first, std::string::npos) << ended.out << ended.err;
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
  const auto summary = ended.out.find("zhang2022/table-1: ");
  ASSERT_NE(summary, std::string::npos);
  EXPECT_LT(summary, second) << "each paper ends with its summary";
  EXPECT_THAT(ended.out, HasSubstr("all papers, tables: "));
}

constexpr const char* pendulum_run = "problem = \"pendulum\", formulation = \"ode\", method = \"erk4\", t_end = \"1\"";

/// The paper mine2024 with a slow table, a fast table, and two claims, one of which fails.
class MyPaper : public OwnPapers {
 protected:
  void SetUp() override {
    OwnPapers::SetUp();
    paper("work", "mine2024");
    step_of("table-1", "2e-6");
    step_of("table-2", "1e-1");
    printed("1,r,c,1e-3\n2,r,c,1e-3\n");
    const auto check = [](const std::string& bound) {
      return fmt::format("checks = [{{{}, step = \"1e-1\", metric = \"end.q\", is = \"<\", value = \"{}\"}}]\n",
                         pendulum_run, bound);
    };
    std::ofstream(folder / "work/results/papers/mine2024/claims.toml")
        << "schema = 1\n[claims.small]\nwhere = \"1\"\nsays = \"S\"\n"
        << check("1e3") << "[claims.exact]\nwhere = \"1\"\nsays = \"S\"\n"
        << check("1e-300");
  }
  void step_of(const std::string& name, const std::string& step) const {
    table(name + ".toml");
    std::ofstream(folder / "work/results/papers/mine2024/tables" / (name + ".toml"), std::ios::app)
        << "common = {" << pendulum_run << ", metric = \"end.q\"}\nrows = [{row = \"r\", step = \"" << step
        << "\"}]\ncolumns = [{column = \"c\"}]\n";
  }
  Json estimated(const std::string& options) const {
    return Json::parse(plumb_in("work", "reproduce mine2024 --estimate --json" + options).out).at(0);
  }
};

// Fails if a table is printed before an earlier table of the paper, or if the summary does not name failed claims.
TEST_F(MyPaper, IsPrintedInItsOrder) {
  const auto ended = plumb_in("work", "reproduce mine2024 -j 2");
  const auto first = ended.out.find("mine2024/table-1"), second = ended.out.find("mine2024/table-2"),
             claims = ended.out.find("mine2024/claims");
  ASSERT_NE(claims, std::string::npos) << ended.out << ended.err;
  EXPECT_LT(first, second);
  EXPECT_LT(second, claims);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("mine2024/claims: 1 holds, 0 partly, 1 fails\n"),
                               HasSubstr("mine2024/claims that fail: exact\n")));
}

// Fails if an estimate runs a cell, creates a store or a folder, or ignores stored runs.
TEST_F(MyPaper, IsEstimatedBeforeItRuns) {
  const auto text = plumb_in("work", "reproduce mine2024 --estimate --store a.db --out figures");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("mine2024"), HasSubstr("source of the core time"), HasSubstr("sizes of systems")));
  EXPECT_FALSE(std::filesystem::exists(in("work/a.db")));
  EXPECT_FALSE(std::filesystem::exists(in("work/figures")));
  const auto before = estimated("");
  EXPECT_EQ(before.at("cells"), 2) << "the claims share a run with a table";
  EXPECT_EQ(before.at("stored"), 0);
  EXPECT_GT(before.at("core_seconds"), 0);
  plumb_in("work", "reproduce mine2024/table-2 --store a.db");
  const auto after = estimated(" --store a.db");
  EXPECT_EQ(after.at("stored"), 1);
  EXPECT_EQ(after.at("to_run"), 1);
}

// Fails if the duration in the paper file is not used for the whole paper, or is used for an item of it.
TEST_F(MyPaper, NamesTheSourceOfItsTime) {
  EXPECT_EQ(estimated("").at("measured_seconds"), nullptr);
  std::ofstream(folder / "work/results/papers/mine2024/paper.toml", std::ios::app) << "minutes = 2\n";
  EXPECT_EQ(estimated("").at("core_seconds"), 120);
  EXPECT_EQ(estimated("").at("source"), "measured, from the paper file");
  const auto part = Json::parse(plumb_in("work", "reproduce mine2024/table-2 --estimate --json").out).at(0);
  EXPECT_LT(part.at("core_seconds"), 10);
}

// Fails if progress does not name the paper and the item.
TEST_F(MyPaper, IsNamedByItsProgress) {
  step_of("table-1", "1e-9");
  const auto ended = plumb_in("work", "reproduce mine2024 -j 2 --total-timeout 5");
  EXPECT_EQ(ended.code, 124);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("plumb: mine2024: 2 runs, about "), HasSubstr("plumb: mine2024/table-1: ")));
  EXPECT_THAT(ended.out, HasSubstr("mine2024/claims: 1 holds"))
      << "finished items that waited are printed after a stop";
}

// Fails if a published number without a table file is silently ignored, or if it prevents the list of papers.
TEST_F(OwnPapers, HaveATableForEveryPrintedNumber) {
  paper("work", "mine2024");
  table("table-01.toml");
  printed("1,a,b,1\n2,a,c,1\n");
  const auto message =
      "published.csv:3:1: the printed value of row 'a', column 'c' needs the file tables/table-2.toml, which is "
      "missing";
  for (const char* verb : {"show paper mine2024", "reproduce mine2024"})
    EXPECT_THAT(plumb_in("work", verb), Refuses(2, message)) << verb;
  EXPECT_THAT(plumb_in("work", "list papers").out, HasSubstr("mine2024"));
  printed("1,a,b,1\n");
  EXPECT_THAT(plumb_in("work", "reproduce mine2024"),
              Refuses(2, "tables/table-01.toml:1:1: the printed value of row 'a', column 'b' ("));
}

// Fails if the name of an item may contain a path or URL that leads out of its folder, also after decoding by a
// browser.
TEST_F(OwnPapers, HavePlainNames) {
  const std::string traversals[] = {"..%2f..%2fx", "%2e%2e", "a b", "x#y", "..", "a\\b"};
  for (const std::string kind : {"tables", "figures"})
    for (const auto& name : traversals) {
      paper("work", "mine2024");
      const auto file = folder / "work/results/papers/mine2024" / kind / (name + ".toml");
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file) << "schema = 1\n";
      for (const std::string verb : {"show paper mine2024", "reproduce mine2024"})
        EXPECT_THAT(plumb_in("work", verb),
                    Refuses(2, "is not a valid name of an item: letters, digits, - and _ are allowed"))
            << kind << " " << name;
      std::filesystem::remove(file);
    }
  paper("work", "mine%2f2024");
  EXPECT_THAT(plumb_in("work", "show paper mine%2f2024"), Refuses(2, "'mine%2f2024' is not a valid name of a paper"));
}

// Fails if two files for the same table are accepted.
TEST_F(OwnPapers, HaveOneFileForATable) {
  paper("work", "mine2024");
  table("table-01.toml");
  table("table-1.toml");
  EXPECT_THAT(
      plumb_in("work", "reproduce mine2024"),
      Refuses(2, "tables/table-1.toml: 'table-1' is defined by table-01.toml already; remove one of the two files"));
}

}  // namespace
}  // namespace plumb
