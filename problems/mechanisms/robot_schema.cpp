#include "problems/mechanisms/robot_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "problems/embedded_files.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> treatment_names = {"used", "acts", "idle", "refused"};

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> out;
  while (true) {
    const auto end = text.find(at);
    auto part = text.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty() || at == '|') out.emplace_back(part);
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

SchemaAttribute attribute_of(const std::string& text) {
  const auto equal = text.find('=');
  if (equal == std::string::npos) return {text, {}};
  return {text.substr(0, equal), split(text.substr(equal + 1), ',')};
}

/// Returns the path of a child element in the table. MJCF elements that can be nested to any depth, such as <body>,
/// have a single row.
std::string key_of(const std::string& parent, const std::string& child) {
  if (child == "include") return child;
  const auto above = parent == "worldbody" ? "body" : parent;
  if (above == "mujoco" || above == child) return child;
  return above + "/" + child;
}

std::string_view embedded(std::string_view path) {
  const auto files = embedded_files();
  return std::ranges::find(files, path, &EmbeddedFile::path)->text;
}

}  // namespace

bool SchemaAttribute::is_default(const std::string& value) const {
  const auto is_zero = [](const std::string& x) { return x.find_first_not_of("0. \t\n") == std::string::npos; };
  return std::ranges::any_of(nothing,
                             [&](const auto& word) { return value == word || (word == "0" && is_zero(value)); });
}

