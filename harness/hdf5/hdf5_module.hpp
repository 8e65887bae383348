#pragma once
// Interface to HDF5. The HDF5 library loads thirty other libraries, which would dominate the start time of the program.
// So it is linked to a module, which the program loads with the first trajectory (harness/api/trajectory.hpp).

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb {

/// A table with one row for each sample time. The first row is the initial state.
struct Dataset {
  std::string name;                // name of the dataset: "t", "q", "v", "a", "lambda", "outputs"
  std::vector<std::string> names;  // names of the columns; empty for the times, which are a single column
  std::vector<std::string> units;  // units of the columns
  std::size_t rows = 0, columns = 1;
  std::vector<double> numbers;  // values row by row, rounded once to double

  bool is_of_times() const { return name == "t"; }
};

/// The functions of the module. They do not throw for errors of HDF5, and suppress its messages.
struct Hdf5Module {
  using Attributes = std::vector<std::pair<std::string, std::string>>;  // pairs of an attribute's name and text
  using Visit = std::function<void(const std::function<void(const Dataset&)>& visitor)>;
  struct Contents {
    std::string cell;                              // the attribute `cell`
    std::map<std::string, Dataset> datasets = {};  // datasets by name
  };

  /// Returns the bytes of an HDF5 file with these attributes and datasets; nullopt if HDF5 fails. `visit` must call its
  /// argument `see` with each dataset in order.
  std::optional<std::string> (*image)(const Attributes& attributes, const Visit& visit);
  /// Returns whether the file is a trajectory of this program.
  bool (*is_trajectory)(const std::string& path);
  /// Reads the attribute `cell` and the named datasets; nullopt if the file is not a trajectory or lacks one of them.
  std::optional<Contents> (*read)(const std::string& path, const std::vector<std::string>& datasets);
};

/// The function that the module exports: `const Hdf5Module* plumb_hdf5_module()`.
inline constexpr const char* hdf5_module_entry = "plumb_hdf5_module";

}  // namespace plumb
