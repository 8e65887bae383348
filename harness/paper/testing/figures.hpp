#pragma once
// Reads figures from a text, and computes their tables, for tests.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "harness/paper/figure_data.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb::figure_testing {

inline FigureSpec spec(const std::string& toml) {
  namespace fs = std::filesystem;
  const auto path = scratch_folder() / "figure.toml";
  std::ofstream(path) << "schema = 1\ntitle = \"t\"\n" << toml;
  auto out = figure_spec("figure-1", path, Paper{});
  fs::remove(path);
  return out;
}

inline std::optional<Table> data(const FigureSpec& figure) {
  std::optional<Table> out;
  reach({figure_goal(figure, [&](const Table& table) { out = table; })}, {});
  return out;
}

inline Table data(const std::string& toml) {
  auto out = data(spec(toml));
  EXPECT_TRUE(out);
  return out.value_or(Table{});
}

inline constexpr const char* on_the_pendulum = R"(
[common]
problem = "pendulum"
formulation = "index3"
t_end = "0.6"
)";

inline double value(const Table& table, std::size_t row, const std::string& header) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].header == header) return table.rows.at(row).at(i).value().get<double>();
  ADD_FAILURE() << "no column " << header;
  return 0;
}

inline std::string text(const Table& table, std::size_t row, const std::string& header) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].header == header) return i < table.rows[row].size() ? table.rows[row][i].shown() : "";
  return "no such column";
}

}  // namespace plumb::figure_testing
