#include "harness/cell/method_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "harness/cell/short_name.hpp"
#include "harness/run/run_cell.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

const std::string erk4_text = R"(schema = 1
name = "kutta"
a = [[0, 0, 0, 0],
     ["1/2", 0, 0, 0],
     [0, 0.5, 0, 0],
     [0, 0, 1, 0]]
b = ["1/6", "1/3", "1/3", "1/6"]
)";

const std::string radau_text = R"(schema = 1
name = "radau"
order = 5
a = [["(88 - 7*sqrt(6))/360",     "(296 - 169*sqrt(6))/1800", "(-2 + 3*sqrt(6))/225"],
     ["(296 + 169*sqrt(6))/1800", "(88 + 7*sqrt(6))/360",     "(-2 - 3*sqrt(6))/225"],
     ["(16 - sqrt(6))/36",        "(16 + sqrt(6))/36",        "1/9"]]
b = ["(16 - sqrt(6))/36", "(16 + sqrt(6))/36", "1/9"]
c = ["(4 - sqrt(6))/10", "(4 + sqrt(6))/10", 1]
)";

const std::string sdirk_text = R"(schema = 1
name = "sdirk"
a = [["1 - sqrt(2)/2", 0], ["sqrt(2)/2", "1 - sqrt(2)/2"]]
b = ["sqrt(2)/2", "1 - sqrt(2)/2"]
)";

// Writes a method file with this text. Returns its selector, "@path".
std::string file_with(const std::string& text, const std::string& name) {
  const auto path = scratch_folder() / name;
  std::ofstream(path, std::ios::binary) << text;
  return "@" + path.string();
}

ResolvedCell cell(const std::string& method, const std::string& problem, const std::string& formulation,
                  const std::string& step, Precision precision = Precision::double_) {
  CellRequest request;
  request.problem = expand(problem).front();
  request.formulation = {formulation, {}};
  request.method = {method, {}};
  request.step = step;
  request.settings["t_end"] = "1";
  request.settings["precision"] = precision_name(precision);
  return resolve(request);
}

RunResult run(const ResolvedCell& c) { return run_cell(c, {}); }

void expect_same_final_state(const std::string& from_file, const std::string& built_in) {
  for (const auto precision : {Precision::double_, Precision::long_, Precision::quad_}) {
    const auto one = run(cell(from_file, "pendulum(angle=-0.7,rate=1.5)", "index1", "1/50", precision));
    const auto two = run(cell(built_in, "pendulum(angle=-0.7,rate=1.5)", "index1", "1/50", precision));
    ASSERT_EQ(one.status, Status::ok) << one.reason;
    EXPECT_EQ(one.metrics, two.metrics) << precision_name(precision);
    EXPECT_EQ(to_json(one).at("final"), to_json(two).at("final")) << precision_name(precision);
  }
}

TEST(MethodFile, ACopyHasTheBitsOfTheBuiltInMethod) {
  expect_same_final_state(file_with(erk4_text, "erk4.toml"), "erk4");
  expect_same_final_state(file_with(radau_text, "radau.toml"), "radau-iia");
}

TEST(MethodFile, KnowsItsOrderAndComparesItWithTheClaim) {
  const auto radau = method_from_text(radau_text, "@radau.toml");
  EXPECT_EQ(radau->method.info.name, "@radau.toml");
  EXPECT_EQ(radau->method.info.order, 5);
  EXPECT_EQ(radau->note, "");
  const auto bold = method_from_text(sdirk_text + "order = 3\n", "@bold.toml");
  EXPECT_EQ(bold->note, "@bold.toml claims order 3, but its order conditions hold only up to order 2");
}

TEST(MethodFile, NumbersKeepTheDigitsOfTheFile) {
  const auto m = method_from_text("schema = 1\nname = \"m\"\na = [[0.12345678901234567890123]]\nb = [1.0]\n", "m.toml");
  EXPECT_EQ(m->method.tableau({}).a.front(), "0.12345678901234567890123");
}

TEST(MethodFile, ItsContentIsPartOfTheCell) {
  const auto name = file_with(sdirk_text, "sdirk.toml");
  const auto one = cell(name, "pendulum", "index2", "1/50");
  EXPECT_EQ(one.text().method, name);
  EXPECT_THAT(one.text().method_parameters, HasSubstr("content=" + method_file(name).content));
  const auto edited = method_from_text(sdirk_text + "# edited\n", name);
  EXPECT_NE(edited->content, method_file(name).content);
  auto other = one.text();
  other.method_parameters = "newton=full,content=" + edited->content;
  EXPECT_NE(one.id(), id(other));
  EXPECT_THAT([&] { resolve(other); }, testing::ThrowsMessage<UsageError>(HasSubstr(
                                           "the file was edited: the requested content is " + edited->content)));
}

