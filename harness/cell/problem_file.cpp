#include "harness/cell/problem_file.hpp"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/named_file.hpp"
#include "problems/equations/equation_problem.hpp"
#include "problems/mechanisms/joint_coordinates.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

/// Returns a problem whose data and equations go together. Throws UsageError.
std::unique_ptr<Problem> checked(Problem problem) {
  auto out = std::make_unique<Problem>(std::move(problem));
  out->check(Parameters(out->parameters, {}));
  return out;
}

/// Returns "NAME: TITLE".
std::string full_title(const std::string& name, const std::string& title) {
  return name == title ? name : name + ": " + title;
}

/// Reads the files that a problem's file names, and keeps the bytes of all of them.
class NamedFiles {
 public:
  explicit NamedFiles(std::string_view text) : bytes_(text) {}

  FileText reader() {
    return [this](const std::string& path) {
      auto other = file_text(path, "a file that the problem's file names, beside it: a robot or a table");
      bytes_ += '\0' + other;
      return other;
    };
  }
  ParameterSpec content() const { return content_parameter(content_of(bytes_), "problem"); }

 private:
  std::string bytes_;
};

Problem problem_of_equations(std::string_view text, const std::string& name) {
  NamedFiles files(text);
  auto equations = equations_from_text(text, name.substr(1), files.reader());
  equations.title = full_title(equations.name, equations.title);
  equations.name = name;
  auto out = equation_problem(equations);
  out.parameters.push_back(files.content());
  return out;
}

Problem problem_of_mechanism(std::string_view text, const std::string& name) {
  NamedFiles files(text);
  auto mechanism = mechanism_from_text(text, name.substr(1), files.reader());
  mechanism.title = full_title(mechanism.name, mechanism.title);
  mechanism.name = name;
  mechanism.parameters.push_back(files.content());
  return with_joint_coordinates(mechanism_problem(mechanism), mechanism.mechanism);
}

std::unique_ptr<Problem> problem_from_text(std::string_view text, const std::string& name) {
  try {
    return checked(tells_equations(text, name.substr(1)) ? problem_of_equations(text, name)
                                                         : problem_of_mechanism(text, name));
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

/// Problems of files and of this program, by name. Problems that others have replaced keep their address.
struct KnownProblems {
  struct Named {
    const Problem* problem = nullptr;
    bool is_provided = false;
  };
  std::mutex mutex;
  std::deque<std::unique_ptr<const Problem>> all;
  std::map<std::string, Named, std::less<>> by_name;

  const Problem& add(const std::string& name, std::unique_ptr<const Problem> problem, bool is_provided) {
    all.push_back(std::move(problem));
    by_name[name] = {all.back().get(), is_provided};
    return *all.back();
  }
};

KnownProblems& known_problems() {
  static KnownProblems problems;
  return problems;
}

}  // namespace

std::string correction_of_start(const Problem& problem, const Parameters& parameters) {
  return corrected_start(problem, parameters);
}

std::vector<std::string> remarks_on_data(const Problem& problem, const Parameters& parameters) {
  return remarks(problem, parameters);
}

std::string frictions_of_mechanism(const Problem& problem, const Parameters& parameters) {
  return frictions_of(problem, parameters);
}

const Problem& problem_file(std::string_view name) {
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  if (const auto at = known.by_name.find(name); at != known.by_name.end()) return *at->second.problem;
  require_printable_name(name, "problem");
  const std::string key(name);
  const auto text = file_text(key.substr(1), "a mechanism (TOML, URDF or MJCF) or equations (TOML) after the @");
  require_role(FileRole::problem, key.substr(1), text);
  return known.add(key, problem_from_text(text, key), false);
}

const Problem& provide_problem(const std::string& name, std::string_view text) {
  if (!names_file(name)) throw UsageError("problem '" + name + "': the name of a problem in code begins with @");
  require_printable_name(name, "problem");
  auto made = problem_from_text(text, name);
  const auto content = [](const Problem& of) { return Parameters(of.parameters, {}).text("content"); };
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  const auto is_other = [&](const std::string& unique) {
    const auto at = known.by_name.find(unique);
    return at != known.by_name.end() && content(*at->second.problem) != content(*made);
  };
  const auto unique = made->name = named_by_content(name, content(*made), is_other);
  if (!known.by_name.contains(unique)) known.add(unique, std::move(made), true);
  return *(known.by_name[name] = known.by_name[unique]).problem;
}

bool is_provided_problem(std::string_view name) {
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  const auto at = known.by_name.find(name);
  return at != known.by_name.end() && at->second.is_provided;
}

}  // namespace plumb
