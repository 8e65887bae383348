#include "text/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Csv : public testing::Test {
 protected:
  ~Csv() override { fs::remove(file); }

  void write(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }

  std::vector<std::vector<std::string>> rows(const std::string& text) const {
    write(text);
    std::vector<std::vector<std::string>> out;
    for (const auto& row : csv_rows(file, "values")) {
      out.emplace_back();
      for (const auto& field : row.fields()) out.back().push_back(field.text);
    }
    return out;
  }

  std::string refused_table(const std::string& text) const {
    write(text);
    return refusal_of([&] { csv_table(file, "values", {"name", "value"}, {"factor"}); }, file.parent_path());
  }

  const fs::path file = scratch_folder() / "fields.csv";
};

TEST_F(Csv, ReadsFieldsAsTheyStand) {
  EXPECT_THAT(rows("a,b\n\n# a comment, \"open\n 1 ,\t2 x , \n"),
              ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "2 x", "")));
  EXPECT_THAT(rows("\"m(a=1,b=2)\" , \"say \"\"so\"\"\",\"\""),
              ElementsAre(ElementsAre("m(a=1,b=2)", "say \"so\"", "")));
  EXPECT_THAT(rows("\xEF\xBB\xBFname,value\r\nx,1\r\n"),
              ElementsAre(ElementsAre("name", "value"), ElementsAre("x", "1")));
  EXPECT_THAT(rows("ρ∞,1\n"), ElementsAre(ElementsAre("ρ∞", "1")));
  EXPECT_TRUE(rows("").empty());
}

TEST_F(Csv, FindsColumnsByTheirNames) {
  write("value,name\n1,x\n2,y\n");
  const auto table = csv_table(file, "values", {"name", "value"}, {"factor"});
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[1][0], "y");
  EXPECT_EQ(table[1][1], "2");
  EXPECT_EQ(table[1][2], "");
  EXPECT_EQ(table[1].line(), 3);
  write("name,value,factor\nx,1\ny,2,3\n");
  EXPECT_EQ(csv_table(file, "values", {"name", "value"}, {"factor"})[1][2], "3");
}

TEST_F(Csv, MistakesHaveACodeAndAPlace) {
  EXPECT_EQ(refused_table(""), "missing fields.csv");
  EXPECT_EQ(refused_table("x,1\n"), "unknown-name fields.csv:1:1");
  EXPECT_EQ(refused_table("name,value,name\n"), "contradiction fields.csv:1:12");
  EXPECT_EQ(refused_table("name\n"), "missing fields.csv:1:5 value");
  EXPECT_EQ(refused_table("name,value\nx,1,23\n"), "out-of-range fields.csv:2:5");
  EXPECT_EQ(refused_table("name,value,factor\nx\n"), "missing fields.csv:2:2 value");
  EXPECT_EQ(refused_table("name,value\nx,\"1\n"), "malformed fields.csv:2:3");
  EXPECT_EQ(refused_table("name,value\n\"x\"y,1\n"), "malformed fields.csv:2:4");
  EXPECT_EQ(refused_table("name,value\nx\"y,1\n"), "malformed fields.csv:2:2");
  EXPECT_EQ(refused_table("name,value\nx\x1by,1\n"), "malformed fields.csv:2:1");
  EXPECT_EQ(refused_table("name,value\nx\xff,1\n"), "malformed fields.csv:2:1");
  EXPECT_EQ(refused_table(std::string(1'000'000, ',')), "out-of-range fields.csv:1:101");
  EXPECT_EQ(refused_table(std::string(1'000'001, '\n')), "out-of-range fields.csv");
}

TEST_F(Csv, DecimalsAreWhatADoubleHolds) {
  const auto decimal = [&](const std::string& text) {
    write(text + "\n");
    std::string out;
    const auto error = refusal_of([&] { out = csv_rows(file, "values").at(0).decimal(0); }, file.parent_path());
    return error == "accepted" ? out : error;
  };
  EXPECT_EQ(decimal("1.50"), "1.50");
  EXPECT_EQ(decimal("1.5D+1"), "1.5e+1");
  EXPECT_EQ(decimal("4/3"), "malformed fields.csv:1:1");
  EXPECT_EQ(decimal("1e400"), "out-of-range fields.csv:1:1");
  EXPECT_EQ(decimal("1e-307"), "1e-307");
  EXPECT_EQ(decimal("1.000000000000000000e-307"), "out-of-range fields.csv:1:1");
  EXPECT_EQ(decimal("0e9223372036854775808"), "malformed fields.csv:1:1");
}

TEST_F(Csv, NeverCrashesOnWhatItIsGiven) {
  std::mt19937 random(7);
  const std::string letters = "a1,\"\n\r# \t.";
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 30, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    refused_table("name,value\n" + text);
  }
}

}  // namespace
}  // namespace plumb
