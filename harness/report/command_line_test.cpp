#include "harness/report/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "text/selector.hpp"

namespace plumb {
namespace {

/// Returns the arguments that a shell passes to the program.
std::vector<std::string> words_of(const std::string& command) {
  const auto script = "plumb() { printf '%s\\0' \"$@\"; }\n" + command;
  std::string shell = "sh -c ";
  shell += shell_word(script);
  std::vector<std::string> out(1);
  FILE* words = popen(shell.c_str(), "r");
  for (int c = fgetc(words); c != EOF; c = fgetc(words))
    if (c == '\0')
      out.emplace_back();
    else
      out.back() += static_cast<char>(c);
  pclose(words);
  out.pop_back();
  return out;
}

Spec read_back(const std::vector<std::string>& words, const std::string& option) {
  const auto found = std::ranges::find(words, option);
  return found == words.end() ? Spec{} : expand(*std::next(found)).front();
}

// A printed command must give the same problem and method after parsing by a shell and the program. Fails if quotation
// marks get lost.
TEST(CommandLine, ReadsBackAsTheSameCell) {
  std::mt19937 random(1);
  const std::string letters = "ab,()\"' $`\\;&|*?[]{}<>#!~=@/.-\t1";
  const auto path = [&] {
    std::string out = "@";
    for (int n = std::uniform_int_distribution<int>(1, 12)(random); n > 0; --n)
      out += letters[random() % letters.size()];
    return out;
  };
  for (int i = 0; i < 100; ++i) {
    Cell cell;
    cell.problem = path();
    cell.method = path();
    cell.formulation = "ode";
    cell.step = "1e-2";
    cell.t_end = "1";
    const auto words = words_of(command_line(cell, cell.problem + "(m=2)", cell.method));
    const auto problem = read_back(words, "-p"), method = read_back(words, "-m");
    EXPECT_EQ(problem.name, cell.problem);
    EXPECT_EQ(problem.parameters, (std::map<std::string, std::string>{{"m", "2"}})) << cell.problem;
    EXPECT_EQ(method.name, cell.method);
  }
}

}  // namespace
}  // namespace plumb