TEST(MethodFile, RunsOnConstraintsWithItsOrder) {
  const auto name = file_with(sdirk_text, "sdirk.toml");
  for (const std::string formulation : {"index1", "index2"}) {
    const auto coarse = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", formulation, "1/100"));
    const auto fine = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", formulation, "1/200"));
    ASSERT_EQ(fine.status, Status::ok) << fine.reason;
    EXPECT_NEAR(std::log2(coarse.metrics.at("end.q").value() / fine.metrics.at("end.q").value()), 2, 0.1)
        << formulation;
  }
}

std::string refusal(const std::string& text) {
  return refusal_of([&] { method_from_text("schema = 1\nname = \"m\"\n" + text, "@m.toml"); });
}

TEST(MethodFile, MistakesAreReportedWithTheirPlace) {
  EXPECT_EQ(refusal("a = [[0, 0], [1, 0]]\nb = [\"1/2\", \"1/2\"]"), "accepted");
  const std::pair<const char*, const char*> mistakes[] = {
      {"a = [[0, 0], [1]]\nb = [0.5, 0.5]", "contradiction m.toml:3:14 a"},
      {"a = [[0, 0]]\nb = [0.5, 0.5]", "contradiction m.toml:3:5 a"},
      {"a = [[0, 0], [1, 0]]\nb = [0.5, 0.5]\nc = [1]", "contradiction m.toml:5:5 c"},
      {"a = [[0, 0], [1, 0]]\nb = [0.5, 0.5]\nc = [0, 0.5]", "contradiction m.toml:3:14 a"},
      {"a = [[0, 0], [1, 0]]", "missing m.toml:1:1 b"},
      {"a = [[0, 0], [1, 0]]\nb = [0.5, 0.4]", "contradiction m.toml:4:5 b"},
      {"a = [[0, 0], [1, 0]]\nb = [0.5, 0.5]\nd = 1", "unknown-name m.toml:5:1 d"},
      {"a = [[\"1/4 -\"]]\nb = [1]", "malformed m.toml:3:7 a"},
      {"a = [[true]]\nb = [1]", "wrong-kind m.toml:3:7 a"},
      {"a = [[inf]]\nb = [1]", "malformed m.toml:3:7 a"},
      {"a = 1\nb = [1]", "wrong-kind m.toml:3:5 a"},
      {"a = [[0]]\nb = [1]\nalpha = [1, -1]", "missing m.toml:1:1"},
      {"", "missing m.toml:1:1"},
      {"a = [[0]]\nb = [1]\norder = \"2\"", "out-of-range m.toml:5:9 order"},
      {"a = [[0]]\nb = [1", "malformed m.toml:4:5"},
      {"alpha = [1, -1]", "missing m.toml:1:1 beta"},
      {"alpha = [1, -1]\nbeta = [1, 0, 1]", "contradiction m.toml:4:8 beta"},
      {"alpha = [0, -1]\nbeta = [1, 0]", "out-of-range m.toml:3:9 alpha"},
      {"alpha = [1, -0.9]\nbeta = [1, 0]", "contradiction m.toml:3:9 alpha"},
      {"alpha = [1, -1]\nbeta = [1, 1]", "contradiction m.toml:4:8 beta"},
      {"base = \"rattle\"", "missing m.toml:3:8 base"},
      {"composition = [1]", "missing m.toml:1:1 base"},
      {"base = \"erk4\"\ncomposition = [1]", "unknown-name m.toml:3:8 base"},
      {"base = \"rattle\"\ncomposition = [0.5, 0.4]", "contradiction m.toml:4:15 composition"},
      {"base = \"rattle\"\ncomposition = [1]\nb = [1]", "contradiction m.toml:5:5 b"}};
  for (const auto& [text, code] : mistakes) EXPECT_EQ(refusal(text), code) << text;
  EXPECT_EQ(refusal_of([] { method_file("@/nowhere/m.toml"); }), "unreadable");
}

