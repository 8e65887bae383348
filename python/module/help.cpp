#include "python/module/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace plumb::python {
namespace {

/// The help of an argument, which is the same in all functions.
struct ArgumentHelp {
  std::string_view name, type, meaning;
  bool is_array = false;
};

constexpr ArgumentHelp argument_help[] = {
    {"t", "float", "Time [s]."},
    {"q", "array, shape (nq,)", "Coordinates [m, rad]; rotations are unit quaternions.", true},
    {"v", "array, shape (nv,)", "Velocities [m/s, rad/s].", true},
    {"a", "array, shape (nv,)", "Accelerations [m/s^2, rad/s^2].", true},
    {"lam", "array, shape (nl,)", "Multipliers lambda of the constraints [SI].", true},
    {"q1", "array, shape (nq,)", "Coordinates of the other configuration [m, rad].", true},
    {"theta", "array, shape (nv,)", "Increment of the coordinates in the chart around q [m, rad].", true},
    {"u", "array, shape (nv,)", "Rate of the increment theta [m/s, rad/s].", true},
    {"w", "array, shape (nv,)", "Upper part of the right-hand side [SI].", true},
    {"e", "array, shape (nl,)", "Lower part of the right-hand side [SI].", true},
    {"dy", "", "Derivative y' with respect to the time [SI].", true},
    {"shift", "float", "Factor of dF/dy' [1/s]."},
    {"slot", "int", "Number of the factorisation, 0 to 15."},
    {"size", "float", "Norm of the increment, or of the residual if `tests_residual` is True."},
    {"scale", "float", "Norm of the quantity to which `size` is relative."},
    {"what", "str", "Name of `size` in messages."},
    {"x", "array, shape (n,)", "A vector."},
    {"counter", "str", "\"stages\", \"newton_iterations\", \"residual_evaluations\" or \"newton_failures\"."},
    {"number", "int", "Number to add."},
};

constexpr ArgumentHelp vector_y = {"y", "array, shape (m,)", "A second vector, appended to x."};

const Help& help_of(const std::string& of, const std::string& name) {
  for (const auto* all : {&problem_help(), &step_system_help()})
    for (const auto& one : *all)
      if (one.of == of && one.name == name) return one;
  throw std::logic_error(fmt::format("no help for {}.{}", of, name));
}

ArgumentHelp help_of_argument(const Help& function, const std::string& argument) {
  if (argument == "y" && std::string_view(function.y_shape).empty()) return vector_y;
  if (argument == "y") return {"y", function.y_shape, "State in first-order form [SI].", true};
  const auto* found = std::ranges::find(argument_help, argument, &ArgumentHelp::name);
  if (found == std::end(argument_help))
    throw std::logic_error(fmt::format("no help for {} of {}.{}", argument, function.of, function.name));
  auto out = *found;
  if (out.type.empty()) out.type = function.y_shape;
  return out;
}

std::string section(std::string_view title, const std::string& text) {
  return text.empty() ? "" : fmt::format("\n\n{}\n{}\n{}", title, std::string(title.size(), '-'), text);
}

}  // namespace

std::string docstring(const std::string& of, const std::string& name, const std::vector<std::string>& arguments) {
  const auto& function = help_of(of, name);
  std::string parameters, raises = function.raises;
  bool has_array = false;
  for (const auto& argument : arguments) {
    const auto one = help_of_argument(function, argument.substr(0, argument.find('=')));
    const auto* optional = argument.find('=') != std::string::npos ? ", optional" : "";
    parameters +=
        fmt::format("{}{} : {}{}\n    {}", parameters.empty() ? "" : "\n", one.name, one.type, optional, one.meaning);
    has_array = has_array || one.is_array;
  }
  if (*function.keywords) parameters += std::string("\n") + function.keywords;
  if (has_array) {
    if (!raises.empty()) raises += "\n";
    raises += "ShapeError, TypeError\n    An array has another shape, or entries that are not real numbers.";
  }
  return function.summary + section("Parameters", parameters) +
         section("Returns", *function.returns ? function.returns : "None") + section("Raises", raises);
}

}  // namespace plumb::python
