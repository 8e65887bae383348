#pragma once
// Defines methods of compiled classes with a signature for inspect.signature and a docstring in the style of numpy.

#include <pybind11/pybind11.h>

#include <string>

#include "python/module/help.hpp"

namespace plumb::python {

namespace py = pybind11;

inline std::string word_of(const py::arg& argument) { return argument.name; }
inline std::string word_of(const py::arg_v& argument) {
  return std::string(argument.name) + "=" + std::string(py::repr(argument.value));
}

/// The name of the parameter for further keyword arguments, such as "settings" in "**settings"; null: none.
struct Keywords {
  const char* name;
};

/// Defines a method with this docstring. CPython reads the signature from the first lines of the docstring.
template <class Class, class Function, class... Arguments>
void define_with(Class& of, const char* name, const std::string& docstring, Keywords keywords, const Function& function,
                 const Arguments&... arguments) {
  std::string signature = std::string(name) + "(self";
  ((signature += ", " + word_of(arguments)), ...);
  if (keywords.name) signature += std::string(", **") + keywords.name;
  py::options options;  // settings until the end of this function
  options.disable_function_signatures();
  of.def(name, function, arguments..., (signature + ")\n--\n\n" + docstring).c_str());
}

/// Defines a method whose help is in problem_help() or step_system_help().
template <class Class, class Function, class... Arguments>
void define(Class& of, const char* name, Keywords keywords, const Function& function, const Arguments&... arguments) {
  const auto help = docstring(std::string(py::str(of.attr("__name__"))), name, {word_of(arguments)...});
  define_with(of, name, help, keywords, function, arguments...);
}
template <class Class, class Function, class... Arguments>
void define(Class& of, const char* name, const Function& function, const Arguments&... arguments) {
  define(of, name, Keywords{nullptr}, function, arguments...);
}

}  // namespace plumb::python
