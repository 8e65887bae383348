#pragma once
// The table of cells and their results that is printed for people.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/run/run_result.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the columns that identify a cell in machine-readable tables: problem, formulation, method, the step if
/// `with_step`, and the settings.
std::vector<Column> identity_columns(bool with_step);

/// A table with one row for each cell. The caption has the settings that all cells share, empty columns are left out,
/// and the notes have the reason of every failure.
class CellTable {
 public:
  CellTable();
  ~CellTable();
  /// Returns a table of the cells, without their steps and results.
  static CellTable of_names();

  void add(const ResolvedCell& cell, const std::optional<RunResult>& result);
  /// Adds a note about all cells, below the notes about single cells.
  void add_note(std::string text) { notes_on_all_.push_back(std::move(text)); }
  /// Returns the table of the cells that were added.
  Table table() const;

 private:
  struct Field;

  explicit CellTable(std::vector<Field> fields);
  static std::vector<Field> fields_of_names();
  static std::vector<Field> fields();
  static Field metric_field(std::string name);
  void show_outputs(const ResolvedCell& cell, const RunResult& result);
  void add_metric(const std::string& name, const ResolvedCell& cell);
  void note_units(const ResolvedCell& cell);
  void note_remarks(const ResolvedCell& cell, const RunResult& result);
  static bool is_column(const Field& field);
  std::vector<Row> rows() const;
  std::vector<std::string> notes() const;

  std::vector<Field> fields_;
  const Formulation* formulation_before_ = nullptr;
  std::vector<Row> rows_;                                        // a row for each cell, with one entry for each field
  std::vector<std::pair<std::string, std::string>> remarks_;     // pairs of a remark's first cell and the remark
  std::unordered_map<std::size_t, std::int64_t> remark_counts_;  // number of cells by hash of the remark
  std::vector<std::string> notes_on_all_;
  bool notes_outputs_ = false;
};

}  // namespace plumb
