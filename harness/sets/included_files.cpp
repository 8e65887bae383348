#include "harness/sets/included_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/mistakes.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Returns the files that match a pattern, sorted. The first "*" of the pattern matches every folder.
std::vector<fs::path> matching(const fs::path& pattern) {
  const auto star = std::ranges::find(pattern, fs::path("*"));
  if (star == pattern.end()) return fs::is_regular_file(pattern) ? std::vector{pattern} : std::vector<fs::path>();
  fs::path parent, below;
  for (auto part = pattern.begin(); part != star; ++part) parent /= *part;
  for (auto part = std::next(star); part != pattern.end(); ++part) below /= *part;
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored))
    if (fs::is_regular_file(entry.path() / below)) out.push_back(entry.path() / below);
  std::ranges::sort(out);
  return out;
}

std::vector<TomlValue> included_files(const TomlValue& root, const fs::path& study) {
  const auto pattern = root.text_of("include");
  if (pattern.empty()) return {};
  const auto files = matching((study.parent_path() / pattern).lexically_normal());
  if (files.empty()) throw root.find("include")->refusal(unreadable("include: no file matches '{}'", pattern));
  std::vector<TomlValue> out;
  const std::vector<std::string> known = {"schema", "sets"};
  for (const auto& file : files) {
    out.push_back(toml_from_file(file, "an included file of sets (TOML)"));
    out.back().allow(known);
  }
  return out;
}

/// Adds the entries of `defaults` whose keys the table lacks, before its own entries.
void complete(TomlValue& table, const TomlValue& defaults) {
  auto own = std::exchange(table.entries, {});
  std::ranges::copy_if(defaults.entries, std::back_inserter(table.entries), [&](const TomlEntry& entry) {
    return std::ranges::find(own, entry.key, &TomlEntry::key) == own.end();
  });
  std::ranges::move(own, std::back_inserter(table.entries));
}

/// Returns the table [sets] of a study, which is added if it is missing.
TomlValue& sets_of(TomlValue& study) {
  const auto found = std::ranges::find(study.entries, "sets", &TomlEntry::key);
  if (found != study.entries.end()) return found->value;
  study.entries.push_back({"sets", study.place, {}});
  return study.entries.back().value;
}

/// Returns the study with the sets of an included file. They override the sets of the study key by key.
TomlValue joined(TomlValue study, const TomlValue& file) {
  auto& sets = sets_of(study);
  for (const auto* table : file.tables("sets"))
    for (auto entry : table->entries) {
      const auto known = std::ranges::find(sets.entries, entry.key, &TomlEntry::key);
      if (known == sets.entries.end()) {
        sets.entries.push_back(std::move(entry));
      } else {
        complete(entry.value, known->value);
        *known = std::move(entry);
      }
    }
  return study;
}

NamedSets sets_in(const TomlValue& file, const std::vector<std::string>& known) {
  NamedSets out;
  out.add(file, known);
  return out;
}

}  // namespace

StudySets::StudySets(const TomlValue& root, const fs::path& study, const std::vector<std::string>& known)
    : own_(sets_in(root, known)) {
  for (const auto& file : included_files(root, study)) {
    OfFile out{{}, sets_in(joined(root, file), known)};
    for (const auto* table : file.tables("sets"))
      for (const auto& entry : table->entries) out.names.push_back(entry.key);
    included_.push_back(std::move(out));
  }
}

std::vector<Keys> StudySets::expanded(const TomlValue& block, const SetView& view) const {
  const auto* set = block.find("set");
  if (!set || included_.empty()) return own_.expanded(block, view);
  std::vector<Keys> out;
  bool is_included = false;
  for (const auto& file : included_) {
    const auto defines = [&](const std::string& name) {
      return std::ranges::find(file.names, name) != file.names.end();
    };
    if (std::ranges::none_of(set->texts("set"), defines)) continue;
    is_included = true;
    std::ranges::move(file.sets.expanded(block, view), std::back_inserter(out));
  }
  return is_included ? out : own_.expanded(block, view);
}

}  // namespace plumb
