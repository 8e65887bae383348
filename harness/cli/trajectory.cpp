#include "harness/cli/trajectory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <stdexcept>
#include <string>

#include "harness/cell/problem_file.hpp"
#include "harness/cli/hdf5_handle.hpp"
#include "harness/cli/trajectory_data.hpp"
#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

void add_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require_success(H5Tset_size(type, text.size() + 1));
  require_success(H5Tset_cset(type, H5T_CSET_UTF8));
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  require_success(H5Awrite(attribute, type, text.c_str()));
}

/// An array of strings of variable length, one a column: a name may have commas.
void add_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require_success(H5Tset_size(type, H5T_VARIABLE));
  require_success(H5Tset_cset(type, H5T_CSET_UTF8));
  const hsize_t count[] = {texts.size()};
  const Handle space(H5Screate_simple(1, count, nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  std::vector<const char*> pointers;
  for (const auto& text : texts) pointers.push_back(text.c_str());
  if (!pointers.empty()) require_success(H5Awrite(attribute, type, pointers.data()));
}

void add_dataset(hid_t file, const Dataset& data) {
  auto numbers = data.numbers;
  numbers.resize(std::max<std::size_t>(1, numbers.size()));  // an address even without columns
  const hsize_t shape[] = {data.rows, data.columns};
  const Handle space(H5Screate_simple(data.is_of_times() ? 1 : 2, shape, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file, data.name.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  require_success(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  if (!data.is_of_times()) {
    add_attribute(set, "names", data.names);
    add_attribute(set, "units", data.units);
  }
  add_attribute(set, "unit", fmt::format("{}", fmt::join(data.units, ", ")));
}

bool is_trajectory(const std::filesystem::path& file) try {
  silence_hdf5();
  const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  return H5Aexists(opened, "cell") > 0 && H5Aexists(opened, "environment") > 0 && H5Aexists(opened, "status") > 0 &&
         H5Lexists(opened, "lambda", H5P_DEFAULT) > 0;
} catch (const HdfError&) {
  return false;
}

FileKind trajectory_kind() { return {"a trajectory of `plumb run`", is_trajectory}; }

void fill(hid_t file, const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
  add_attribute(file, "cell", to_json(cell.text()).dump());
  add_attribute(file, "environment", result.environment.dump());
  add_attribute(file, "status", std::string(name(result.status)));
  if (const auto moved = correction_of_start(cell.problem(), cell.data()); !moved.empty())
    add_attribute(file, "corrected_start", moved);
  visit_datasets(cell, states, [&](const Dataset& data) { add_dataset(file, data); });
}

/// The bytes of the file. HDF5 makes them in memory: on a full disk it cannot close a file, and the program then
/// crashes when it ends.
std::string image(const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
  constexpr std::size_t increment = 1 << 20;
  const Handle in_memory(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  require_success(H5Pset_fapl_core(in_memory, increment, false));
  const Handle file(H5Fcreate("trajectory in memory", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory), H5Fclose);
  fill(file, cell, result, states);
  require_success(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = H5Fget_file_image(file, nullptr, 0);
  std::string out(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  if (size <= 0 || H5Fget_file_image(file, out.data(), out.size()) != size) throw HdfError();
  return out;
}

}  // namespace

void check_trajectory_file(const std::filesystem::path& file) { check_output(file, trajectory_kind()); }

void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const SampledStates& states) {
  if (result.status == Status::unsupported) return;
  silence_hdf5();
  OutputFile out(file, trajectory_kind());
  try {
    out.write(image(cell, result, states));
  } catch (const HdfError&) {
    throw std::runtime_error(fmt::format("{}: HDF5 cannot make a file of the trajectory", file.string()));
  }
  out.commit();
}

std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory_writer(
    const std::vector<fs::path>& files, const Cells& cells) {
  std::map<std::string, fs::path> by_id;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_trajectory_file(files[i]);
    by_id[cells.id(i)] = files[i];
  }
  return [by_id](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    write_trajectory(by_id.at(cell.id()), cell, result, states);
  };
}

}  // namespace plumb
