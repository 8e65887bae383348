#pragma once
// An element of a robot's file while it is read, and its values. All functions throw UsageError, one line that begins
// with the place and the item: "robot.urdf:12: joint 'elbow': <axis>: ...".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "text/xml_document.hpp"

namespace plumb {

struct XmlItem {
  const XmlElement& element;
  std::string label;  // description of the element: "link 'arm'"

  UsageError refusal(const UsageError& mistake) const;

  /// The attributes that are not in `known`. An attribute with a name similar to a missing known attribute is refused.
  std::vector<std::string> unknown_attributes(const std::vector<std::string>& known) const;
  bool has(std::string_view key) const { return element.attribute(key) != nullptr; }
  // These attributes are required; numbers are plain decimals.
  const std::string& text(std::string_view key) const;
  ExactNumber number(std::string_view key) const;
  mbs::Triple triple(std::string_view key) const;
  std::vector<ExactNumber> numbers(std::string_view key) const;

  /// The only child of this name, or none.
  std::optional<XmlItem> child(std::string_view name) const;
  XmlItem needed(std::string_view name) const;

 private:
  std::vector<std::string> words_of(std::string_view key) const;
  ExactNumber number_of(std::string_view key, std::string_view word) const;
};

}  // namespace plumb
