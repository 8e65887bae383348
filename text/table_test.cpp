#include "text/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

Table errors() {
  return {.columns = {{"method"}, {"error", Align::right, "m"}, {"steps", Align::right}},
          .rows = {{"lms3(rho=0.6)", Entry::number(1.23456e-9), Entry::count(1000)},
                   {"α-méthode", Entry::number(NAN), Entry::count(std::nullopt)},
                   {"cd"}},
          .caption = "Errors at 10 s",
          .notes = {"– not measured"}};
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// Parses CSV by RFC 4180, independently of Plumb's reader, to check the written text.
std::vector<std::vector<std::string>> parsed_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      rows.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      rows.back().push_back("");
    else if (!quoted && c == '\r' && text[i + 1] == '\n') {
      ++i;
      rows.push_back({""});
    } else
      rows.back().back() += c;
  }
  rows.pop_back();
  return rows;
}

TEST(Table, TextIsAlignedByWhatATerminalShows) {
  EXPECT_EQ(as_text(errors()),
            "Errors at 10 s\n"
            "method         error [m]  steps\n"
            "lms3(rho=0.6)    1.23e-9   1000\n"
            "α-méthode              –      –\n"
            "cd                     –      –\n"
            "– not measured\n");
  EXPECT_EQ(display_width("α-méthode"), 9u);
  EXPECT_EQ(display_width("e\xCC\x81"), 1u);
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("\xff\xe3\x81"), 3u);
  EXPECT_EQ(display_width(""), 0u);
}

TEST(Table, MarkdownAndLatexEscape) {
  Table table = errors();
  table.rows.push_back({"a|b_c*&%$#{}~^\\"});
  EXPECT_THAT(as_markdown(table), HasSubstr("| a\\|b\\_c\\*&%$#{}~^\\\\ | – | – |"));
  EXPECT_THAT(as_markdown(table), HasSubstr("| :-- | --: | --: |\n"));
  const std::string latex = as_latex(table);
  EXPECT_THAT(latex,
              HasSubstr(R"(a|b\_c*\&\%\$\#\{\}\textasciitilde{}\textasciicircum{}\textbackslash{} & {--} & {--} \\)"));
  for (const char* part : {"\\toprule", "\\midrule", "\\bottomrule", "{lS[table-format=1.2e-1]S[table-format=4]}",
                           "\\caption{Errors at 10 s}"})
    EXPECT_THAT(latex, HasSubstr(part));
  EXPECT_THAT(latex, HasSubstr(R"(    method & {error {[}\unit{m}{]}} & {steps} \\)"));
  for (const auto& line : lines(as_markdown(table)))
    if (line.starts_with("| ") && line.find("a\\|b") == std::string::npos) {
      EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 4);
    }
}

TEST(Table, CsvReadsBackWhateverItHolds) {
  std::mt19937 random(9);
  const std::string letters = "ab,\"\r\n ;";
  Table table{.columns = {{"one"}, {"two, three"}}, .rows = {}};
  for (int i = 0; i < 300; ++i) {
    std::vector<Entry> row;
    for (int c = 0; c < 2; ++c) {
      std::string text(random() % 6, ' ');
      for (char& letter : text) letter = letters[random() % letters.size()];
      row.emplace_back(text);
    }
    table.rows.push_back(row);
  }
  const auto read = parsed_csv(as_csv(table));
  ASSERT_EQ(read.size(), table.rows.size() + 1);
  EXPECT_EQ(read[0][1], "two, three");
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < 2; ++c) EXPECT_EQ(read[r + 1][c], table.rows[r][c].shown());
}

TEST(Table, FilesGetEveryDigitAndTheUnits) {
  EXPECT_EQ(as_csv(errors()), "method,error,steps\r\nlms3(rho=0.6),1.23456e-9,1000\r\nα-méthode,,\r\ncd,,\r\n");
  EXPECT_EQ(printed(errors(), TableFormat::units), "column,unit\r\nmethod,\r\nerror,m\r\nsteps,\r\n");
  const Json json = as_json(errors());
  EXPECT_EQ(json[0]["error"], 1.23456e-9);
  EXPECT_EQ(json[0]["steps"], 1000);
  EXPECT_TRUE(json[1]["error"].is_null());
  EXPECT_TRUE(json[2]["steps"].is_null());
  EXPECT_EQ(as_csv({.columns = {{"a"}}, .rows = {{Entry()}}}), "a\r\n\"\"\r\n");
}

TEST(Table, NoRowsAndNoColumns) {
  for (const auto format : {TableFormat::text, TableFormat::markdown, TableFormat::latex, TableFormat::csv,
                            TableFormat::json, TableFormat::units}) {
    EXPECT_FALSE(printed({.columns = {{"a"}, {"b"}}, .rows = {}}, format).empty());
    EXPECT_NO_THROW(printed({}, format));
  }
  EXPECT_EQ(table_format("md"), TableFormat::markdown);
  EXPECT_THROW(table_format("xml"), UsageError);
}

// This fails if a CSV has no units, or if one of the two files is written although the other must not be replaced.
TEST(Table, WritesUnitsBesideACsv) {
  const auto& folder = scratch_folder();
  const auto csv = folder / "errors.csv", units = folder / "errors.units.csv";
  EXPECT_EQ(units_path(csv), units);
  EXPECT_EQ(units_path(folder / "errors"), units);
  const auto table = errors();
  const auto kind = beginning_with("method,", "such a table");
  for (int i = 0; i < 2; ++i) write_csv(csv, kind, as_csv(table), table.columns);  // the second replaces the first
  EXPECT_EQ(beginning_of(csv, 1000), as_csv(table));
  EXPECT_EQ(beginning_of(units, 1000), units_csv(table.columns));
  std::filesystem::remove(csv);
  std::ofstream(units) << "mine";
  EXPECT_THROW(write_csv(csv, kind, as_csv(table), table.columns), UsageError);
  EXPECT_FALSE(std::filesystem::exists(csv));
  EXPECT_EQ(beginning_of(units, 1000), "mine");
}

// Fails if an escape sequence of a file or a store reaches the terminal, or if CSV loses bytes.
TEST(Table, TextShowsWhatATerminalWouldObey) {
  const Table table{.columns = {{"a\x1b[1m"}}, .rows = {{"b\x1b[31m\xff"}}, .caption = "c\a", .notes = {"d\x1b"}};
  EXPECT_EQ(as_text(table), "c\\x07\na\\x1b[1m\nb\\x1b[31m\\xff\nd\\x1b\n");
  EXPECT_EQ(as_csv(table), "a\x1b[1m\r\nb\x1b[31m\xff\r\n");
}

}  // namespace
}  // namespace plumb
