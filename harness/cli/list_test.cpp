// plumb list in every format.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::StartsWith;

// Catches a format that is not passed on to one of the lists.
TEST_F(Cli, ListsInEveryFormat) {
  for (const std::string list : {"problems", "methods", "formulations", "papers"}) {
    const auto first = list == "formulations" ? "problem" : list.substr(0, list.size() - 1);
    const auto printed = [&](const std::string& format) { return plumb("list " + list + format).out; };
    EXPECT_THAT(printed(""), StartsWith(first + "  "));
    EXPECT_THAT(printed(" --format md"), StartsWith("| " + first + " | "));
    EXPECT_THAT(printed(" --format csv"), StartsWith(first + ","));
    EXPECT_THAT(printed(" --format latex"), StartsWith("\\begin{table}"));
    EXPECT_TRUE(Json::parse(printed(" --json"))[0].contains(first));
    EXPECT_EQ(printed(" --format json"), printed(" --json"));
  }
  EXPECT_THAT(plumb("list methods --format xml"),
              Refuses(2, "unknown format 'xml'; known: text, md, latex, csv, json"));
}

}  // namespace
}  // namespace plumb