// Adams formulas have two values alpha, and BDF one beta.
TEST(MethodFile, FillsTheShorterListOfAFormulaWithZeros) {
  const auto adams = method_from_text(
      "schema = 1\nname = \"m\"\nalpha = [1, -1]\nbeta = [\"3/8\", \"19/24\", \"-5/24\", \"1/24\"]\n", "@adams.toml");
  EXPECT_EQ(adams->method.info.order, 4);
  EXPECT_EQ(adams->method.multistep({}).alpha, (std::vector<std::string>{"1", "-1", "0", "0"}));
  const auto bdf = method_from_text("schema = 1\nname = \"m\"\nalpha = [3, -4, 1]\nbeta = [2]\n", "@bdf.toml");
  EXPECT_EQ(bdf->method.info.order, 2);
}

// Crouzeix's method: gamma = 1/2 + cos(pi/18)/sqrt(3).
TEST(MethodFile, EntriesMayHavePowersAndFunctions) {
  const auto gamma = std::string("1/2 + cos(pi/18)/sqrt(3)");
  const auto crouzeix = method_from_text(
      fmt::format("schema = 1\nname = \"m\"\n"
                  "a = [[\"{0}\", 0, 0], [\"1/2 - ({0})\", \"{0}\", 0], [\"2*({0})\", \"1 - 4*({0})\", \"{0}\"]]\n"
                  "b = [\"{1}\", \"1 - 2*{1}\", \"{1}\"]\n",
                  gamma, "1/(6*(1 - 2*(" + gamma + "))^2)"),
      "@crouzeix.toml");
  EXPECT_EQ(crouzeix->method.info.order, 4);
  EXPECT_EQ(refusal("a = [[\"cosine(1)\"]]\nb = [1]"), "malformed m.toml:3:7 a");
}

// An unknown key suggests a method that a file cannot define.
TEST(MethodFile, ARefusedKeyNamesTheOtherWays) {
  EXPECT_THAT([] { method_from_text("schema = 1\nname = \"m\"\nrosenbrock = 1\n", "@m.toml"); },
              testing::ThrowsMessage<UsageError>(
                  testing::AllOf(HasSubstr("rosenbrock"), HasSubstr("docs/python.md"), HasSubstr("shared library"))));
}

const std::string pair_text = R"(schema = 1
name = "heun-euler"
a = [[0, 0], [1, 0]]
b = ["1/2", "1/2"]
embedded = [1, 0]
)";

ResolvedCell controlled_cell(const std::string& method, const std::map<std::string, std::string>& overrides) {
  CellRequest request;
  request.problem = expand("pendulum(angle=-0.7,rate=1.5)").front();
  request.formulation = {"index1", {}};
  request.method = {method, overrides};
  request.step = "1/4";
  request.settings["t_end"] = "1";
  return resolve(request);
}

// Fails if a tolerance is ignored, if a cell forgets it, or if the short name of a run hides it.
TEST(MethodFile, AToleranceControlsTheSteps) {
  const auto name = file_with(pair_text, "pair.toml");
  const auto fixed = controlled_cell(name, {}), coarse = controlled_cell(name, {{"rtol", "1e-4"}, {"atol", "1e-4"}}),
             fine = controlled_cell(name, {{"rtol", "1e-8"}, {"atol", "1e-8"}});
  EXPECT_TRUE(fixed.method().info.fixed_step);
  EXPECT_FALSE(fine.method().info.fixed_step);
  EXPECT_EQ(&resolve(fine.text()).method(), &fine.method());
  EXPECT_EQ(resolve(fine.text()).id(), fine.id());
  EXPECT_NE(short_method(controlled_cell(name, {{"rtol", "1e-8"}})), short_method(fixed));
  const auto of_coarse = run(coarse), of_fine = run(fine);
  ASSERT_EQ(of_fine.status, Status::ok) << of_fine.reason;
  EXPECT_LT(of_fine.metrics.at("end.q").value(), of_coarse.metrics.at("end.q").value() / 1000);
  EXPECT_LT(of_coarse.metrics.at("end.q").value(), run(fixed).metrics.at("end.q").value());
}

