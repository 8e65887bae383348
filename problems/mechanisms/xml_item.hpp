#pragma once
// An element of a robot's file that is read, and its values. All functions throw UsageError, one line that begins with
// the place and the item: "robot.urdf:12: joint 'elbow': <axis>: ...".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "text/xml_document.hpp"

namespace plumb {

struct XmlItem {
  const XmlElement& element;
  std::string label;  // "link 'arm'"

  UsageError refusal(const UsageError& mistake) const;

  /// Attributes that are none of these; what is nearly one of them that is missing is refused.
  std::vector<std::string> unknown_attributes(const std::vector<std::string>& known) const;
  bool has(std::string_view key) const { return element.attribute(key) != nullptr; }
  // Required attributes; numbers are plain decimals.
  const std::string& text(std::string_view key) const;
  ExactNumber number(std::string_view key) const;
  mbs::Triple triple(std::string_view key) const;
  std::vector<ExactNumber> numbers(std::string_view key) const;

  /// The one child of a name, or none.
  std::optional<XmlItem> child(std::string_view name) const;
  XmlItem needed(std::string_view name) const;

 private:
  std::vector<std::string> words_of(std::string_view key) const;
  ExactNumber number_of(std::string_view key, std::string_view word) const;
};

}  // namespace plumb