std::string UnusedContents::text() const {
  std::vector<std::string> parts;
  if (!acting.empty()) parts.push_back(fmt::format("{} (affecting the motion)", fmt::join(acting, ", ")));
  if (!idle.empty()) parts.push_back(fmt::format("{} (without effect on the motion)", fmt::join(idle, ", ")));
  if (!unknown.empty()) parts.push_back(fmt::format("unknown: {}", fmt::join(unknown, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void UnusedContents::merge() {
  std::erase_if(idle, [&](const auto& words) { return acting.contains(words); });
}

RobotSchema::RobotSchema(std::string_view table, Unknown unknown) : unknown_(unknown) {
  for (const auto& line : split(table, '\n')) {
    const auto cells = split(line, '|');  // with an empty cell at both ends
    if (cells.size() != 6 || cells[2] == "treatment" || cells[2].starts_with("---")) continue;
    const auto treatment = std::ranges::find(treatment_names, cells[2]);
    if (treatment == treatment_names.end()) throw UsageError("robot schema: unknown treatment in the row " + line);
    SchemaRow row{cells[1], static_cast<Treatment>(treatment - treatment_names.begin()), {}, cells[4]};
    for (const auto& attribute : split(cells[3], ' ')) row.attributes.push_back(attribute_of(attribute));
    rows_.push_back(std::move(row));
  }
}

const RobotSchema& RobotSchema::mjcf() {
  static const RobotSchema out(embedded("mechanisms/robot-files/mjcf.md"), Unknown::refused);
  return out;
}

const RobotSchema& RobotSchema::urdf() {
  static const RobotSchema out(embedded("mechanisms/robot-files/urdf.md"), Unknown::ignored);
  return out;
}

RobotSchema::Found RobotSchema::find(std::string_view element, std::string_view attribute) const {
  for (const auto& row : rows_) {
    if (row.element != element) continue;
    const auto found = std::ranges::find(row.attributes, attribute, &SchemaAttribute::name);
    if (found != row.attributes.end()) return {&row, &*found};
  }
  return {};
}

std::vector<std::string> RobotSchema::attributes_of(std::string_view element) const {
  std::vector<std::string> out;
  for (const auto& row : rows_)
    if (row.element == element && is_used(row))
      for (const auto& attribute : row.attributes)
        if (attribute.name != ".") out.push_back(attribute.name);
  return out;
}

std::vector<std::string> RobotSchema::children_of(std::string_view element) const {
  std::vector<std::string> out;
  for (const auto& row : rows_) {
    if (row.element == rows_.front().element) continue;  // skips the root element
    const auto slash = row.element.rfind('/');
    const auto name = row.element.substr(slash == std::string::npos ? 0 : slash + 1);
    if (key_of(std::string(element), name) == row.element && is_used(row) && find(row.element, ".").row == &row)
      out.push_back(name);
  }
  return out;
}

/// The state of check() while it visits the elements of a document.
struct RobotSchema::Walk {
  const RobotSchema& schema;
  MistakesOfFile& mistakes;
  UnusedContents& out;
  std::set<std::string, std::less<>> present = {};  // elements outside of <default>

  void collect(const XmlElement& element) {
    present.insert(element.name);
    for (const auto& child : element.children)
      if (child.name != "default") collect(child);
  }
  void note(const std::string& key, const SchemaRow& row) {
    if (row.treatment == Treatment::used) return;
    const auto name = key.substr(key.rfind('/') + 1);
    if (key.starts_with("default/") && !present.contains(name) && !present.contains(row.words)) return;
    (row.treatment == Treatment::acts ? out.acting : out.idle).insert(row.words);
  }
  void refuse_attribute(const XmlElement& element, const std::string& key, const std::string& name,
                        const std::string& label) {
    auto known = schema.attributes_of(key);
    if (schema.unknown_ == Unknown::ignored) {
      std::erase_if(known, [&](const auto& each) { return element.attribute(each) != nullptr; });
      if (!nearest_name(name, known)) {
        out.unknown.insert(fmt::format("{} of {}", printable_excerpt(name), label));
        return;
      }
    }
    throw element.place.of(name).refusal(unknown_name("attribute", name, known).after(label));
  }
  void take_attribute(const XmlElement& element, const std::string& key, const XmlAttribute& attribute) {
    const auto [row, known] = schema.find(key, attribute.name);
    const auto label = fmt::format("<{}>", printable_excerpt(element.name));
    if (!row) return refuse_attribute(element, key, attribute.name, label);
    if (known->is_default(attribute.value)) return;
    if (row->treatment == Treatment::refused)
      throw element.place.refusal(fmt::format("{}: {}=\"{}\" is not supported: {}", label, attribute.name,
                                              printable_excerpt(attribute.value), row->words));
    note(key, *row);
  }
  void refuse_child(const XmlElement& parent, const std::string& key, const XmlElement& child) {
    const auto known = schema.children_of(key);
    if (child.name.starts_with("xacro:"))
      throw child.place.refusal(fmt::format("<{}>: <{}>: macros are not expanded; convert the file to URDF with xacro",
                                            parent.name, printable_excerpt(child.name)));
    if (schema.unknown_ == Unknown::ignored && !nearest_name(child.name, known))
      out.unknown.insert(printable_excerpt(child.name));
    else
      throw child.place.refusal(unknown_name("element", child.name, known).after(fmt::format("<{}>", parent.name)));
  }
  void take_child(const XmlElement& parent, const std::string& key, const XmlElement& child) {
    const auto own = key_of(key, child.name);
    const auto row = schema.find(own, ".").row;
    const auto name = printable_excerpt(child.name);
    if (!row) return refuse_child(parent, key, child);
    if (row->treatment == Treatment::refused)
      throw child.place.refusal(fmt::format("<{}>: <{}> is not supported: {}", parent.name, name, row->words));
    note(own, *row);
    if (schema.is_used(*row)) take(child, own);
  }
  void take(const XmlElement& element, const std::string& key) {
    for (const auto& attribute : element.attributes) mistakes.note([&] { take_attribute(element, key, attribute); });
    for (const auto& child : element.children) mistakes.note([&] { take_child(element, key, child); });
  }
};

void RobotSchema::check(const XmlElement& root, MistakesOfFile& mistakes, UnusedContents& out) const {
  Walk walk{*this, mistakes, out};
  walk.collect(root);
  walk.take(root, root.name);
  out.merge();
}

}  // namespace plumb
