// All verbs must print the same CSV and the same JSON for the same data, and numeric columns must contain only numbers.

#include <charconv>
#include <map>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::vector<std::string>>;

/// Parses a CSV file according to RFC 4180.
Rows parsed(const std::string& csv) {
  Rows rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (c == '"' && quoted && csv[i + 1] == '"')
      rows.back().back() += csv[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.push_back({""});
    else if (c != '\r' || quoted)
      rows.back().back() += c;
  }
  rows.pop_back();
  return rows;
}

bool is_number(const std::string& field) {
  double value = 0;
  const auto* end = field.data() + field.size();
  const auto [rest, error] = std::from_chars(field.data(), end, value);
  return error == std::errc() && rest == end;
}

/// Returns the unit of each column, from the CSV of a table of units.
std::map<std::string, std::string> units(const std::string& csv) {
  std::map<std::string, std::string> out;
  const auto rows = parsed(csv);
  EXPECT_EQ(rows.at(0), (std::vector<std::string>{"column", "unit"}));
  for (std::size_t i = 1; i < rows.size(); ++i) out[rows[i].at(0)] = rows[i].at(1);
  return out;
}

/// Expects that a column with a unit contains only numbers and empty fields, and at least one number.
void expect_numbers(const Rows& rows, const std::map<std::string, std::string>& unit_of) {
  for (std::size_t c = 0; c < rows.at(0).size(); ++c) {
    const auto& name = rows[0][c];
    ASSERT_TRUE(unit_of.contains(name)) << name;
    for (std::size_t r = 1; r < rows.size(); ++r) {
      const auto& field = rows[r].at(c);
      if (!unit_of.at(name).empty() && !field.empty()) {
        EXPECT_TRUE(is_number(field)) << name << ": " << field;
      }
    }
  }
}

std::string number_at(const Rows& rows, std::size_t row, const std::string& name) {
  for (std::size_t c = 0; c < rows.at(0).size(); ++c)
    if (rows[0][c] == name) return rows.at(row).at(c);
  return "no column " + name;
}

const std::string many_runs =
    "run -p pendulum -f ode,index3 -m erk4,hht,bdf2 -s pi/60,pi/600 --t-end pi/6 --newton-tol 1e-9 --samples 5";

// Fails if `run` and `export` print a run differently, or if the CSV differs from the JSON.
TEST_F(Cli, ARunHasOneCsvAndOneJson) {
  const auto store = " --store '" + in("a.db") + "'";
  const auto run_csv = plumb(many_runs + store + " --format csv"), run_json = plumb(many_runs + store + " --json");
  EXPECT_EQ(plumb(many_runs + store + " --format json").out, run_json.out);
  const auto exported = plumb("export '" + in("a.db") + "'");
  const auto rows = parsed(run_csv.out), kept = parsed(exported.out);
  ASSERT_EQ(rows.size(), 13u) << run_csv.err;
  EXPECT_EQ(rows[0], kept[0]);
  EXPECT_NE(number_at(kept, 1, "created"), "");
  std::istringstream lines(run_json.out);
  std::size_t r = 1;
  for (std::string line; std::getline(lines, line); ++r) {
    const auto object = Json::parse(line);
    EXPECT_EQ(number_at(rows, r, "id"), object["id"]);
    EXPECT_EQ(std::stod(number_at(rows, r, "newton_tol")), 1e-9);
    EXPECT_EQ(std::stod(number_at(rows, r, "step")), object["step"].get<double>());
    for (const char* part : {"metrics", "counters", "timing"})
      for (const auto& [name, value] : object[part].items()) {
        const auto field = number_at(rows, r, name);
        if (value.is_null()) {
          EXPECT_EQ(field, "") << name;
        } else {
          EXPECT_EQ(std::stod(field), value.get<double>()) << name;
        }
      }
  }
  EXPECT_EQ(r, rows.size());
}

