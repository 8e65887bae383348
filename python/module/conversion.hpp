#pragma once
// Between the values of Plumb and those of Python.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb::python {

namespace py = pybind11;

/// What a function takes: anything that numpy makes doubles of.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
/// What it returns: matrices lie column by column.
using Matrix = py::array_t<double, py::array::f_style>;

/// The numbers of a vector; throws ShapeError (plumb.ShapeError) where it has another shape. `what` names it.
std::span<const double> numbers_of(const Array& array, int size, const char* what);

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
/// A matrix of rows that lie one behind the other.
Array rows_of(const std::vector<double>& values, std::size_t rows, std::size_t columns);
/// Rows of a matrix of Python, or of a vector where each has one number; throws ShapeError.
std::vector<std::vector<double>> rows_of(const Array& matrix, std::size_t rows, int columns, const char* what);

/// Objects, lists, numbers, texts and None.
py::object object_of(const Json& json);

/// A wrong shape: plumb.ShapeError, a ValueError.
struct ShapeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `total_timeout` came before anything could be kept: plumb.TimeoutReached, a TimeoutError.
struct TimeoutReached : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace plumb::python
