#include "harness/cell/shipped_methods.hpp"

#include <algorithm>

#include "text/file_text.hpp"
#include "text/program_files.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace fs = std::filesystem;
namespace {

constexpr const char* shipped_folder = "methods/files";

int whole_number(const TomlValue& root, const char* key) {
  const auto* value = root.find(key);
  return value ? std::stoi(value->text) : 0;
}

/// Returns whether the entries of a square matrix vanish where `is_zero_place(row, column)` is true.
template <class Place>
bool vanishes(const TomlValue& matrix, Place is_zero_place) {
  for (std::size_t i = 0; i < matrix.items.size(); ++i)
    for (std::size_t j = 0; j < matrix.items[i].items.size(); ++j)
      if (is_zero_place(i, j) && matrix.items[i].items[j].text != "0") return false;
  return true;
}

std::string kind_of(const TomlValue& root) {
  if (root.find("composition")) return "composition";
  if (root.find("alpha")) return "multistep";
  if (root.find("gamma")) return "Rosenbrock";
  const auto* a = root.find("a");
  if (!a || !vanishes(*a, [](auto i, auto j) { return j > i; })) return "implicit";
  return vanishes(*a, [](auto i, auto j) { return j == i; }) ? "explicit" : "diagonally implicit";
}

int stages_of(const TomlValue& root) {
  for (const char* key : {"composition", "b"})
    if (const auto* list = root.find(key)) return static_cast<int>(list->items.size());
  std::size_t longest = 1;
  for (const char* key : {"alpha", "beta"})
    if (const auto* list = root.find(key)) longest = std::max(longest, list->items.size());
  return static_cast<int>(longest) - 1;
}

ShippedMethod shipped_method(const fs::path& path) {
  const auto root = toml_from_text(file_text(path, "a method file (TOML)"), path.string());
  return {.file = path.filename().string(),
          .kind = kind_of(root),
          .title = root.text_of("title"),
          .source = root.text_of("source"),
          .order = whole_number(root, "order"),
          .embedded_order = whole_number(root, "embedded_order"),
          .stages = stages_of(root)};
}

}  // namespace

fs::path path_of_method_file(std::string_view name) {
  const fs::path given(name);
  std::error_code error;
  if (given.has_parent_path() || fs::exists(given, error)) return given;
  for (const auto& root : file_roots())
    if (const auto path = root / shipped_folder / given; fs::exists(path, error)) return path;
  return given;
}

std::vector<ShippedMethod> shipped_methods() {
  const auto root = shipped_root();
  if (!root || !fs::is_directory(*root / shipped_folder)) return {};
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(*root / shipped_folder))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<ShippedMethod> out;
  std::ranges::transform(paths, std::back_inserter(out), shipped_method);
  return out;
}

}  // namespace plumb