TEST(MethodFile, RefusesAToleranceThatItCannotMeet) {
  const std::map<std::string, std::string> overrides = {{"rtol", "1e-6"}};
  const auto refusal_with = [&](const std::string& text, const std::string& file) {
    const auto name = file_with(text, file);
    try {
      controlled_cell(name, overrides);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal_with(sdirk_text, "no_pair.toml"),
              HasSubstr("rtol and atol: step control needs the key 'embedded'"));
  EXPECT_THAT(refusal_with(radau_text + "embedded = [\"1/3\", \"1/3\", \"1/3\"]\n", "full.toml"),
              HasSubstr("fully implicit"));
  EXPECT_THAT(refusal_with("schema = 1\nname = \"m\"\nalpha = [1, -1]\nbeta = [1]\n", "formula.toml"),
              HasSubstr("multistep formula"));
  EXPECT_THAT(refusal_with("schema = 1\nname = \"m\"\na = [[0, 0], [1, 0]]\nb = [0.5, 0.5]\nembedded = [0.9, 0]\n",
                           "wrong.toml"),
              HasSubstr("their sum must be 1"));
}

TEST(MethodFile, ComparesTheOrderOfEmbeddedWeightsWithTheClaim) {
  EXPECT_EQ(method_from_text(pair_text + "embedded_order = 1\n", "@pair.toml")->note, "");
  EXPECT_EQ(method_from_text(pair_text + "embedded_order = 2\n", "@bold.toml")->note,
            "@bold.toml claims embedded_order 2, but the embedded weights' order conditions hold only up to order 1");
  EXPECT_EQ(refusal("a = [[0]]\nb = [1]\nembedded_order = 1"), "missing m.toml:5:18 embedded_order");
}

const std::string rosenbrock_text = R"toml(schema = 1
name = "ros2"
a = [[0, 0], [1, 0]]
gamma = [["1 - sqrt(2)/2", 0], ["-2 + sqrt(2)", "1 - sqrt(2)/2"]]
b = ["1/2", "1/2"]
)toml";

TEST(MethodFile, MayHoldARosenbrockMethod) {
  const auto ros2 =
      method_from_text(rosenbrock_text + "order = 2\nembedded = [1, 0]\nembedded_order = 1\n", "@ros2.toml");
  EXPECT_EQ(ros2->note, "");
  EXPECT_EQ(ros2->method.info.order, 2);
  EXPECT_EQ(ros2->embedded_order, 1);
  EXPECT_TRUE(ros2->adaptive);
  EXPECT_EQ(method_from_text(rosenbrock_text + "order = 3\n", "@ros2.toml")->note,
            "@ros2.toml claims order 3, but its order conditions hold only up to order 2");
  const auto name = file_with(rosenbrock_text, "ros2.toml");
  for (const std::string formulation : {"ode", "index1"}) {
    const auto coarse = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", formulation, "1/100"));
    const auto fine = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", formulation, "1/200"));
    ASSERT_EQ(fine.status, Status::ok) << fine.reason;
    EXPECT_NEAR(std::log2(coarse.metrics.at("end.q").value() / fine.metrics.at("end.q").value()), 2, 0.1);
  }
}

TEST(MethodFile, RefusesRosenbrockMethodsThatAreNone) {
  EXPECT_EQ(refusal("a = [[0]]\ngamma = [[\"1/2\"]]\nb = [1]\nc = [0]"), "contradiction m.toml:6:5 c");
  EXPECT_EQ(refusal("gamma = [[\"1/2\"]]\nb = [1]"), "missing m.toml:1:1 a");
  EXPECT_EQ(refusal("a = [[1]]\ngamma = [[1]]\nb = [1]"), "contradiction m.toml:3:6 a");
  EXPECT_EQ(refusal("a = [[0, 0], [1, 0]]\ngamma = [[1, 1], [0, 1]]\nb = [1, 0]"), "contradiction m.toml:4:10 gamma");
  EXPECT_EQ(refusal("a = [[0, 0], [1, 0]]\ngamma = [[1, 0], [0, 2]]\nb = [1, 0]"), "contradiction m.toml:4:18 gamma");
  EXPECT_EQ(refusal("a = [[0]]\ngamma = [[0]]\nb = [1]"), "out-of-range m.toml:4:9 gamma");
  EXPECT_EQ(refusal("a = [[0]]\ngamma = [[\"1/3\"]]\nb = [1]"), "out-of-range m.toml:4:9 gamma");  // R(inf) = -2
  EXPECT_EQ(refusal("a = [[0]]\ngamma = [[1]]\nb = [2]"), "contradiction m.toml:5:5 b");
}

