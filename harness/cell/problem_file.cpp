#include "harness/cell/problem_file.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/named_file.hpp"
#include "problems/catalogue.hpp"
#include "problems/problem_reader.hpp"
#include "problems/refused_mechanism.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

/// Reads the files to which a problem file refers, and collects the bytes of all files for the hash.
class NamedFiles {
 public:
  explicit NamedFiles(std::string_view text) : bytes_(text) {}

  FileText reader() {
    return [this](const std::string& path) {
      auto other = file_text(path, "a file that the problem file refers to: a robot or a table");
      bytes_ += '\0' + other;
      paths_.push_back(path);
      return other;
    };
  }
  std::vector<std::string>& paths() { return paths_; }
  ParameterSpec content() const { return content_parameter(content_of(bytes_), "problem"); }

 private:
  std::string bytes_;
  std::vector<std::string> paths_ = {};  // paths of the files that were read, without the problem file
};

/// A problem, and the paths of the files to which its file refers.
struct ReadProblem {
  std::unique_ptr<Problem> problem;
  std::vector<std::string> other_files;
};

/// Reads a problem and checks it with its default data. Throws UsageError.
ReadProblem problem_from_text(std::string_view text, const std::string& name) {
  const auto read = problem_reader();
  if (!read) throw no_such("problem '{}': this build cannot read problem files; {}", name, how_to_add_problems);
  NamedFiles files(text);
  try {
    auto out = std::make_unique<Problem>(read({text, name, files.reader(), [&files] { return files.content(); }}));
    out->check(Parameters(out->parameters, {}));
    return {std::move(out), std::move(files.paths())};
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

/// Problems from files and from texts of this program, by name. A problem stays in `all`, at the same address, when a
/// later problem takes its name.
struct KnownProblems {
  struct Named {
    const Problem* problem = nullptr;
    bool is_provided = false;
    std::vector<std::string> files = {};  // path of the problem file, and of the files to which it refers
  };
  std::mutex mutex;
  std::deque<std::unique_ptr<const Problem>> all;
  std::map<std::string, Named, std::less<>> by_name;

  const Problem& add(const std::string& name, std::unique_ptr<const Problem> problem) {
    all.push_back(std::move(problem));
    by_name[name] = {all.back().get(), true};
    return *all.back();
  }
  const Problem& add(const std::string& name, ReadProblem read) {
    std::vector<std::string> files = {name.substr(1)};
    for (auto& path : read.other_files)
      if (std::ranges::find(files, path) == files.end()) files.push_back(std::move(path));
    all.push_back(std::move(read.problem));
    by_name[name] = {all.back().get(), false, std::move(files)};
    return *all.back();
  }
};

KnownProblems& known_problems() {
  static KnownProblems problems;
  return problems;
}

}  // namespace

const Problem& problem_file(std::string_view name) {
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  if (const auto found = known.by_name.find(name); found != known.by_name.end()) return *found->second.problem;
  require_printable_name(name, "problem");
  const std::string key(name);
  const auto text = file_text(key.substr(1), "a mechanism (TOML, URDF or MJCF) or equations (TOML) after the @");
  require_role(FileRole::problem, key.substr(1), text);
  return known.add(key, problem_from_text(text, key));
}

std::vector<std::string> files_of_problem(std::string_view name) {
  problem_file(name);
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  return known.by_name.find(name)->second.files;
}

const Problem& provide_problem(const std::string& name, std::string_view text) {
  if (!names_file(name)) throw UsageError("problem '" + name + "': the name of a problem from code must begin with @");
  require_printable_name(name, "problem");
  auto made = problem_from_text(text, name).problem;
  const auto content = [](const Problem& of) { return Parameters(of.parameters, {}).text("content"); };
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  const auto is_other = [&](const std::string& unique) {
    const auto found = known.by_name.find(unique);
    return found != known.by_name.end() && content(*found->second.problem) != content(*made);
  };
  const auto unique = made->name = named_by_content(name, content(*made), is_other);
  if (!known.by_name.contains(unique)) known.add(unique, std::move(made));
  return *(known.by_name[name] = known.by_name[unique]).problem;
}

bool is_provided_problem(std::string_view name) {
  auto& known = known_problems();
  const std::lock_guard lock(known.mutex);
  const auto found = known.by_name.find(name);
  return found != known.by_name.end() && found->second.is_provided;
}

}  // namespace plumb
