#pragma once
// Defines methods of compiled classes with a signature that inspect.signature returns and help() prints.

#include <pybind11/pybind11.h>

#include <string>

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

/// Defines a method. CPython reads the signature from the first lines of the docstring.
template <class Class, class Function, class... Arguments>
void define(Class& of, const char* name, Keywords keywords, const Function& function, const Arguments&... arguments) {
  std::string signature = std::string(name) + "(self";
  ((signature += ", " + word_of(arguments)), ...);
  if (keywords.name) signature += std::string(", **") + keywords.name;
  py::options options;  // settings until the end of this function
  options.disable_function_signatures();
  of.def(name, function, arguments..., (signature + ")\n--\n\n").c_str());
}
template <class Class, class Function, class... Arguments>
void define(Class& of, const char* name, const Function& function, const Arguments&... arguments) {
  define(of, name, Keywords{nullptr}, function, arguments...);
}

}  // namespace plumb::python