// If the sum of weights differs slightly from 1, the message must advise a value that the key `digits` allows.
TEST(MethodFile, AdvisesDigitsThatAreAllowed) {
  const auto text = [](const std::string& digits) {
    return "schema = 1\nname = \"m\"\n" + digits + "a = [[\"1/2\"]]\nb = [\"1 - 1/10^85\"]\n";
  };
  EXPECT_THAT([&] { method_from_text(text(""), "@m.toml"); },
              testing::ThrowsMessage<UsageError>(HasSubstr("set digits = 50")));
  EXPECT_EQ(method_from_text(text("digits = 50\n"), "@m.toml")->method.info.order, 2);
}

// Fails if texts of a file are printed in tables or messages without a check, or if too large expressions are rejected
// only when they are summed.
TEST(MethodFile, RefusesWhatIsTooLargeOrNotPrintable) {
  const auto nested = [](std::size_t n) { return std::string(n, '(') + "1" + std::string(n, ')'); };
  const auto entry = [](const std::string& text) { return "a = [[\"" + text + "\"]]\nb = [1]"; };
  EXPECT_EQ(refusal(entry(nested(90))), "accepted");
  EXPECT_EQ(refusal(entry(nested(99))), "out-of-range m.toml:3:7 a");
  std::string sum = "1";
  while (sum.size() <= 10'000) sum += " + 1 - 1";
  EXPECT_EQ(refusal(entry(sum)), "out-of-range m.toml:3:7 a");
  try {
    method_from_text("schema = 1\nname = \"m\"\n" + entry(std::string(9'999, '1') + "x"), "@m.toml");
  } catch (const UsageError& e) {
    EXPECT_LT(std::string_view(e.what()).size(), 300u);
  }
  std::string many = "0";
  for (int i = 0; i < 64; ++i) many += ", 0";
  EXPECT_EQ(refusal("a = [[0]]\nb = [" + many + "]"), "out-of-range m.toml:4:5 b");
  const std::string good = "a = [[0]]\nb = [1]\n";
  EXPECT_EQ(refusal(good + R"(title = "\u001b[31mred")"), "malformed m.toml:5:9 title");
  EXPECT_EQ(refusal(good + R"(source = "two\nlines")"), "malformed m.toml:5:10 source");
  EXPECT_EQ(refusal(good + "title = \"" + std::string(201, 't') + "\""), "out-of-range m.toml:5:9 title");
  EXPECT_THAT([] { method_file("@a\x1b[31m.toml"); },
              testing::ThrowsMessage<UsageError>(HasSubstr("'@a\\x1b[31m.toml': control characters")));
}

// Fails if the reader hangs on an endless file, or accepts a folder as an empty file.
TEST(MethodFile, IsARegularFile) {
  for (const char* none : {"@/dev/zero", "@/"}) EXPECT_EQ(refusal_of([&] { method_file(none); }), "unreadable") << none;
}

TEST(MethodFile, TheExamplesAreWhatTheySay) {
  const std::filesystem::path folder = "examples/methods";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "not in the source folder";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_EQ(method_file("@" + entry.path().string()).note, "") << entry.path();
  }
}

// The composition of RATTLE has the order of its conditions under constraints too.
TEST(MethodFile, ACompositionRunsOnConstraints) {
  const auto name = file_with(R"(schema = 1
name = "triple-jump"
order = 4
base = "rattle"
composition = [1.351207191959657634, -1.702414383919315268, 1.351207191959657634]
)",
                              "jump.toml");
  EXPECT_EQ(method_file(name).note, "");
  EXPECT_EQ(method_file(name).method.info.order, 4);
  const auto coarse = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", "index3", "1/50", Precision::quad_));
  const auto fine = run(cell(name, "pendulum(angle=-0.7,rate=1.5)", "index3", "1/100", Precision::quad_));
  ASSERT_EQ(fine.status, Status::ok) << fine.reason;
  for (const char* metric : {"end.q", "end.v"})
    EXPECT_NEAR(std::log2(coarse.metrics.at(metric).value() / fine.metrics.at(metric).value()), 4, 0.15) << metric;
}

// Fails if the example on the documentation page differs from the shipped file.
TEST(MethodFile, ItsPageShowsAnExample) {
  const auto text = [](const char* path) {
    std::ifstream in(path);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const auto example = text("examples/methods/sdirk2.toml");
  if (example.empty()) GTEST_SKIP() << "not in the source folder";
  EXPECT_THAT(text("docs/method-files.md"), HasSubstr("```toml\n" + example + "```\n"));
}

}  // namespace
}  // namespace plumb
