#pragma once
// Conversions between values of Plumb and of Python.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb::python {

namespace py = pybind11;

/// The type of arguments: an array of doubles, converted from an array or a sequence of real numbers
/// (python/plumb/_arrays.py).
struct Array : py::array_t<double, py::array::c_style | py::array::forcecast> {
  using Base = py::array_t<double, py::array::c_style | py::array::forcecast>;
  using Base::Base;
  Array() = default;
  explicit Array(Base base) : Base(std::move(base)) {}

  /// Converts a Python object. Throws TypeError, as a py::error_already_set, for complex numbers, texts, masked
  /// entries.
  static Array real(py::handle values);
};
/// The type of returned matrices, which are stored column by column.
using Matrix = py::array_t<double, py::array::f_style>;

/// Returns the numbers of a vector; throws ShapeError (plumb.ShapeError) if it has another shape. `what` names the
/// vector in the message.
std::span<const double> numbers_of(const Array& array, int size, const char* label);

inline Array new_array(int size) { return Array(static_cast<py::ssize_t>(size)); }
inline Matrix new_matrix(int rows, int columns) {
  return Matrix({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}
inline std::span<double> numbers(Array& array) {
  return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}
inline std::span<double> numbers(Matrix& matrix) {
  return {matrix.mutable_data(), static_cast<std::size_t>(matrix.size())};
}
Array array_of(std::span<const double> values);
/// Returns a matrix whose rows are stored one after the other in `values`.
Array rows_of(const std::vector<double>& values, std::size_t rows, std::size_t columns);
/// Returns the rows of a Python matrix, or of a vector if each row has one number; throws ShapeError.
std::vector<std::vector<double>> rows_of(const Array& matrix, std::size_t rows, int columns, const char* label);

/// Converts JSON to Python's dicts, lists, numbers, strings and None.
py::object object_of(const Json& json);

/// Thrown if an array has the wrong shape. In Python this is plumb.ShapeError, a ValueError.
struct ShapeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if the `total_timeout` has passed without a result. In Python this is plumb.TimeoutReached, a TimeoutError.
struct TimeoutReached : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace plumb::python

template <>
struct pybind11::detail::pyobject_caster<plumb::python::Array> {
  using type = plumb::python::Array;
  bool load(handle source, bool /*convert*/) {
    if (!source) return false;
    value = type::real(source);
    return true;
  }
  static handle cast(const handle& source, return_value_policy, handle) { return source.inc_ref(); }
  PYBIND11_TYPE_CASTER(type, handle_type_name<type::Base>::name);
};
