#include "harness/hdf5/hdf5_module.hpp"

#include <hdf5.h>

#include <algorithm>
#include <stdexcept>

namespace plumb {
namespace {

struct HdfError : std::runtime_error {
  HdfError() : std::runtime_error("HDF5 refused") {}
};

/// An HDF5 identifier; the destructor closes it. The constructor throws HdfError for a negative identifier, which means
/// failure.
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

void require_success(herr_t result) {
  if (result < 0) throw HdfError();
}

/// Suppresses the error messages that HDF5 prints, because Plumb prints its own one-line message.
void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void add_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require_success(H5Tset_size(type, text.size() + 1));
  require_success(H5Tset_cset(type, H5T_CSET_UTF8));
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  require_success(H5Awrite(attribute, type, text.c_str()));
}

/// Adds an array of strings of variable length, one for each column. A single text with separators would be ambiguous,
/// because names may contain commas.
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

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

void add_dataset(hid_t file, const Dataset& data) {
  auto numbers = data.numbers;
  numbers.resize(std::max<std::size_t>(1, numbers.size()));  // avoids a null pointer if there are no numbers
  const hsize_t shape[] = {data.rows, data.columns};
  const Handle space(H5Screate_simple(data.is_of_times() ? 1 : 2, shape, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file, data.name.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  require_success(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  if (!data.is_of_times()) {
    add_attribute(set, "names", data.names);
    add_attribute(set, "units", data.units);
  }
  add_attribute(set, "unit", joined(data.units));
}

std::string text_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) throw HdfError();
  std::string out(H5Tget_size(type), '\0');
  require_success(H5Aread(attribute, type, out.data()));
  return out.substr(0, out.find('\0'));
}

/// Reads an attribute that is an array of strings of variable length.
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

/// HDF5 creates the file in memory, because on a full disk it cannot close a file, and the program would crash at its
/// end.
std::optional<std::string> image(const Hdf5Module::Attributes& attributes, const Hdf5Module::Visit& visit) try {
  silence_hdf5();
  constexpr std::size_t increment = 1 << 20;
  const Handle in_memory(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  require_success(H5Pset_fapl_core(in_memory, increment, false));
  const Handle file(H5Fcreate("trajectory in memory", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory), H5Fclose);
  for (const auto& [name, text] : attributes) add_attribute(file, name.c_str(), text);
  visit([&](const Dataset& data) { add_dataset(file, data); });
  require_success(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = H5Fget_file_image(file, nullptr, 0);
  std::string out(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  if (size <= 0 || H5Fget_file_image(file, out.data(), out.size()) != size) throw HdfError();
  return out;
} catch (const HdfError&) {
  return {};
}

bool is_trajectory(const std::string& path) try {
  silence_hdf5();
  const Handle opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  return H5Aexists(opened, "cell") > 0 && H5Aexists(opened, "environment") > 0 && H5Aexists(opened, "status") > 0 &&
         H5Lexists(opened, "lambda", H5P_DEFAULT) > 0;
} catch (const HdfError&) {
  return false;
}

std::optional<Hdf5Module::Contents> read(const std::string& path, const std::vector<std::string>& datasets) try {
  silence_hdf5();
  const Handle opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  Hdf5Module::Contents out{.cell = text_attribute(opened, "cell")};
  for (const auto& name : datasets) out.datasets[name] = dataset_in(opened, name);
  return out;
} catch (const HdfError&) {
  return {};
}

}  // namespace
}  // namespace plumb

extern "C" [[gnu::visibility("default")]] const plumb::Hdf5Module* plumb_hdf5_module() {
  static constexpr plumb::Hdf5Module functions = {plumb::image, plumb::is_trajectory, plumb::read};
  return &functions;
}
