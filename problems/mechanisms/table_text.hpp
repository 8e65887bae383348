#pragma once
// Measured values in mechanism and equation files: `table = { rows = [[t, y], ...] }`, or `{ file = "road.csv" }` for a
// CSV file in the folder of the mechanism or equation file.

#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/robot_text.hpp"

namespace plumb {

/// Reads the CSV files named in tables of measured values, and adds their rows to these tables: the values of the key
/// `table` anywhere below `root`, and the entries of [tables]. `file` is the path of the file of `root`. Throws
/// UsageError.
void read_tables(TomlValue& root, const std::string& file, const FileText& read);

/// Converts a table to numbers. Precondition: read_tables() was called. Throws UsageError with the location of the
/// first invalid row, for example if times do not ascend.
mbs::Table table_of(const MechanismItem& item);

}  // namespace plumb
