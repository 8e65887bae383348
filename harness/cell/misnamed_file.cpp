#include "harness/cell/misnamed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "harness/cell/method_library.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

struct Role {
  const char *is, *has;
  std::vector<const char*> keys;  // keys that only files of this role have
};

const std::array<Role, 3> roles = {
    Role{"a method, which is named by -m @FILE",
         "a method file has a tableau (a, b) or a multistep formula (alpha, beta), or is a shared library",
         {"a", "b", "alpha", "beta", "gamma", "embedded"}},
    Role{"a problem, which is named by -p @FILE",
         "a problem's file has bodies ([[body]]), a robot ([urdf], [mjcf]) or equations ([[coordinate]]), or is URDF "
         "or MJCF",
         {"body", "joint", "driver", "force", "urdf", "mjcf", "initial", "coordinate", "equations"}},
    Role{"an experiment, which runs by plumb run FILE", "an experiment has [[cells]]", {"cells", "sets"}}};

const Role& role(FileRole file_role) { return roles[static_cast<std::size_t>(file_role)]; }

bool has_key_of(const TomlValue& root, FileRole file_role) {
  return std::ranges::any_of(role(file_role).keys, [&](const char* key) { return root.find(key) != nullptr; });
}

/// Returns the parsed file; none if it is not TOML, which the reader of the file reports later.
std::optional<TomlValue> parsed(std::string_view path, std::string_view bytes) {
  try {
    return toml_from_text(bytes, std::string(path));
  } catch (const UsageError&) {
    return {};
  }
}

std::optional<FileRole> other_role(FileRole expected, std::string_view path, std::string_view bytes) {
  const auto unless_expected = [&](FileRole found) {
    return found == expected ? std::nullopt : std::optional<FileRole>(found);
  };
  if (is_library(path, bytes)) return unless_expected(FileRole::method);
  if (is_xml(bytes)) return unless_expected(FileRole::problem);
  const auto root = parsed(path, bytes);
  if (!root || has_key_of(*root, expected)) return {};
  for (const auto one : {FileRole::method, FileRole::problem, FileRole::experiment})
    if (has_key_of(*root, one)) return one;
  return {};
}

}  // namespace

void require_role(FileRole expected, std::string_view path, std::string_view bytes) {
  if (const auto found = other_role(expected, path, bytes))
    throw wrong_kind("{}: it is {}; {}", printable(path), role(*found).is, role(expected).has);
}

}  // namespace plumb
