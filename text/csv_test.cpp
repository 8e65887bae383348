#include "text/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

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

  template <class Action>
  std::string error_of(Action action) const {
    try {
      action();
      return "accepted";
    } catch (const UsageError& e) {
      const std::string message = e.what();
      return message.starts_with(file.string()) ? message.substr(file.string().size()) : message;
    }
  }

  std::string error_in_table(const std::string& text) const {
    write(text);
    return error_of([&] { csv_table(file, "values", {"name", "value"}, {"factor"}); });
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

TEST_F(Csv, MistakesNameLineAndColumn) {
  EXPECT_EQ(error_in_table(""), ": expected the header name,value[,factor]");
  EXPECT_EQ(error_in_table("x,1\n"),
            ":1:1: expected the header name,value[,factor]; unknown column 'x'; known: name, value, factor");
  EXPECT_EQ(error_in_table("name,value,name\n"),
            ":1:12: expected the header name,value[,factor]; 'name' is named twice");
  EXPECT_EQ(error_in_table("name\n"), ":1:5: expected the header name,value[,factor]; 'value' is missing");
  EXPECT_THAT(error_in_table("name,value\nx,1,23\n"), HasSubstr(":2:5: 3 fields, but the header names 2"));
  EXPECT_THAT(error_in_table("name,value,factor\nx\n"), HasSubstr(":2:2: 'value' is missing: 1 fields"));
  EXPECT_EQ(error_in_table("name,value\nx,\"1\n"), ":2:3: the quotation mark is not closed");
  EXPECT_EQ(error_in_table("name,value\n\"x\"y,1\n"), ":2:4: expected a comma after the quotation mark");
  EXPECT_THAT(error_in_table("name,value\nx\"y,1\n"), HasSubstr(":2:2: a quotation mark within a field"));
  EXPECT_THAT(error_in_table("name,value\nx\x1by,1\n"), HasSubstr(":2:1: control characters"));
  EXPECT_THAT(error_in_table("name,value\nx\xff,1\n"), HasSubstr(":2:1: control characters"));
  EXPECT_EQ(error_in_table(std::string(1'000'000, ',')), ":1:101: more than 100 fields");
  EXPECT_EQ(error_in_table(std::string(1'000'001, '\n')), ": more than 1000000 lines");
}

TEST_F(Csv, DecimalsAreWhatADoubleHolds) {
  const auto decimal = [&](const std::string& text) {
    write(text + "\n");
    std::string out;
    const auto error = error_of([&] { out = csv_rows(file, "values").at(0).decimal(0); });
    return error == "accepted" ? out : error;
  };
  EXPECT_EQ(decimal("1.50"), "1.50");
  EXPECT_EQ(decimal("1.5D+1"), "1.5e+1");
  EXPECT_EQ(decimal("4/3"), ":1:1: expected a decimal as it is printed, not '4/3'");
  EXPECT_THAT(decimal("1e400"), HasSubstr(":1:1: '1e400' is too large"));
  EXPECT_EQ(decimal("1e-307"), "1e-307");
  EXPECT_THAT(decimal("1.000000000000000000e-307"), HasSubstr("its last digit too small"));
  EXPECT_THAT(decimal("0e9223372036854775808"), HasSubstr("expected a decimal"));
}

TEST_F(Csv, NeverCrashesOnWhatItIsGiven) {
  std::mt19937 random(7);
  const std::string letters = "a1,\"\n\r# \t.";
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 30, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    error_in_table("name,value\n" + text);
  }
}

}  // namespace
}  // namespace plumb
