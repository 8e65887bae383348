#pragma once
// An element of a robot file (XML), with typed access to its attributes. All functions throw UsageError with a message
// of one line that begins with location and item: "robot.urdf:12: joint 'elbow': <axis>: ...".

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

  /// Returns the attributes that are not in `known`. Throws if the name of one is similar to an absent known attribute.
  std::vector<std::string> unknown_attributes(const std::vector<std::string>& known) const;
  bool has(std::string_view key) const { return element.attribute(key) != nullptr; }
  // The following functions require the attribute. Numbers must be plain decimals, not formulas.
  const std::string& text(std::string_view key) const;
  ExactNumber number(std::string_view key) const;
  mbs::Triple triple(std::string_view key) const;
  std::vector<ExactNumber> numbers(std::string_view key) const;

  /// child() returns the only child element with this name, nullopt if there is none; needed() requires it.
  std::optional<XmlItem> child(std::string_view name) const;
  XmlItem needed(std::string_view name) const;

 private:
  std::vector<std::string> words_of(std::string_view key) const;
  ExactNumber number_of(std::string_view key, std::string_view word) const;
};

}  // namespace plumb
