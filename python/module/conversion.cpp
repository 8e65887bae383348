#include "python/module/conversion.hpp"

#include <fmt/format.h>

namespace plumb::python {

Array Array::real(py::handle values) {
  // Instances of subclasses, such as masked arrays, are converted in Python.
  const bool is_plain = Py_TYPE(values.ptr()) == py::detail::npy_api::get().PyArray_Type_;
  if (is_plain && py::isinstance<Base>(values)) return Array(py::reinterpret_borrow<Base>(values));
  const auto numbers = py::module_::import("plumb._arrays").attr("real")(values);
  return Array(Base::ensure(numbers));
}

std::span<const double> numbers_of(const Array& array, int size, const char* label) {
  if (array.ndim() != 1 || array.size() != size)
    throw ShapeError(fmt::format("{}: {} has the shape {}; ({},) is needed", label, label,
                                 std::string(py::str(array.attr("shape"))), size));
  return {array.data(), static_cast<std::size_t>(size)};
}

Array array_of(std::span<const double> values) {
  auto out = new_array(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), out.mutable_data());
  return out;
}

Array rows_of(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
  Array out({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  std::copy(values.begin(), values.end(), out.mutable_data());
  return out;
}

std::vector<std::vector<double>> rows_of(const Array& matrix, std::size_t rows, int columns, const char* label) {
  const bool is_column = matrix.ndim() == 1 && columns == 1;
  const auto has = [&](int axis) { return static_cast<std::size_t>(matrix.shape(axis)); };
  const bool is_matrix = matrix.ndim() == 2 && has(1) == static_cast<std::size_t>(columns);
  if (!(is_column || is_matrix) || has(0) != rows)
    throw ShapeError(fmt::format("{}: {} has the shape {}; ({}, {}) is needed, a row a time", label, label,
                                 std::string(py::str(matrix.attr("shape"))), rows, columns));
  std::vector<std::vector<double>> out;
  for (std::size_t i = 0; i < rows; ++i) {
    const double* row = matrix.data() + static_cast<std::ptrdiff_t>(i) * columns;
    out.emplace_back(row, row + columns);
  }
  return out;
}

py::object object_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: {
      py::dict out;
      for (const auto& [key, value] : json.items()) out[py::str(key)] = object_of(value);
      return out;
    }
    case Json::value_t::array: {
      py::list out;
      for (const auto& value : json) out.append(object_of(value));
      return out;
    }
    case Json::value_t::string: return py::str(json.get<std::string>());
    case Json::value_t::boolean: return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned: return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_float: return py::float_(json.get<double>());
    default: return py::none();
  }
}

}  // namespace plumb::python
