#include "harness/cell/method_file.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "harness/cell/method_library.hpp"
#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/shipped_methods.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

/// Methods from files and from functions of this program, by name. A method stays in `all`, at the same address, when a
/// later method takes its name.
struct KnownMethods {
  std::mutex mutex;
  std::deque<std::unique_ptr<const MethodFile>> all;
  std::map<std::string, const MethodFile*, std::less<>> by_name;

  const MethodFile& add(const std::string& name, std::unique_ptr<const MethodFile> file) {
    all.push_back(std::move(file));
    return *(by_name[name] = all.back().get());
  }
};

KnownMethods& known_methods() {
  static KnownMethods methods;
  return methods;
}

}  // namespace

const MethodFile& method_file(std::string_view name) {
  auto& known = known_methods();
  const std::lock_guard lock(known.mutex);
  if (const auto found = known.by_name.find(name); found != known.by_name.end()) return *found->second;
  require_printable_name(name, "method");
  const std::string key(name);
  const auto path = path_of_method_file(key.substr(1));
  const auto content = file_text(path, "a method file (TOML) or a shared library after the @");
  require_role(FileRole::method, key.substr(1), content);
  return known.add(key, is_library(key, content) ? method_from_library(key, content) : method_from_text(content, key));
}

const Method& method_for(const MethodFile& file, const std::map<std::string, std::string>& overrides) {
  const bool is_controlled = overrides.contains("rtol") || overrides.contains("atol");
  if (!is_controlled || file.is_library) return file.method;
  if (!file.adaptive) throw missing_part("{}: rtol and atol: {}", file.name, file.no_step_control);
  return *file.adaptive;
}

const MethodFile& provide_method(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                 std::string_view content, bool is_stored) {
  if (!names_file(name)) throw UsageError("method '" + name + "': the name of a method from code must begin with @");
  require_printable_name(name, "method");
  auto made = method_of_program(name, std::move(code), content);
  auto& known = known_methods();
  const std::lock_guard lock(known.mutex);
  const auto known_as = [&](const std::string& unique) {
    const auto found = known.by_name.find(unique);
    return found == known.by_name.end() ? nullptr : found->second;
  };
  made->name = named_by_content(name, made->content, [&](const std::string& unique) {
    return known_as(unique) && known_as(unique)->content != made->content;
  });
  made->method.info.name = made->name;
  made->is_stored = is_stored;
  const auto* same = known_as(made->name);
  const auto unique = made->name;
  return *(known.by_name[name] = same ? same : &known.add(unique, std::move(made)));
}

bool is_stored_method(std::string_view name) { return !names_file(name) || method_file(name).is_stored; }

bool from_outside(std::string_view method) { return names_file(method) && method_file(method).is_library; }

bool is_provided_method(std::string_view name) { return names_file(name) && method_file(name).is_provided; }

bool needs_process(std::string_view method) { return from_outside(method) && !is_provided_method(method); }

}  // namespace plumb
