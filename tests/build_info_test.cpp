// The fingerprint of a build, which is part of the key of stored results, changes with every input that can change a
// number, and with no other input.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Definitions = std::map<std::string, std::string>;

class BuildInfo : public testing::Test {
 protected:
  BuildInfo() {
    write("harness/run/step.cpp", "int step() { return 1; }\n");
    write("harness/CMakeLists.txt", "plumb_module(harness STEPS run)\n");
    write("harness/run/step_test.cpp", "int test;\n");
    write("cmake/PlumbFlags.cmake", "set(PLUMB_NUMERIC_FLAGS -ffp-contract=off)\n");
  }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder / path).parent_path());
    std::ofstream(folder / path) << text;
  }

  /// Returns the fingerprint in the file that the build writes.
  std::string fingerprint(const Definitions& overrides = {}) const {
    Definitions all = {{"source_dir", folder.string()},
                       {"output", (folder / "build_info.cpp").string()},
                       {"version", "0.1.0"},
                       {"compiler", "GNU 12.2.0"},
                       {"flags", "-O2 -DNDEBUG"},
                       {"build_type", "Release"},
                       {"instructions", "x86_64"},
                       {"libraries", "Eigen 3.4.0|Boost 1.74.0"}};
    for (const auto& [name, value] : overrides) all[name] = value;
    std::string command = "cmake";
    for (const auto& [name, value] : all) command += " '-D" + name + "=" + value + "'";
    EXPECT_EQ(std::system((command + " -P cmake/WriteBuildInfo.cmake").c_str()), 0);
    std::ostringstream text;
    text << std::ifstream(folder / "build_info.cpp").rdbuf();
    std::smatch found;
    const auto written = text.str();
    EXPECT_TRUE(std::regex_search(written, found, std::regex(R"re(\.fingerprint = "([0-9a-f]{64})")re"))) << written;
    return found.size() < 2 ? "" : found[1].str();
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

TEST_F(BuildInfo, OfTheSameBuildTheKeyIsTheSame) {
  const auto before = fingerprint();
  EXPECT_EQ(fingerprint(), before);
  write("harness/run/step_test.cpp", "int another_test;\n");
  write("harness/speed/pairs.hpp", "int benchmark;\n");
  write("problems/beam/study.toml", "schema = 1\n");
  write("README.md", "changed\n");
  EXPECT_EQ(fingerprint(), before) << "tests, benchmarks, studies and pages change no number";
}

TEST_F(BuildInfo, TheKeyHoldsCompilerFlagsInstructionsAndLibraries) {
  const auto before = fingerprint();
  for (const auto& [name, value] : Definitions{{"compiler", "GNU 13.1.0"},
                                               {"flags", "-O3 -march=native -DNDEBUG"},
                                               {"build_type", "Debug"},
                                               {"instructions", "x86_64 with AVX-512"},
                                               {"libraries", "Eigen 3.4.1|Boost 1.74.0"}})
    EXPECT_NE(fingerprint({{name, value}}), before) << name;
}

// Results of the first stage of scripts/reproduce, which lacks SUNDIALS, must be valid in the second stage.
TEST_F(BuildInfo, TheKeyDoesNotDependOnALibraryThatTheBuildLacks) {
  const Definitions complete = {{"libraries", "Eigen 3.4.0|SUNDIALS 6.4.1"}};
  auto lacking = complete;
  lacking["lacking"] = "SUNDIALS 6.4.1";
  const auto text = [&] {
    std::ostringstream written;
    written << std::ifstream(folder / "build_info.cpp").rdbuf();
    return written.str();
  };
  const auto key = fingerprint(complete);
  EXPECT_NE(text().find("SUNDIALS"), std::string::npos);
  EXPECT_EQ(fingerprint(lacking), key);
  EXPECT_EQ(text().find("SUNDIALS"), std::string::npos) << "results must not name a library that is not used";
}

TEST_F(BuildInfo, TheKeyHoldsEverySourceAndWhatChoosesItsFlags) {
  auto before = fingerprint();
  for (const char* path :
       {"harness/run/step.cpp", "harness/run/new.hpp", "harness/CMakeLists.txt", "cmake/PlumbFlags.cmake",
        "cmake/PlumbModule.cmake", "numerics/scalar.hpp", "problems/shaft/outputs.json"}) {
    write(path, "int step() { return 2; }\n");
    const auto after = fingerprint();
    EXPECT_NE(after, before) << path;
    before = after;
  }
}

}  // namespace
}  // namespace plumb
