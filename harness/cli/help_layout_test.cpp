// Every help text must fit 100 columns, verbs are in three groups, and the options that a new user needs come first.

#include "harness/cli/command_tree.hpp"

#include <algorithm>
#include <sstream>

#include "harness/cli/commands.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

void add_paths(const CLI::App& verb, const std::string& path, std::vector<std::string>& out) {
  out.push_back(path);
  for (const auto* sub : verbs(verb)) add_paths(*sub, path + " " + sub->get_name(), out);
}

/// Returns the paths of all verbs: "", " list", " list methods", ...
std::vector<std::string> all_paths() {
  CLI::App app("", "plumb");
  Exit exit = Exit::ok;
  for (const auto add : commands) add(app, exit);
  std::vector<std::string> out;
  add_paths(app, "", out);
  return out;
}

TEST_F(Cli, HelpFitsAHundredColumns) {
  const auto paths = all_paths();
  ASSERT_GT(paths.size(), 30U);
  for (const auto& path : paths) {
    std::istringstream help(plumb("help" + path).out);
    for (std::string line; std::getline(help, line);)
      EXPECT_LE(display_width(line), help_width) << path << ": " << line;
  }
}

TEST_F(Cli, HelpHasThreeGroupsOfVerbs) {
  const auto help = plumb("--help").out;
  std::size_t before = 0;
  for (const auto group : {run_and_judge, papers_and_gate, stores_and_data}) {
    const auto at = help.find("\n" + std::string(group) + ":\n");
    ASSERT_NE(at, std::string::npos) << group;
    EXPECT_GT(at, before);
    before = at;
  }
  EXPECT_THAT(help, testing::Not(HasSubstr("\nVerbs:\n")));
  CLI::App app("", "plumb");
  Exit exit = Exit::ok;
  for (const auto add : commands) add(app, exit);
  for (const auto& name : verb_names(app))
    EXPECT_EQ(std::ranges::count(verb_groups, name, &std::pair<std::string_view, std::string_view>::first), 1) << name;
}

// Counts the lines of options between "Options:" and the next heading: seven, and --help.
TEST_F(Cli, HelpBeginsWithSevenOptions) {
  const auto help = plumb("help run").out;
  const auto begin = help.find("\nOptions:\n"), more = help.find("\nMore options:\n");
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(more, std::string::npos);
  const auto first = help.substr(begin, more - begin);
  for (const char* name : {"--problem", "--formulation", "--method", "--steps", "--t-end", "--store", "--format"})
    EXPECT_THAT(first, HasSubstr(name));
  std::size_t options = 0;
  std::istringstream lines(first);
  for (std::string line; std::getline(lines, line);) {
    const auto dashes = line.find("--");
    options += dashes != std::string::npos && dashes <= 6;
  }
  EXPECT_EQ(options, options_first + 1);
}

TEST(HelpLayout, FillsParagraphsAndKeepsExamples) {
  const std::string words(98, 'w');
  EXPECT_EQ(fitted_footer("Examples:\n  plumb run\n\n" + words + "\nshort words\nthat follow"),
            "Examples:\n  plumb run\n\n" + words + "\nshort words that follow");
  const auto example = "  plumb " + std::string(60, 'x') + "    " + std::string(60, 'y');
  EXPECT_EQ(fitted_footer(example), "  plumb " + std::string(60, 'x') + "\n      " + std::string(60, 'y'));
}

TEST(HelpLayout, ContinuesLongCommandsOutsideOfQuotes) {
  const auto command =
      "  plumb run -p 'a b' " + std::string(60, 'x') + " 'cccccccc dddddddd eeee' " + std::string(30, 'y');
  EXPECT_EQ(fitted_footer(command), "  plumb run -p 'a b' " + std::string(60, 'x') +
                                        " \\\n      'cccccccc dddddddd eeee' " + std::string(30, 'y'));
}

TEST(HelpLayout, WrapsAtBlanks) {
  EXPECT_EQ(wrapped_help("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped_help("longer-than-width a", 7), "longer-than-width\na");
  EXPECT_EQ(wrapped_help("", 7), "");
}

}  // namespace
}  // namespace plumb
