// Files and functions must be short: this test limits their numbers of lines.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 350, longest_function = 45;

/// Files that may be longer, each with the reason why it is not split.
const std::map<std::string, std::string> longer_files = {
    {"methods/analysis/polynomial.cpp", "one kind of number: polynomials with exact coefficients"},
    {"methods/implicit/stage_solver.hpp", "one class: the equations of all stages"},
    {"problems/mbs/force_elements.hpp", "the laws of all force elements, which one variant holds"},
    {"problems/mbs/assembly.cpp", "one class, with a short function for each kind of item"},
    {"problems/mbs/multibody_factors.cpp", "two kinds of factors with one numbering of unknowns"}};

std::vector<fs::path> sources() {
  std::vector<fs::path> out;
  for (const char* room : {"contract", "harness", "interface", "library", "methods", "numerics", "problems", "python",
                           "reference", "tests", "text"})
    for (const auto& entry : fs::recursive_directory_iterator(room)) {
      const auto name = entry.path().string();
      const bool is_source = name.ends_with(".cpp") || name.ends_with(".hpp");
      if (is_source && !name.ends_with("_test.cpp") && name.find("/testing/") == name.npos) out.push_back(name);
    }
  return out;
}

std::vector<std::string> lines_of(std::istream& in) {
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

struct Function {
  std::size_t begin, lines;
};

/// Returns the functions of namespaces and of classes in them. In the formatter's layout, a function begins with a line
/// at this indentation that ends with an opening brace, and ends with a closing brace at the same indentation.
std::vector<Function> functions_in(const std::vector<std::string>& lines) {
  static const std::regex other(R"(\s*(namespace|class|struct|enum|union|extern|template <.*> (class|struct)|\}).*)");
  std::vector<Function> out;
  for (const std::string indent : {"", "  "}) {
    std::size_t begin = 0;
    bool inside = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto& line = lines[i];
      const bool is_at_indent = line.starts_with(indent) && line.size() > indent.size() && line[indent.size()] != ' ';
      if (!inside && is_at_indent && line.ends_with(") {") && !std::regex_match(line, other)) {
        inside = true;
        begin = i;
      } else if (inside && line.starts_with(indent + "}")) {
        inside = false;
        if (line == indent + "}") out.push_back({begin + 1, i - begin + 1});
      }
    }
  }
  return out;
}

TEST(Sources, AreFilesOfModerateLength) {
  std::size_t seen = 0;
  for (const auto& source : sources()) {
    std::ifstream file(source);
    const auto length = lines_of(file).size();
    ++seen;
    EXPECT_TRUE(length <= longest_file || longer_files.contains(source.string())) << source << " has " << length;
  }
  EXPECT_GT(seen, 800U);
  for (const auto& [name, why] : longer_files) {
    std::ifstream file(name);
    EXPECT_GT(lines_of(file).size(), longest_file) << name << " is no exception any more";
  }
}

TEST(Sources, HaveFunctionsThatFitAScreen) {
  std::size_t seen = 0;
  for (const auto& source : sources()) {
    std::ifstream file(source);
    const auto functions = functions_in(lines_of(file));
    seen += functions.size();
    for (const auto& [begin, length] : functions)
      EXPECT_LE(length, longest_function) << source.string() << ":" << begin << " has a function of " << length;
  }
  EXPECT_GT(seen, 3000U);
}

// Detects errors of functions_in(): overlooked functions, or two functions counted as one.
TEST(Sources, AreReadForFunctions) {
  std::istringstream text(
      "namespace a {\nint f(int x) {\n  if (x) {\n    return 1;\n  }\n  return 2;\n}\nstruct S {\n  void g() {\n    "
      "h();\n"
      "  }\n  int x;\n};\n}  // namespace a\n");
  const auto found = functions_in(lines_of(text));
  ASSERT_EQ(found.size(), 3U);  // the block inside f is not a function
  EXPECT_EQ(found[0].begin, 2U);
  EXPECT_EQ(found[0].lines, 6U);
  EXPECT_EQ(found[2].lines, 3U);
}

}  // namespace
}  // namespace plumb
