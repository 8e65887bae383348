#pragma once
// The nightly check compares results with a baseline: results that a maintainer has accepted, stored in one JSON Lines
// file for each area (kind of result).
//
//   results/baselines/AREA.jsonl   a header, then one line for each item, sorted by title
//   results/baselines/log.jsonl    a line for each `plumb baseline accept`: author, time, reason, old and new values
//
//   {"schema":1,"area":"cells","checksum":"1f3a…","surroundings":[{"compiler":…,"flags":…,"cpu":…,"libm":…}]}
//   {"id":"…","problem":"pendulum","formulation":"index3","method":"bdf2","settings":"h=0.01 t=0.16","made":1,
//    "status":"ok","metrics":{…},"counters":{…},"q":[…],…}
//
// The checksum covers all lines below the header; it detects manual edits. `made` is the index in "surroundings" of the
// machine and build that measured an item; the default is 0. Parts of a result with unknown names are preserved.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/gate/item.hpp"

namespace plumb {

/// Returns the parts of an environment on which bits and counters may depend: compiler, flags, processor and libm.
Json surroundings_of(const Json& environment);

/// An accepted item, and the surroundings in which it was measured.
struct Accepted {
  Item item;
  Json surroundings;
};

/// The accepted items of an area, by id.
struct AreaBaseline {
  std::map<std::string, Accepted> items = {};
  bool edited = false;  // whether the checksum of the file is wrong
};

struct Baseline {
  std::filesystem::path folder;
  std::map<std::string, AreaBaseline, std::less<>> areas = {};

  /// Returns the accepted item with the area and id of `item`; null if there is none.
  const Accepted* find(const Item& item) const;
  std::size_t size() const;
};

/// Reads the folder. Areas without a file are empty. Throws UsageError, with the line, if a file is not a baseline of
/// this schema.
Baseline read_baseline(const std::filesystem::path& folder);

/// Returns the contents of the file of an area.
std::string baseline_text(std::string_view area, const AreaBaseline& baseline);

/// Throws the errors of `write_baseline` if the file of an area cannot be written.
void check_baseline_output(const std::filesystem::path& folder, std::string_view area);
/// Writes the file of an area. Throws like `write_file`.
void write_baseline(const std::filesystem::path& folder, std::string_view area, const AreaBaseline& baseline);

/// Returns the folder results/baselines, with the nightly matrix and its baselines, in the first root folder
/// (program_files.hpp) that contains it. Throws UsageError if there is none.
std::filesystem::path baseline_folder();

}  // namespace plumb
