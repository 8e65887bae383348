#include "harness/cell/problem_file.hpp"

#include <map>
#include <memory>
#include <mutex>

#include "harness/cell/named_file.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

std::unique_ptr<const Problem> problem_from_text(std::string_view toml, const std::string& name) {
  auto mechanism = mechanism_from_text(toml, name.substr(1));
  mechanism.title = mechanism.name == mechanism.title ? mechanism.name : mechanism.name + ": " + mechanism.title;
  mechanism.name = name;
  mechanism.parameters.push_back(content_parameter(content_of(toml), "problem"));
  try {
    auto out = std::make_unique<const Problem>(mechanism_problem(mechanism));
    out->check(Parameters(out->parameters, {}));
    return out;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

}  // namespace

const Problem& problem_file(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, std::unique_ptr<const Problem>, std::less<>> files;
  const std::lock_guard lock(reading);
  if (const auto at = files.find(name); at != files.end()) return *at->second;
  require_printable_name(name, "problem");
  const std::string key(name);
  auto read = problem_from_text(file_text(key.substr(1), "a mechanism file (TOML) after the @"), key);
  return *files.emplace(key, std::move(read)).first->second;
}

}  // namespace plumb
