#include "harness/cli/trajectory_file.hpp"

#include <fmt/format.h>

#include <vector>

#include "harness/cli/hdf5_handle.hpp"
#include "text/exit_codes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

std::string text_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) throw HdfError();
  std::string out(H5Tget_size(type), '\0');
  require_success(H5Aread(attribute, type, out.data()));
  return out.substr(0, out.find('\0'));
}

/// An array of strings of variable length.
std::vector<std::string> texts_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tis_variable_str(type) <= 0) throw HdfError();
  const auto count = H5Sget_simple_extent_npoints(space);
  std::vector<char*> pointers(static_cast<std::size_t>(std::max<hssize_t>(0, count)));
  std::vector<std::string> out;
  if (pointers.empty()) return out;
  require_success(H5Aread(attribute, type, pointers.data()));
  for (const auto* pointer : pointers) out.emplace_back(pointer ? pointer : "");
  require_success(H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data()));
  return out;
}

Dataset dataset_in(hid_t file, const std::string& name) {
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  Dataset out;
  out.name = name;
  hsize_t shape[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != (out.is_of_times() ? 1 : 2)) throw HdfError();
  H5Sget_simple_extent_dims(space, shape, nullptr);
  out.rows = shape[0];
  out.columns = shape[1];
  out.numbers.resize(out.rows * out.columns);
  if (!out.numbers.empty())
    require_success(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.numbers.data()));
  if (out.is_of_times()) return out;
  out.names = texts_attribute(set, "names");
  out.units = texts_attribute(set, "units");
  if (out.names.size() != out.columns || out.units.size() != out.columns) throw HdfError();
  return out;
}

}  // namespace

TrajectoryFile read_trajectory(const std::filesystem::path& file) try {
  silence_hdf5();
  const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  TrajectoryFile out;
  out.cell = Json::parse(text_attribute(opened, "cell"));
  for (const char* name : {"t", "q", "v", "a", "lambda", "outputs"}) {
    out.datasets[name] = dataset_in(opened, name);
    if (out.datasets[name].columns != 0 && out.datasets[name].rows != out.datasets["t"].rows) throw HdfError();
  }
  return out;
} catch (const HdfError&) {
  throw UsageError(
      fmt::format("'{}' is no trajectory of `plumb run`, or a damaged one", printable_excerpt(file.string())));
} catch (const Json::exception&) {
  throw UsageError(
      fmt::format("'{}' is no trajectory of `plumb run`, or a damaged one", printable_excerpt(file.string())));
}

}  // namespace plumb
