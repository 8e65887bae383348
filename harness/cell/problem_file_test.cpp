// Problems from files in cells: names, hashes of their contents, errors.

#include "harness/cell/problem_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* crank = "@examples/mechanisms/crank.toml";

ResolvedCell cell_of_file(const std::string& problem, const std::string& t_end) {
  CellRequest request;
  request.problem = expand(problem).front();
  request.formulation = {"index3", {}};
  request.method = {"bdf2", {}};
  request.step = "1e-3";
  request.settings["t_end"] = t_end;
  return resolve(request);
}

/// Writes a copy of the example crank.toml with one replaced line. Returns the selector of the copy.
std::string edited_crank(const std::string& line, const std::string& into, const std::string& name) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  const auto found = text.find(line);
  EXPECT_NE(found, std::string::npos) << line;
  const auto path = scratch_folder() / name;
  std::ofstream(path, std::ios::binary) << text.replace(found, line.size(), into);
  return "@" + path.string();
}

TEST(ProblemFile, RunsWithItsParameters) {
  const auto slow = cell_of_file(std::string(crank) + "(speed=2)", "0.01"), fast = cell_of_file(crank, "0.01");
  EXPECT_EQ(slow.problem().parameters.front().name, "speed");
  EXPECT_THAT(slow.text().problem_parameters, HasSubstr("speed=2"));
  EXPECT_NE(slow.id(), fast.id());
  const auto result = run_cell(slow, {});
  EXPECT_EQ(result.status, Status::ok) << result.reason;
}

TEST(ProblemFile, ACellIsNamedByTheContent) {
  const auto one = cell_of_file(crank, "0.01");
  EXPECT_THAT(one.text().problem_parameters, HasSubstr("content="));
  EXPECT_EQ(resolve(one.text()).id(), one.id());
  const auto other = edited_crank("mass = 0.5", "mass = 0.6", "heavier.toml");
  EXPECT_NE(cell_of_file(other, "0.01").data().text("content"), one.data().text("content"));
  auto gone = one.text();
  gone.problem = other;
  EXPECT_EQ(refusal_of([&] { resolve(gone); }), "contradiction");
}

/// Writes a problem file and a table road.csv with these texts into the folder `subfolder`. Returns the parameter
/// `content` of the problem.
std::string id_with_table(const std::string& subfolder, const std::string& toml, const std::string& csv) {
  const auto path = scratch_folder() / subfolder;
  std::filesystem::create_directories(path);
  std::ofstream(path / "file.toml", std::ios::binary) << toml;
  std::ofstream(path / "road.csv", std::ios::binary) << csv;
  const auto& problem = problem_file("@" + (path / "file.toml").string());
  return Parameters(problem.parameters, {}).text("content");
}

// A problem with an edited table must be another problem, for mechanisms and for equations.
TEST(ProblemFile, ACellIsNamedByTheContentOfItsTables) {
  const std::string equations =
      "schema = 1\nname = \"x\"\nt_end = 1\n[[coordinate]]\nname = \"x\"\n[tables]\nf = { file = \"road.csv\" }\n"
      "[equations]\nforce = [\"f(t)\"]\n";
  const std::string mechanism =
      "schema = 1\nname = \"x\"\nt_end = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, "
      "0]\n"
      "[[force]]\nname = \"f\"\nkind = \"force\"\nbody = \"b\"\nvector = [1, 0, 0]\ntable = { file = \"road.csv\" }\n";
  for (const auto& toml : {equations, mechanism}) {
    const auto kind = toml == equations ? std::string("e") : std::string("m");
    const auto one = id_with_table(kind + "1", toml, "t,f\n0,0\n1,2\n");
    EXPECT_EQ(id_with_table(kind + "2", toml, "t,f\n0,0\n1,2\n"), one);
    EXPECT_NE(id_with_table(kind + "3", toml, "t,f\n0,0\n1,3\n"), one);
  }
  EXPECT_EQ(
      refusal_of([&] { id_with_table("wrong", mechanism, "t,f\n0,0\n1,2\n0.5,1\n"); }, scratch_folder() / "wrong"),
      "out-of-range road.csv:4:1");
  EXPECT_EQ(refusal_of([&] { id_with_table("text", mechanism, "t,f\n0,0\n1,high\n"); }, scratch_folder() / "text"),
            "malformed road.csv:3:3");
  EXPECT_EQ(refusal_of([&] { id_with_table("short", mechanism, "t,f\n0,0\n0.5,1\n"); }, scratch_folder() / "short"),
            "out-of-range file.toml:9:1 force");
}

