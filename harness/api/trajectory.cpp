#include "harness/api/trajectory.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <map>
#include <stdexcept>
#include <string>

#include "contract/parameters.hpp"
#include "harness/run/metric_column.hpp"
#include "text/json.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

void* loaded_from(const std::vector<fs::path>& files) {
  std::vector<std::string> reasons;
  for (const auto& file : files) {
    if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    reasons.emplace_back(::dlerror());
  }
  throw std::runtime_error(
      fmt::format("trajectories in HDF5 need plumb-hdf5.so, which cannot be loaded: {}", fmt::join(reasons, "; ")));
}

}  // namespace

const Hdf5Module& hdf5_from(const std::vector<fs::path>& files) {
  void* const symbol = ::dlsym(loaded_from(files), hdf5_module_entry);
  if (!symbol) throw std::runtime_error("the plumb-hdf5.so that was found belongs to another build of the program");
  return *reinterpret_cast<const Hdf5Module* (*)()>(symbol)();
}

const Hdf5Module& hdf5() {
  static const auto installed = (file_places().program_folder / PLUMB_HDF5_FROM_PROGRAM).lexically_normal();
  static const Hdf5Module& functions = hdf5_from({installed, PLUMB_HDF5_OF_BUILD});
  return functions;
}

namespace {

/// Names and units of the columns of a dataset.
struct Labels {
  std::vector<std::string> names = {}, units = {};
};

/// Returns names and units of the columns of q, v or a. The name is the part of the configuration, such as "position",
/// with a number if the part has several coordinates.
Labels coordinate_labels(const ResolvedCell& cell, char letter) {
  Labels out;
  Subject only(cell);
  for (const auto& part : cell.formulation().parts(cell.data())) {
    const int size = letter == 'q' ? part.q.size : part.v.size;
    only.kinds = by_kind({part});
    const auto unit = letter == 'q' ? part.unit : metric_unit(only, fmt::format("rms.{}", letter));
    for (int i = 1; i <= size; ++i) {
      out.names.push_back(size == 1 ? part.name : fmt::format("{} {}", part.name, i));
      out.units.push_back(unit);
    }
  }
  return out;
}

/// Returns names and units of the multipliers. The unit is joule per unit of the constraint row, because Gᵀλ is a
/// generalised force: N if the row is a length, N m if it is an angle. The unit of a row itself is not known.
Labels multiplier_labels(const ResolvedCell& cell, std::size_t count) {
  const bool has_units = metric_unit(Subject(cell), "energy.max") == "J";
  Labels out;
  for (std::size_t i = 1; i <= count; ++i) out.names.push_back(fmt::format("lambda{}", i));
  out.units.assign(count, has_units ? "J/unit of the constraint" : "-");
  return out;
}

Labels output_labels(const Problem& problem) {
  Labels out;
  for (const auto& output : problem.outputs) {
    out.names.push_back(output.name);
    out.units.push_back(output.unit);
  }
  return out;
}

Sample<quad> start(const ResolvedCell& cell) {
  const auto& problem = cell.problem();
  auto system = problem.in<quad>().system(cell.data(), cell.formulation());
  const auto x = initial_state(problem, cell.data(), cell.formulation(), system);
  Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(problem.begin<quad>(), x, outputs);
  return {problem.begin<quad>(), x.q, x.v, x.a, x.lambda, outputs};
}

Dataset dataset(const char* name, Labels labels, const Vec<quad>& start, const StateRows& rows) {
  StateRows all;
  all.add(start);
  all.numbers.reserve(all.numbers.size() + rows.numbers.size());
  all.numbers.insert(all.numbers.end(), rows.numbers.begin(), rows.numbers.end());
  const auto count = all.columns == 0 ? 0 : all.numbers.size() / all.columns;
  return {name, std::move(labels.names), std::move(labels.units), count, all.columns, std::move(all.numbers)};
}

Dataset times(double begin, const std::vector<double>& t) {
  Dataset out{"t", {}, {"s"}, t.size() + 1, 1, {begin}};
  out.numbers.insert(out.numbers.end(), t.begin(), t.end());
  return out;
}

// A NumPy file (format 1.0) consists of a magic word, the length of a description, the description, and the numbers.
constexpr std::string_view npy_magic = "\x93NUMPY\x01";

std::string npy(const Dataset& data) {
  static_assert(std::endian::native == std::endian::little, "the descriptor '<f8' is little-endian");
  const auto shape =
      data.is_of_times() ? fmt::format("({},)", data.rows) : fmt::format("({}, {})", data.rows, data.columns);
  auto about = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': {}, }}", shape);
  constexpr std::size_t aligned = 64, before = 10;
  about.resize((before + about.size() + aligned) / aligned * aligned - before, ' ');
  about.back() = '\n';
  std::string out(npy_magic);
  out += '\0';
  out += static_cast<char>(about.size() % 256);
  out += static_cast<char>(about.size() / 256);
  out += about;
  out.append(reinterpret_cast<const char*>(data.numbers.data()), data.numbers.size() * sizeof(double));
  return out;
}

/// Returns names and units of the columns as JSON.
Json columns_json(const Dataset& data) {
  Json out = Json::array();
  for (std::size_t i = 0; i < data.units.size(); ++i)
    out.push_back({{"name", data.is_of_times() ? data.name : data.names[i]}, {"unit", data.units[i]}});
  return out;
}

constexpr const char* about_begins = "{\n  \"cell\":";

/// Calls `visitor` with each dataset of a trajectory. Only one dataset exists at a time, because together they may not
/// fit into memory.
void visit_datasets(const ResolvedCell& cell, const SampledStates& states,
                    const std::function<void(const Dataset&)>& visitor) {
  const auto x = start(cell);
  visitor(times(cell.t_begin<double>(), states.t));
  visitor(dataset("q", coordinate_labels(cell, 'q'), x.q, states.q));
  visitor(dataset("v", coordinate_labels(cell, 'v'), x.v, states.v));
  visitor(dataset("a", coordinate_labels(cell, 'a'), x.a, states.a));
  visitor(
      dataset("lambda", multiplier_labels(cell, static_cast<std::size_t>(x.lambda.size())), x.lambda, states.lambda));
  visitor(dataset("outputs", output_labels(cell.problem()), x.outputs, states.outputs));
}

}  // namespace

