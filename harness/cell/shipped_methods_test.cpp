// Tests of the method files of the program: their orders, and how their names are found.

#include "harness/cell/shipped_methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "harness/cell/method_file.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// Fails if a method file of the program cannot be read, lacks a claim, or claims another order than its order
// conditions have. The conditions of one-step methods are computed up to order `largest_tree`.
TEST(ShippedMethods, HaveTheirOrders) {
  const fs::path shipped_folder = "methods/files";
  if (!fs::exists(shipped_folder)) GTEST_SKIP() << "not in the source folder";
  const auto files = shipped_methods();
  EXPECT_GE(files.size(), 60U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.file);
    const auto& method = method_file("@" + (shipped_folder / file.file).string());
    const int last = file.kind == "multistep" ? file.order : largest_tree;
    const bool is_complete = file.order <= last && file.embedded_order <= last;
    EXPECT_EQ(method.note.empty(), is_complete) << method.note;
    EXPECT_EQ(method.method.info.order, std::min(file.order, last));
    EXPECT_EQ(method.embedded.empty(), file.embedded_order == 0);
    EXPECT_EQ(method.embedded_order, std::min(file.embedded_order, largest_tree));
    EXPECT_GT(file.order, 0);
    EXPECT_NE(file.title, "");
    EXPECT_NE(file.source, "");
  }
}

// Fails if a wrong kind or number of stages is listed.
TEST(ShippedMethods, AreListedWithKindAndStages) {
  const auto files = shipped_methods();
  if (files.empty()) GTEST_SKIP() << "no files of the program";
  const auto line = [&](const std::string& name) {
    const auto found = std::ranges::find(files, name + ".toml", &ShippedMethod::file);
    return found == files.end() ? "missing" : found->kind + " " + std::to_string(found->stages);
  };
  EXPECT_EQ(line("verner98"), "explicit 16");
  EXPECT_EQ(line("kvaerno54"), "diagonally implicit 7");
  EXPECT_EQ(line("lobatto-iiia5"), "implicit 5");
  EXPECT_EQ(line("adams-moulton4"), "multistep 3");
  EXPECT_EQ(line("yoshida6a"), "composition 7");
}

// Fails if a file in the working directory does not hide the file of the program, if the name is not found in other
// folders, or if the content of the file does not identify the method.
TEST(ShippedMethods, AreFoundByName) {
  if (shipped_methods().empty()) GTEST_SKIP() << "no files of the program";
  const auto before = fs::current_path(), elsewhere = fs::path(scratch_folder()) / "elsewhere";
  fs::create_directories(elsewhere);
  fs::current_path(elsewhere);
  const auto shipped = path_of_method_file("verner98.toml"), missing = path_of_method_file("no-such.toml");
  const auto& method = method_file("@verner98.toml");
  std::ofstream("verner98.toml") << "schema = 1\n";
  const auto own = path_of_method_file("verner98.toml");
  fs::current_path(before);
  EXPECT_EQ(shipped.filename(), "verner98.toml");
  EXPECT_TRUE(shipped.has_parent_path());
  EXPECT_EQ(missing, "no-such.toml");
  EXPECT_EQ(own, "verner98.toml");
  EXPECT_EQ(method.name, "@verner98.toml");
  EXPECT_EQ(method.content, method_file("@" + fs::absolute(shipped).string()).content);
  EXPECT_EQ(path_of_method_file("elsewhere/verner98.toml"), "elsewhere/verner98.toml");
}

}  // namespace
}  // namespace plumb
