#include "harness/paper/specification.hpp"

#include "harness/paper/quantity.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

std::vector<std::string> with_quantity_keys(std::vector<std::string> extra) {
  extra.insert(extra.end(), quantity_keys().begin(), quantity_keys().end());
  return extra;
}

/// Returns all keys of views, which may name a set.
std::vector<std::string> keys_of_all_views() {
  return with_quantity_keys({"name", "over", "is", "value", "within", "words", "about_rounding", "about_newton", "note",
                             "judged", "unprinted"});
}

}  // namespace

std::vector<Keys> Specification::all(std::string_view key, const std::vector<std::string>& extra, Steps steps) const {
  std::vector<Keys> out;
  for (const auto* table : file.tables(key))
    for (auto& result : expanded(*table, extra, common_of(file), steps)) out.push_back(std::move(result));
  return out;
}

std::vector<Keys> Specification::expanded(const TomlValue& table, const std::vector<std::string>& extra,
                                          const TomlValue* common, Steps steps, const std::string& kind) const {
  const auto accepts_list = [steps](std::string_view key, std::string_view of_kind) {
    if (key == "step") return steps == Steps::as_a_list || of_kind == "order" || of_kind == "slope";
    return key == "omega_dt" || key == "dt_nt" || key == "spacing";
  };
  return sets.expanded(table, {with_quantity_keys(extra), accepts_list, {"over"}, kind}, common);
}

const TomlValue* common_of(const TomlValue& table) {
  const auto* common = table.find("common");
  if (common && !common->is_table()) throw common->refusal(wrong_kind("common: a table is allowed"));
  return common;
}

Specification specification(const std::filesystem::path& path, const Paper& paper) {
  Specification out;
  out.file = toml_from_file(path, "a file of a paper (TOML)");
  out.keys = keys_of(out.file);
  if (const auto shared = paper.folder / "sets.toml"; std::filesystem::exists(shared)) {
    const auto file = toml_from_file(shared, "sets of runs (TOML)");
    file.allow(std::vector<std::string>{"schema", "sets"});
    out.sets.add(file, keys_of_all_views());
  }
  out.sets.add(out.file, keys_of_all_views());
  return out;
}

}  // namespace plumb