void write_npy(const std::filesystem::path& folder, const ResolvedCell& cell, const RunResult& result,
               const SampledStates& states) {
  if (result.status == Status::unsupported) return;
  Json columns = Json::object();
  visit_datasets(cell, states, [&](const Dataset& data) {
    columns[data.name] = columns_json(data);
    write_file(folder / (data.name + ".npy"), beginning_with(std::string(npy_magic), "an array of NumPy"), npy(data));
  });
  const Json about = {{"cell", to_json(cell.text())},
                      {"status", name(result.status)},
                      {"columns", std::move(columns)},
                      {"environment", result.environment}};
  write_file(folder / "about.json", beginning_with(about_begins, "the description of a trajectory"),
             about.dump(2) + "\n");
}

namespace {

FileKind trajectory_kind() {
  return {"a trajectory of `plumb run`",
          [](const std::filesystem::path& file) { return hdf5().is_trajectory(file.string()); }};
}

Hdf5Module::Attributes attributes_of(const ResolvedCell& cell, const RunResult& result) {
  Hdf5Module::Attributes out = {{"cell", to_json(cell.text()).dump()},
                                {"environment", result.environment.dump()},
                                {"status", std::string(name(result.status))}};
  if (const auto moved = corrected_start(cell.problem(), cell.data()); !moved.empty())
    out.emplace_back("corrected_start", moved);
  return out;
}

/// Throws the errors of `write_trajectory` before the runs: if the file exists and is not a trajectory (UsageError), or
/// if its folder cannot be written to.
void check_trajectory_file(const fs::path& file) { check_output(file, trajectory_kind()); }

}  // namespace

void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const SampledStates& states) {
  if (result.status == Status::unsupported) return;
  OutputFile out(file, trajectory_kind());
  const auto bytes =
      hdf5().image(attributes_of(cell, result), [&](const auto& visitor) { visit_datasets(cell, states, visitor); });
  if (!bytes) throw std::runtime_error(fmt::format("{}: HDF5 cannot make a file of the trajectory", file.string()));
  out.write(*bytes);
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
