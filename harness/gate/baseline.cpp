#include "harness/gate/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr int schema = 1;
constexpr const char* beginning = R"({"schema":)";

FileKind kind() { return beginning_with(beginning, "a baseline of `plumb baseline accept`"); }

fs::path file_of(const fs::path& folder, std::string_view area) { return folder / (std::string(area) + ".jsonl"); }

struct Name {
  const char* key;
  std::string Item::*value;
};
constexpr Name item_names[] = {{"id", &Item::id},
                               {"problem", &Item::problem},
                               {"formulation", &Item::formulation},
                               {"method", &Item::method},
                               {"settings", &Item::settings}};

std::string line_of(const Accepted& accepted, std::size_t made) {
  Json out = Json::object();
  for (const auto& name : item_names)
    if (!(accepted.item.*name.value).empty()) out[name.key] = accepted.item.*name.value;
  if (made != 0) out["made"] = made;
  out.update(accepted.item.result);
  return out.dump() + "\n";
}

Accepted accepted_of(const std::string& area, Json line, const Json& surroundings) {
  Accepted out{{.area = area}, surroundings.at(line.value("made", std::size_t{0}))};
  for (const auto& name : item_names)
    if (line.contains(name.key)) out.item.*name.value = line.at(name.key).get<std::string>();
  for (const auto& name : item_names) line.erase(name.key);
  line.erase("made");
  out.item.result = std::move(line);
  return out;
}

AreaBaseline area_of(const std::string& area, const std::string& text, const std::string& file) {
  AreaBaseline out;
  std::istringstream lines(text);
  std::string line;
  int number = 1;
  try {
    std::getline(lines, line);
    const auto header = Json::parse(line);
    if (header.at("schema") != schema || header.at("area") != area)
      throw malformed("{}: is not a baseline of {} with schema {}", file, area, schema);
    const auto below = std::min(line.size() + 1, text.size());
    out.edited = header.at("checksum") != id_of_text(std::string_view(text).substr(below));
    for (++number; std::getline(lines, line); ++number) {
      auto accepted = accepted_of(area, Json::parse(line), header.at("surroundings"));
      auto id = accepted.item.id;
      out.items.insert_or_assign(std::move(id), std::move(accepted));
    }
  } catch (const Json::exception& e) {
    throw malformed("{}:{}: is not a line of a baseline ({})", file, number, plain_message(e));
  }
  return out;
}

}  // namespace

Json surroundings_of(const Json& environment) {
  Json out = Json::object();
  for (const char* key : {"compiler", "flags", "cpu", "libm"})
    out[key] = environment.contains(key) ? environment.at(key) : Json(nullptr);
  return out;
}

const Accepted* Baseline::find(const Item& item) const {
  const auto area = areas.find(item.area);
  if (area == areas.end()) return nullptr;
  const auto found = area->second.items.find(item.id);
  return found == area->second.items.end() ? nullptr : &found->second;
}

std::size_t Baseline::size() const {
  std::size_t out = 0;
  for (const auto& [name, area] : areas) out += area.items.size();
  return out;
}

Baseline read_baseline(const fs::path& folder) {
  Baseline out{folder};
  for (const auto area : plumb::areas) {
    const auto file = file_of(folder, area);
    if (!fs::exists(file)) continue;
    const std::string name(area);
    out.areas[name] = area_of(name, file_text(file, "a baseline (JSON Lines)"), file.string());
  }
  return out;
}

std::string baseline_text(std::string_view area, const AreaBaseline& baseline) {
  std::vector<const Accepted*> sorted;
  for (const auto& [id, accepted] : baseline.items) sorted.push_back(&accepted);
  std::ranges::sort(sorted, {}, [](const auto* a) { return std::pair(a->item.title(), a->item.id); });
  Json surroundings = Json::array();
  std::string lines;
  for (const auto* accepted : sorted) {
    const auto known = std::ranges::find(surroundings, accepted->surroundings);
    const auto made = static_cast<std::size_t>(known - surroundings.begin());
    if (known == surroundings.end()) surroundings.push_back(accepted->surroundings);
    lines += line_of(*accepted, made);
  }
  const Json header = {
      {"schema", schema}, {"area", area}, {"checksum", id_of_text(lines)}, {"surroundings", surroundings}};
  return header.dump() + "\n" + lines;
}

void check_baseline_output(const fs::path& folder, std::string_view area) {
  check_output(file_of(folder, area), kind());
}

void write_baseline(const fs::path& folder, std::string_view area, const AreaBaseline& baseline) {
  write_file(file_of(folder, area), kind(), baseline_text(area, baseline));
}

fs::path baseline_folder() {
  for (const auto& root : file_roots())
    if (const auto folder = root / "results" / "baselines"; fs::is_directory(folder)) return folder;
  throw unreadable("there is no folder results/baselines: name it with --baselines, or name its parent by PLUMB_PATH");
}

}  // namespace plumb