// Fails if a numeric column of a CSV contains a text, such as a unit.
TEST_F(Cli, CsvHasNumbersInItsColumns) {
  const auto store = in("a.db");
  ASSERT_EQ(plumb(many_runs + " --store '" + store + "'").code, 0);
  const auto of_runs = units(plumb("export '" + store + "' --format units").out);
  expect_numbers(parsed(plumb("export '" + store + "'").out), of_runs);
  EXPECT_EQ(of_runs.at("step"), "s");
  EXPECT_EQ(of_runs.at("nanoseconds_per_step"), "ns");
  EXPECT_EQ(of_runs.at("status"), "");
  EXPECT_EQ(of_runs.at("energy.max"), "J");
  const std::string figure = "reproduce fernandez2024/figure-6";
  expect_numbers(parsed(plumb(figure + " --format csv").out), units(plumb(figure + " --format units").out));
}

// Fails if the table of units is not written next to a CSV, or if it replaces another file of the user.
TEST_F(Cli, WritesTheUnitsBesideTheCsv) {
  ASSERT_EQ(plumb("run -p pendulum -m erk4 -s 1e-2 --store '" + in("a.db") + "'").code, 0);
  const auto command = "export '" + in("a.db") + "' --out '" + in("a.csv") + "'";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(plumb(command).code, 0);
  EXPECT_EQ(contents(in("a.units.csv")), plumb("export '" + in("a.db") + "' --format units").out);
  write("a.units.csv", "my own\n");
  EXPECT_THAT(plumb(command), Refuses(2, "is not a table of units"));
  EXPECT_THAT(plumb("export '" + in("a.db") + "' --format md --out '" + in("a.md") + "'"), Refuses(2, "json and csv"));
}

// Fails if the verdicts of a paper have other columns in the CSV than keys in the JSON, or if a column of published
// numbers contains words.
TEST_F(Cli, VerdictsHaveTheSameKeysInCsvAndJson) {
  const auto reproduce = "reproduce li2019/table-6 --store '" + in("verdicts.db") + "' --format ";
  const auto object = Json::parse(plumb(reproduce + "json").out).at(0);
  const auto rows = parsed(plumb(reproduce + "csv").out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  auto columns = rows[0];
  std::erase_if(columns, [](const std::string& column) { return column.ends_with("_word"); });  // words like "singular"
  EXPECT_EQ(columns, keys);
  EXPECT_TRUE(is_number(number_at(rows, 1, "published"))) << number_at(rows, 1, "published");
  EXPECT_EQ(number_at(rows, 1, "verdict"), object["verdict"]);
}

// Fails if a trajectory does not describe its columns.
TEST_F(Cli, TrajectoriesNameTheirCoordinates) {
  ASSERT_EQ(plumb("run -p pendulum -f index3 -m hht -s 1e-2 --t-end 0.1 --trajectory '" + in("t.h5") + "'").code, 0);
  const auto file = contents(in("t.h5"));
  for (const char* text : {"position 1", "position 2", "angle", "m/s", "rad/s", "lambda1", "lambda2"})
    EXPECT_THAT(file, HasSubstr(text));
}

// Fails if a verb leaves log files next to a store.
TEST_F(Cli, OnlyTheStoreIsLeft) {
  const auto store = "'" + in("a.db") + "'", list_files = "ls '" + in("") + "' | grep '^a.db'";
  ASSERT_EQ(plumb("run -p pendulum -m erk4 -s 1e-2 --store " + store).code, 0);
  EXPECT_EQ(shell(list_files).out, "a.db\n");
  for (const auto& reading : {"export " + store, "diff " + store + " " + store, "doctor --store " + store}) {
    EXPECT_THAT(plumb(reading).out, HasSubstr("1")) << reading;
    EXPECT_EQ(shell(list_files).out, "a.db\n") << reading;
  }
}

// Fails if rows of cells that did not run are left out, or are not in the order of the cells.
TEST_F(Cli, CellsThatDidNotRunHaveTheirRows) {
  const auto ended = plumb("run -p pendulum -f ode -m erk4 -s 1e-2,1e-9,5e-3 --total-timeout 1.5 --format md -j 2");
  EXPECT_EQ(ended.code, 124);
  const auto first = ended.out.find("| 0.01 | ok |"), second = ended.out.find("| 1e-9 | not-run |"),
             third = ended.out.find("| 5e-3 | ok |");
  EXPECT_LT(first, second) << ended.out;
  EXPECT_LT(second, third) << ended.out;
  EXPECT_NE(third, std::string::npos) << ended.out;
}

}  // namespace
}  // namespace plumb
