#include "harness/cli/trajectory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>

#include <stdexcept>

#include "contract/parameters.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/text/json.hpp"
#include "harness/text/output_file.hpp"

namespace plumb {
namespace {

struct HdfError : std::runtime_error {
  HdfError() : std::runtime_error("HDF5 refused") {}
};

/// An identifier of HDF5, closed at the end; a negative one is a failure.
class Handle {
 public:
  Handle(hid_t handle, herr_t (*close)(hid_t)) : id_(handle), close_(close) {
    if (handle < 0) throw HdfError();
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void require(herr_t result) {
  if (result < 0) throw HdfError();
}

void add_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require(H5Tset_size(type, text.size() + 1));
  require(H5Tset_cset(type, H5T_CSET_UTF8));
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  require(H5Awrite(attribute, type, text.c_str()));
}

using Samples = std::vector<Sample<quad>>;

/// Names and units of the columns of a dataset.
struct Labels {
  std::vector<std::string> names = {}, units = {};
};

/// The columns of q, v or a: a coordinate is called by its part of the body, with a number where that has several.
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

Labels multiplier_labels(std::size_t count) {
  Labels out;
  for (std::size_t i = 1; i <= count; ++i) out.names.push_back(fmt::format("lambda{}", i));
  out.units.assign(count, "SI");  // what they are depends on the constraint
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

void add_dataset(hid_t file, const char* name, const Labels& labels, const Samples& samples, auto member) {
  const auto columns = static_cast<hsize_t>((samples.front().*member).size());
  std::vector<double> numbers;
  for (const auto& s : samples)
    for (const quad& x : s.*member) numbers.push_back(static_cast<double>(x));
  numbers.resize(std::max<std::size_t>(1, numbers.size()));  // an address even without columns
  const hsize_t shape[] = {samples.size(), columns};
  const Handle space(H5Screate_simple(2, shape, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  require(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  add_attribute(set, "names", fmt::format("{}", fmt::join(labels.names, ", ")));
  add_attribute(set, "unit", fmt::format("{}", fmt::join(labels.units, ", ")));
}

void add_times(hid_t file, const Samples& samples) {
  std::vector<double> times;
  for (const auto& s : samples) times.push_back(static_cast<double>(s.t));
  const hsize_t count = times.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file, "t", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  require(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()));
  add_attribute(set, "unit", "s");
}

Sample<quad> start(const ResolvedCell& cell) {
  const auto& problem = cell.problem();
  auto system = problem.in<quad>().system(cell.data(), cell.formulation());
  const auto x = initial_state(problem, cell.data(), cell.formulation(), system);
  Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(quad(0), x.q, x.v, outputs);
  return {0, x.q, x.v, x.a, x.lambda, outputs};
}

void silence_library() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }  // our message is one line

bool is_trajectory(const std::filesystem::path& file) try {
  silence_library();
  const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  return H5Aexists(opened, "cell") > 0 && H5Aexists(opened, "environment") > 0 && H5Aexists(opened, "status") > 0 &&
         H5Lexists(opened, "lambda", H5P_DEFAULT) > 0;
} catch (const HdfError&) {
  return false;
}

FileKind trajectory_kind() { return {"a trajectory of `plumb run`", is_trajectory}; }

void write(const std::string& path, const ResolvedCell& cell, const RunResult& result, const Samples& samples) {
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  add_attribute(file, "cell", to_json(cell.text()).dump());
  add_attribute(file, "environment", result.environment.dump());
  add_attribute(file, "status", std::string(name(result.status)));
  add_times(file, samples);
  add_dataset(file, "q", coordinate_labels(cell, 'q'), samples, &Sample<quad>::q);
  add_dataset(file, "v", coordinate_labels(cell, 'v'), samples, &Sample<quad>::v);
  add_dataset(file, "a", coordinate_labels(cell, 'a'), samples, &Sample<quad>::a);
  const auto multipliers = static_cast<std::size_t>(samples.front().lambda.size());
  add_dataset(file, "lambda", multiplier_labels(multipliers), samples, &Sample<quad>::lambda);
  add_dataset(file, "outputs", output_labels(cell.problem()), samples, &Sample<quad>::outputs);
  require(H5Fflush(file, H5F_SCOPE_GLOBAL));  // closing tells nobody that the disk is full
}

}  // namespace

void check_trajectory_file(const std::filesystem::path& file) { check_output(file, trajectory_kind()); }

void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const Trajectory& trajectory) {
  if (result.status == Status::unsupported) return;
  silence_library();
  Samples samples = {start(cell)};
  samples.insert(samples.end(), trajectory.samples.begin(), trajectory.samples.end());
  OutputFile out(file, trajectory_kind());
  try {
    write(out.temporary().string(), cell, result, samples);
  } catch (const HdfError&) {
    throw std::runtime_error(fmt::format(
        "{}: the trajectory cannot be written; is there room on the disk? What was there is unchanged", file.string()));
  }
  out.commit();
}

}  // namespace plumb
