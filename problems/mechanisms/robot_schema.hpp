#pragma once
// The elements and attributes of a robot file format (MJCF, URDF), and how Plumb treats them: the tables
// robot-files/*.md, which are embedded in the program. Readers must use exactly the names that a table marks as used.

#include <string>
#include <string_view>
#include <vector>

#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/unused_contents.hpp"
#include "text/xml_document.hpp"

namespace plumb {

/// used: changes the mechanism. acts: ignored, although it changes the motion in other programs. idle: ignored, because
/// it has no effect on the motion. refused: a mistake.
enum class Treatment { used, acts, idle, refused };

struct SchemaAttribute {
  std::string name;                  // name of the attribute; ".": the element itself
  std::vector<std::string> nothing;  // values that mean the same as an absent attribute

  bool is_default(const std::string& value) const;
};

struct SchemaRow {
  std::string element;  // path of the element: "body/geom"
  Treatment treatment;
  std::vector<SchemaAttribute> attributes;
  std::string words;  // name of this content in messages; for `refused`: the reason
};

class RobotSchema {
 public:
  /// The treatment of a name that the table lacks: `refused`; or `ignored`, ignored unless it is similar to a used
  /// name.
  enum class Unknown { refused, ignored };

  /// Reads a table in Markdown. Throws UsageError.
  RobotSchema(std::string_view table, Unknown unknown);
  static const RobotSchema& mjcf();
  static const RobotSchema& urdf();

  const std::vector<SchemaRow>& rows() const { return rows_; }
  /// Adds refused and unknown names of a document to `mistakes`, and ignored contents to `out`.
  void check(const XmlElement& root, MistakesOfFile& mistakes, UnusedContents& out) const;

 private:
  struct Found {
    const SchemaRow* row = nullptr;
    const SchemaAttribute* attribute = nullptr;
  };
  struct Walk;
  Found find(std::string_view element, std::string_view attribute) const;
  std::vector<std::string> children_of(std::string_view element) const;
  std::vector<std::string> attributes_of(std::string_view element) const;
  bool is_used(const SchemaRow& row) const { return unknown_ == Unknown::refused || row.treatment == Treatment::used; }

  std::vector<SchemaRow> rows_;
  Unknown unknown_;
};

}  // namespace plumb
