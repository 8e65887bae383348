// Runs the examples in the help of all verbs, which are also in the manual page. They run in a folder that contains the
// named files. Each must succeed and print output. For examples that take minutes, or need files that the test lacks,
// only verb and options are looked up in the help.

#include <algorithm>
#include <map>
#include <regex>

#include "harness/cli/testing/page_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Examples that are not executed: the beginning, and the reason.
constexpr std::pair<std::string_view, std::string_view> looked_up[] = {
    {"plumb baseline accept", "measures a part of the nightly matrix; PartsOfTheGate does it on a small one"},
    {"plumb bundle artifact -p pendulum -m @libmine.so", "needs a library and its source; CliBundle"},
    {"plumb bundle artifact --comparison", "minutes; CliBundle"},
    {"plumb check", "minutes; PartsOfTheGate"},
    {"plumb compare", "minutes; Comparing"},
    {"plumb diff runs.db runs.db", "names builds of somebody's store"},
    {"plumb export study.db --format npy", "names cells of somebody's store"},
    {"plumb history", "of checks that nobody has made here; check_test"},
    {"plumb man | man", "man(1) is not everywhere"},
    {"plumb order -p 'pendulum(rate=2)' -m 'degree4", "a minute in quad precision"},
    {"plumb reference build", "a minute: all problems, and nowhere to keep them"},
    {"plumb report papers.db", "names what a reproduction of papers printed; ReportVerb"},
    {"plumb report --figures data", "names what other verbs wrote and printed; ReportVerb"},
    {"plumb reproduce fernandez2024/claims", "a minute; the pages of papers"},
    {"plumb reproduce fernandez2024/table-1", "a minute"},
    {"plumb reproduce li2019 ", "minutes"},
    {"plumb run results/golden", "minutes"},
    {"plumb run -p squeezer", "a minute"},
    {"plumb selftest  ", "minutes: every fault; the next example is one"},
    {"plumb slurm study.toml &&", "submits"},
    {"plumb slurm study.toml --out /scratch", "a folder of a cluster"},
    {"plumb spread", "ten seconds and more"},
    {"plumb time", "asks for a quiet machine; time_test"},
    {"plumb verify artifact", "the folder of another example; CliBundle"},
};

/// Examples that may end with another code than 0, because they print findings.
constexpr std::pair<std::string_view, int> endings[] = {
    {"plumb doctor", 5},            // this machine may lack a tool
    {"plumb order study.toml", 4},  // steps too few for an order
    {"plumb reference audit", 1},   // a published digit is wrong
};

bool is_looked_up(const std::string& example) {
  return std::ranges::any_of(looked_up, [&](const auto& entry) { return (example + "  ").starts_with(entry.first); });
}

bool may_end(const std::string& example, int code) {
  return std::ranges::any_of(endings, [&](const auto& e) { return example.starts_with(e.first) && code == e.second; });
}

/// Returns a line of the manual page with its roff escapes replaced by the characters.
std::string without_roff(const std::string& line) {
  static const std::map<std::string, std::string> signs = {
      {"\\-", "-"}, {"\\(aq", "'"}, {"\\(ga", "`"}, {"\\(ha", "^"}, {"\\(ti", "~"}, {"\\e", "\\"}, {"\\&", ""}};
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const auto sign =
        std::ranges::find_if(signs, [&](const auto& s) { return line.compare(i, s.first.size(), s.first) == 0; });
    out += sign == signs.end() ? line.substr(i, 1) : sign->second;
    i += sign == signs.end() ? 1 : sign->first.size();
  }
  return out;
}

/// Returns the example lines of the manual page, without duplicates. Each is a command, perhaps followed by an
/// explanation.
std::vector<std::string> examples_in(const std::string& page) {
  std::vector<std::string> out;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (const auto text = without_roff(line); text.starts_with("  plumb ") && !std::ranges::count(out, text.substr(2)))
      out.push_back(text.substr(2));
  return out;
}

class HelpExamples : public Pages, public testing::WithParamInterface<int> {
 protected:
  /// Creates the files that the examples name.
  void SetUp() override {
    fs::copy(root() / "results", folder / "results", fs::copy_options::recursive);
    fs::copy(root() / "examples" / "study.toml", folder / "study.toml");
    fs::copy(root() / "examples" / "methods" / "trbdf2.toml", folder / "mine.toml");
    fs::copy(root() / "examples" / "mechanisms" / "crank.toml", folder / "crank.toml");
    write("sets.toml",
          "schema = 1\n[sets.lms]\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"bdf2,lms3\"\nt_end = 1\n"
          "step = [\"1e-2\", \"5e-3\", \"2.5e-3\", \"1.25e-3\"]\nsamples = 20\n");
    write("printed.csv", "name,value,t\nq1,-1,10\n");
    for (const char* made : {".zfunc", ".config/fish/completions", ".local/share/man/man1", "shards"})
      fs::create_directories(folder / made);
    for (const std::string run :
         {"--store study.db", "--shard 1/2 --store shards/1.db", "--shard 2/2 --store shards/2.db"})
      ASSERT_THAT(here("plumb run study.toml -j 1 " + run).code, testing::AnyOf(0, 4));
    for (const char* same : {"before.db", "after.db"}) fs::copy(folder / "study.db", folder / same);
  }

  Ended here(const std::string& command) const {
    return shell("export HOME='" + folder.string() + "'; cd '" + folder.string() + "'; " + command);
  }
};

constexpr int help_parts = 2;

// Fails if an example ends with an error or prints nothing.
TEST_P(HelpExamples, EndWellAndSaySomething) {
  const auto all = examples_in(plumb("man").out);
  ASSERT_GT(all.size(), 80u);
  for (std::size_t i = static_cast<std::size_t>(GetParam()); i < all.size(); i += help_parts) {
    SCOPED_TRACE(all[i]);
    const auto command = all[i].substr(0, all[i].find("   "));
    if (is_looked_up(all[i])) {
      look_up(command);
      continue;
    }
    const auto ended = here(command);
    if (ended.code != 0) {
      EXPECT_TRUE(may_end(all[i], ended.code)) << ended.code << " " << ended.err;
    }
    const bool writes_a_file = command.find('>') != std::string::npos || command.find(" --out ") != std::string::npos;
    EXPECT_TRUE(writes_a_file || !(ended.out + ended.err).empty()) << "nothing is shown";
  }
}
INSTANTIATE_TEST_SUITE_P(Parts, HelpExamples, testing::Range(0, help_parts));

// Fails if an entry of `endings` or `looked_up` matches no example.
TEST_F(Pages, ExceptionsAreOfExamples) {
  const auto all = examples_in(plumb("man").out);
  for (const auto& [begin, code] : endings)
    EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& example) { return example.starts_with(begin); })) << begin;
  for (const auto& [begin, why] : looked_up)
    EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& example) { return (example + "  ").starts_with(begin); }))
        << begin << ": " << why;
}

}  // namespace
}  // namespace plumb
