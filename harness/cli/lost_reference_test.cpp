// If the reference of a chaotic motion has lost its digits, tables and figures must state this instead of a number.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A paper about the two-link pendulum up to 24 s. The reference has enough digits up to 21.8 s.
class LostReference : public Cli {
 protected:
  LostReference() {
    for (const char* name : {"tables", "figures"}) std::filesystem::create_directories(paper / name);
    std::ofstream(paper / "paper.toml") << "schema = 1\ntitle = \"T\"\nauthors = \"A\"\nsource = \"B\"\n";
    std::ofstream(paper / "published.csv") << "table,row,column,published\n1,late,error,1.0\n1,early,error,1.0\n";
    const std::string common = "problem = \"two-link\", formulation = \"ode\", method = \"erk4\"";
    std::ofstream(paper / "tables/table-01.toml")
        << "schema = 1\ntitle = \"T\"\ncommon = {" << common << ", step = \"0.1\"}\n"
        << "rows = [{row = \"late\", t_end = 24}, {row = \"early\", t_end = 1}]\n"
        << "columns = [{column = \"error\", metric = \"end.q\"}, {column = \"time\", kind = \"deviation-time\", "
           "output = \"end_x\", threshold = \"100\", unprinted = true}]\n";
    const auto figure = [&](const char* name, const std::string& rest) {
      std::ofstream(paper / "figures" / name) << "schema = 1\ntitle = \"F\"\n" << rest;
    };
    figure("figure-1.toml", "kind = \"trajectory\"\noutputs = [\"end_x\"]\nexact = true\ncommon = {" + common +
                                ", t_end = 24, samples = 4}\ncurves = [{name = \"run\", step = \"0.1\"}]\n");
    figure("figure-2.toml", "kind = \"convergence\"\ncommon = {" + common +
                                ", t_end = 24}\ncurves = [{name = \"run\", step = [\"0.2\", \"0.1\"]}]\n");
    figure("figure-3.toml", "kind = \"errors\"\noutputs = [\"end_x\"]\ncommon = {" + common +
                                ", t_end = 24, samples = 0}\ncurves = [{name = \"run\", step = \"0.2\"}]\n"
                                "reference = {name = \"fine\", step = \"0.1\"}\n");
  }

  Ended reproduced(const std::string& arguments) const {
    return shell("cd '" + in("work") + "' && PLUMB_CACHE='" + in("cache") + "' plumb reproduce mine2024" + arguments);
  }

  const std::filesystem::path paper = folder / "work/results/papers/mine2024";
};

// Fails if a table prints a dash, which means that a cell did not run, instead of the reason.
TEST_F(LostReference, IsNamedInThePlaceOfNumbers) {
  for (const char* format : {"text", "md", "latex"}) {
    const auto table = reproduced("/table-1 --format " + std::string(format));
    EXPECT_EQ(table.code, 4) << table.err;
    EXPECT_THAT(table.out, HasSubstr("lost at 21.8 s")) << format;
  }
  const auto json = Json::parse(reproduced("/table-1 --json").out);
  ASSERT_EQ(json.size(), 4);
  for (const auto& entry : json) {
    const bool is_late = entry["row"] == "late";
    EXPECT_EQ(entry.contains("reference_until"), is_late) << entry.dump();
    if (!is_late) continue;
    EXPECT_NEAR(entry["reference_until"].get<double>(), 21.83, 0.01);
    EXPECT_TRUE(entry["measured"].is_null());
    EXPECT_EQ(entry["verdict"], "not-run");
  }
  const auto csv = reproduced("/table-1 --format csv");
  EXPECT_THAT(csv.out, AllOf(HasSubstr("reference_until"), HasSubstr(",21.82")));

  for (const char* figure : {"figure-1", "figure-2", "figure-3"}) {
    const auto data = reproduced("/" + std::string(figure) + " --format csv");
    EXPECT_EQ(data.code, 0) << data.err;
    EXPECT_THAT(data.out, HasSubstr("lost at 21.8 s")) << figure;
  }
  EXPECT_THAT(reproduced("/figure-1 --format text").out, HasSubstr("lost at 21.8 s"));
}

}  // namespace
}  // namespace plumb
