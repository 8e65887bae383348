#include "harness/judge/stored_references.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "text/mistakes.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::string key_of(std::string_view problem, std::string_view data, std::string_view formulation, std::string_view t) {
  return fmt::format("{}({}) {} {}", problem, data, formulation, t);
}

std::string key_of(const StoredReference& of) {
  return key_of(of.record.problem, of.record.data, of.formulation, of.record.t);
}

StoredReference reference_from_json(const Json& json) {
  StoredReference out{record_from_json(json), json.at("formulation")};
  out.refusal = json.value("refusal", "");
  out.date = json.at("date");
  out.version = json.at("version");
  return out;
}

Json as_json(const StoredReference& of) {
  Json out = to_json(of.record);
  out["formulation"] = of.formulation;
  if (!of.refusal.empty()) out["refusal"] = of.refusal;
  out["date"] = of.date;
  out["version"] = of.version;
  return out;
}

}  // namespace

StoredReference stamped(StoredReference reference) {
  const auto& build = build_info();
  reference.date = current_environment().at("date").get<std::string>().substr(0, 10);
  reference.version = fmt::format("{} ({})", build.version, build.commit.substr(0, 8));
  return reference;
}

void StoredReferences::read(const fs::path& file) try {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  const auto content = Json::parse(text.str());
  for (const auto& json : content.at("references")) add(reference_from_json(json));
} catch (const Json::exception& e) {
  throw UsageError(fmt::format("{}: no file of `plumb reference audit --out`: {}", file.string(), plain_message(e)));
} catch (const std::invalid_argument& e) {
  throw UsageError(fmt::format("{}: {}", file.string(), e.what()));
}

void StoredReferences::put(StoredReference reference) {
  const auto key = key_of(reference);
  by_key_.insert_or_assign(key, std::move(reference));
}

void StoredReferences::add(StoredReference reference) {
  const auto key = key_of(reference);
  by_key_.try_emplace(key, std::move(reference));
}

const StoredReference* StoredReferences::find(std::string_view problem, std::string_view data,
                                              std::string_view formulation, std::string_view t) const {
  const auto known = by_key_.find(key_of(problem, data, formulation, t));
  return known == by_key_.end() ? nullptr : &known->second;
}

Json StoredReferences::json() const {
  Json list = Json::array();
  for (const auto& [key, reference] : by_key_) list.push_back(as_json(reference));
  return {{"schema", 1}, {"made_by", "plumb reference audit --out"}, {"references", std::move(list)}};
}

StoredReferences stored_audit_references() {
  StoredReferences out;
  for (const auto& [name, found] :
       found_files("results/audit", [](const fs::path& file) { return file.filename() == "certified.json"; })) {
    out.read(found.path);
    for (const auto& hidden : found.hidden) out.read(hidden);
  }
  return out;
}

std::string confirmation(const StoredReference& stored, const StoredReference& computed) {
  if (!computed.refusal.empty()) return "not checked: " + computed.refusal;
  if (!stored.refusal.empty()) return "not stored: " + stored.refusal;
  const auto& values = computed.record.values;
  if (stored.record.values.size() != values.size()) return "has other quantities than the computed reference";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [name, a] = stored.record.values[i];
    const auto& b = values[i].second;
    if (name != values[i].first) return "has other quantities than the computed reference";
    if (a.digits == 0 || b.digits == 0) continue;
    const quad size = std::max({quad(abs(a.value)), quad(abs(b.value)), a.scale, b.scale});
    if (abs(a.value - b.value) > size * (pow(quad(10), -a.digits) + pow(quad(10), -b.digits)))
      return "differs in " + name;
  }
  return "confirmed";
}

}  // namespace plumb
