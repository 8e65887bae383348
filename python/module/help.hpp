#pragma once
// Docstrings of the functions of compiled classes, in the style of numpy.

#include <string>
#include <vector>

namespace plumb::python {

/// The help of one function. Texts with several lines are indented as in a docstring.
struct Help {
  const char* of;             // "Problem" or "StepSystem"
  const char* name;           // name of the function
  const char* summary;        // first paragraph, a sentence or more
  const char* returns = "";   // type, shape and unit of the result; "": None
  const char* raises = "";    // exceptions in addition to those for wrong arrays
  const char* y_shape = "";   // shape of the arguments y and dy
  const char* keywords = "";  // entry of the further keyword arguments
};

/// All functions of Problem and StepSystem.
const std::vector<Help>& problem_help();
const std::vector<Help>& step_system_help();

/// Returns the docstring of a function with these arguments, each "name" or "name=default". Throws std::logic_error if
/// the function or an argument has no help.
std::string docstring(const std::string& of, const std::string& name, const std::vector<std::string>& arguments);

}  // namespace plumb::python
