#pragma once
// The nightly check compares with a baseline: results that a maintainer has accepted, in one file of JSON Lines for
// each area.
//
//   results/baselines/AREA.jsonl   a header, then a line an item, sorted by what people call it
//   results/baselines/log.jsonl    a line for each `plumb baseline accept`: who, when, why, old and new values
//
//   {"schema":1,"area":"cells","checksum":"1f3a…","surroundings":[{"compiler":…,"flags":…,"cpu":…,"libm":…}]}
//   {"id":"…","problem":"pendulum","formulation":"index3","method":"bdf2","settings":"h=0.01 t=0.16","made":1,
//    "status":"ok","metrics":{…},"counters":{…},"q":[…],…}
//
// The checksum is that of all lines below the header. It tells a file that was edited by hand from one that was
// accepted. `made` says in which of the surroundings an item was made; the first if it is missing. Parts that a reader
// does not know are kept.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/gate/item.hpp"

namespace plumb {

/// Returns what last bits and counts may depend on beside the sources: compiler, flags, processor and mathematical
/// functions.
Json surroundings_of(const Json& environment);

struct Accepted {
  Item item;
  Json surroundings;
};

/// The accepted items of an area, by id.
struct AreaBaseline {
  std::map<std::string, Accepted> items = {};
  bool edited = false;  // its file does not have the checksum of its header
};

struct Baseline {
  std::filesystem::path folder;
  std::map<std::string, AreaBaseline, std::less<>> areas = {};

  const Accepted* find(const Item& item) const;
  std::size_t size() const;
};

/// Reads what the folder holds. Areas without a file are empty. Throws UsageError on a file that is not a baseline of
/// this schema, at its line.
Baseline read_baseline(const std::filesystem::path& folder);

/// Returns the file of an area as a text.
std::string baseline_text(std::string_view area, const AreaBaseline& baseline);

/// Throws what writing the baseline would throw.
void check_baseline_output(const std::filesystem::path& folder, std::string_view area);
/// Writes the baseline. Throws as `write_file` does.
void write_baseline(const std::filesystem::path& folder, std::string_view area, const AreaBaseline& baseline);

/// Returns the folder of the nightly matrix and its baselines, in the first root (program_files.hpp) that has one.
/// Throws UsageError if none has.
std::filesystem::path baseline_folder();

}  // namespace plumb
