#pragma once
// Mechanisms for tests, parsed from texts and from the files in examples/.

#include <map>
#include <stdexcept>
#include <string>

#include "problems/mechanisms/joint_coordinates.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "text/file_text.hpp"

namespace plumb::testing {

using DataOverrides = std::map<std::string, std::string>;

/// Returns the mechanism of a file with this text and path. The text may refer to robot files.
inline mbs::Mechanism written_mechanism(const std::string& text, const std::string& path = "test.toml",
                                        const DataOverrides& overrides = {}) {
  const auto read = [](const std::string& robot) { return file_text(robot, "a robot"); };
  const auto file = mechanism_from_text(text, path, read);
  return file.mechanism(Parameters(file.parameters, overrides));
}

/// The following functions return the example with this name, for instance "bennett", as a parsed file, as a mechanism,
/// and as a problem with all its formulations.
inline MechanismText example_file(const std::string& name) {
  const auto path = "examples/mechanisms/" + name + ".toml";
  return mechanism_from_text(file_text(path, "the example"), path);
}
inline mbs::Mechanism example_mechanism(const std::string& name, const DataOverrides& overrides = {}) {
  const auto file = example_file(name);
  return file.mechanism(Parameters(file.parameters, overrides));
}
inline Problem example_problem(const std::string& name) {
  const auto file = example_file(name);
  return with_joint_coordinates(mechanism_problem(file), file.mechanism);
}

/// Returns a text with the first occurrence of `from` replaced. Throws std::invalid_argument if there is none.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto found = text.find(from);
  if (found == std::string::npos) throw std::invalid_argument("'" + from + "' does not occur in the text");
  return text.replace(found, from.size(), to);
}

}  // namespace plumb::testing
