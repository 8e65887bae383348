#pragma once
// The names of a format of robot files and their treatment: the tables robot-files/*.md, which are embedded in the
// program. Readers use exactly the names that the table marks as used.

#include <string>
#include <string_view>
#include <vector>

#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/unused_contents.hpp"
#include "text/xml_document.hpp"

namespace plumb {

/// used: changes the mechanism. acts: not used, although the motion depends on it. idle: not used, without an effect on
/// the motion. refused: the file is refused.
enum class Treatment { used, acts, idle, refused };

struct SchemaAttribute {
  std::string name;                  // name of the attribute; ".": the element itself
  std::vector<std::string> nothing;  // values with the same meaning as a missing attribute

  bool says_nothing(const std::string& value) const;
};

struct SchemaRow {
  std::string element;  // path of the element: "body/geom"
  Treatment treatment;
  std::vector<SchemaAttribute> attributes;
  std::string words;  // text of messages, or the reason of a refusal
};

class RobotSchema {
 public:
  /// A name that the table lacks is refused, or left out unless it is similar to a used name.
  enum class Unknown { refused, left_out };

  /// Reads a table in Markdown. Throws UsageError.
  RobotSchema(std::string_view table, Unknown unknown);
  static const RobotSchema& mjcf();
  static const RobotSchema& urdf();

  const std::vector<SchemaRow>& rows() const { return rows_; }
  /// Collects all names of a document that are refused or unknown, and all names that are left out.
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