TEST(ProblemFile, MistakesOfTheAssembledMechanismHaveTheirPlaceToo) {
  const auto refused = [](const std::string& line, const std::string& into, const std::string& name) {
    const auto file = edited_crank(line, into, name);
    const auto out = refusal_of([&] { problem_file(file); });
    const auto path = out.find(file.substr(1));
    return path == std::string::npos ? out : out.substr(0, path) + out.substr(path + file.size() - 1 - name.size());
  };
  EXPECT_EQ(refused("point = [\"rod/2\", 0, 0]", "point = [\"rod/3\", 0, 0]\nframe = \"body\"", "broken-table.toml"),
            "malformed broken-table.toml:57:12");
  EXPECT_EQ(refused("start = \"correct\"", "start = \"refuse\"", "jump.toml"), "contradiction jump.toml:67:1 driver");
  EXPECT_EQ(refused("kind = \"spherical\"", "kind = \"revolute\"\naxis = [0, 1, 0]", "twice.toml"),
            "contradiction twice.toml:47:1 joint");
}

TEST(ProblemFile, WhatKeepsAMechanismFromJointCoordinatesHasItsPlace) {
  const auto refused = [](const char* problem) {
    CellRequest request;
    request.problem = {problem, {}};
    request.formulation = {"ode", {}};
    request.method = {"erk4", {}};
    request.step = "1e-3";
    return refusal_of([&] { resolve(request); });
  };
  EXPECT_EQ(refused("@examples/mechanisms/rolling-disk.toml"),
            "unknown-name examples/mechanisms/rolling-disk.toml:40:1 joint");
  EXPECT_THAT(refused("shaft"), HasSubstr("shaft/mechanism.toml"));
  EXPECT_EQ(refused("fekete"), "unknown-name formulation");
  EXPECT_EQ(refused("@examples/mechanisms/bennett.toml"), "accepted");
}

TEST(ProblemFile, WhatIsNoFileIsReportedAsForMethods) {
  EXPECT_EQ(refusal_of([] { problem_file("@nowhere.toml"); }), "unreadable");
  EXPECT_EQ(refusal_of([] { problem_file("@examples"); }), "unreadable");
  EXPECT_EQ(refusal_of([] { problem_file("@examples/methods/sdirk2.toml"); }), "wrong-kind");
  EXPECT_EQ(refusal_of([] { problem_file("@examples/study.toml"); }), "wrong-kind");
  EXPECT_EQ(refusal_of([] { problem_file("@a\x1b[31m.toml"); }), "not-allowed");
}

TEST(ProblemFile, EveryExampleIsAProblem) {
  int read = 0;
  for (const char* examples : {"examples/mechanisms", "examples/robots"})
    for (const auto& file : std::filesystem::directory_iterator(examples)) {
      if (file.path().extension() == ".md" || !file.path().has_extension()) continue;  // notes and scripts
      const auto& problem = problem_file("@" + file.path().string());
      EXPECT_FALSE(problem.outputs.empty()) << problem.name;
      ++read;
    }
  EXPECT_GE(read, 9);
}

TEST(ProblemFile, ARobotIsPartOfTheContent) {
  const auto& place = scratch_folder();
  const auto text = file_text("examples/robots/iiwa14.urdf", "the robot");
  const auto with = [&](const std::string& name, const std::string& urdf) {
    std::ofstream(place / (name + ".urdf"), std::ios::binary) << urdf;
    std::ofstream(place / (name + ".toml"), std::ios::binary)
        << "schema = 1\nname = \"arm\"\nt_end = 1\n[urdf]\nfile = \"" << name << ".urdf\"\n";
    const auto& problem = problem_file("@" + (place / (name + ".toml")).string());
    return Parameters(problem.parameters, {}).text("content");
  };
  auto heavier = text;
  heavier.replace(heavier.find("value=\"5.76\""), 12, "value=\"5.77\"");
  EXPECT_NE(with("plumb-arm-a", text), with("plumb-arm-b", heavier));
}

TEST(ProblemFile, ARobotRunsInJointCoordinatesAndInSpace) {
  const auto& problem = problem_file("@examples/robots/iiwa14.toml");
  EXPECT_EQ(problem.formulations.front().name, "ode");
  EXPECT_THAT(problem.source, HasSubstr("ignored contents of examples/robots/iiwa14.urdf: damping, limit"));
  EXPECT_EQ(problem_file("@examples/robots/solo12.toml").formulations.front().name, "ode") << "its base floats";
}

}  // namespace
}  // namespace plumb
