#pragma once
// Measured values in mechanism and equation files: `table = { rows = [[t, y], ...] }`, or `{ file = "road.csv" }` for a
// CSV file in the folder of the mechanism or equation file.

#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/robot_text.hpp"

namespace plumb {

/// Reads the CSV files that tables name, and adds their rows to the tables. Tables are the values of the key `table`,
/// and the entries of [tables]. `file` is the path of the file that `root` was read from. Throws UsageError.
void read_tables(TomlValue& root, const std::string& file, const FileText& read);

/// Reads a table whose file was read; times have to ascend. Throws UsageError at the row that is wrong.
mbs::Table table_of(const MechanismItem& item);

}  // namespace plumb
