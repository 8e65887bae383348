#include "harness/cell/problem_file.hpp"

#include <map>
#include <memory>
#include <mutex>

#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/named_file.hpp"
#include "problems/mechanisms/joint_coordinates.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

std::unique_ptr<const Problem> problem_from_text(std::string_view text, const std::string& name) {
  std::string bytes(text);  // of the file and those that it names
  auto mechanism = mechanism_from_text(text, name.substr(1), [&](const std::string& path) {
    auto other = file_text(path, "a robot's file (URDF) in [urdf], beside the mechanism's");
    bytes += '\0' + other;
    return other;
  });
  mechanism.title = mechanism.name == mechanism.title ? mechanism.name : mechanism.name + ": " + mechanism.title;
  mechanism.name = name;
  mechanism.parameters.push_back(content_parameter(content_of(bytes), "problem"));
  try {
    auto problem = with_joint_coordinates(mechanism_problem(mechanism), mechanism.mechanism);
    auto out = std::make_unique<const Problem>(std::move(problem));
    out->check(Parameters(out->parameters, {}));
    return out;
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

}  // namespace

std::string correction_of_start(const Problem& problem, const Parameters& parameters) {
  return corrected_start(problem, parameters);
}

const Problem& problem_file(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, std::unique_ptr<const Problem>, std::less<>> files;
  const std::lock_guard lock(reading);
  if (const auto at = files.find(name); at != files.end()) return *at->second;
  require_printable_name(name, "problem");
  const std::string key(name);
  const auto text = file_text(key.substr(1), "a mechanism file (TOML or URDF) after the @");
  require_role(FileRole::problem, key.substr(1), text);
  return *files.emplace(key, problem_from_text(text, key)).first->second;
}

}  // namespace plumb
