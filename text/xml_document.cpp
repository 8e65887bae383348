#include "text/xml_document.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <iterator>

#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_bytes_of_xml = 4 << 20;
constexpr int deepest_element = 64;  // limit of nested elements

std::size_t line_at(std::string_view text, std::size_t position) {
  return 1 +
         static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Returns the position of a declaration <!...> that is neither a comment nor a CDATA section; npos if there is none.
std::size_t declaration_in(std::string_view text) {
  for (auto found = text.find("<!"); found != std::string_view::npos; found = text.find("<!", found)) {
    const bool comment = text.substr(found).starts_with("<!--"),
               characters = text.substr(found).starts_with("<![CDATA[");
    if (!comment && !characters) return found;
    found = text.find(comment ? "-->" : "]]>", found + 4);
    if (found == std::string_view::npos) return found;
  }
  return std::string_view::npos;
}

std::string_view meaning(tinyxml2::XMLError error) {
  using namespace tinyxml2;
  switch (error) {
    case XML_ERROR_PARSING_ELEMENT: return "an element is not written as <name ...>";
    case XML_ERROR_PARSING_ATTRIBUTE: return "an attribute is not written as name=\"value\"";
    case XML_ERROR_PARSING_TEXT: return "text outside the root element, or unterminated text";
    case XML_ERROR_PARSING_CDATA: return "an unterminated CDATA section";
    case XML_ERROR_PARSING_COMMENT: return "a comment is not closed by -->";
    case XML_ERROR_PARSING_DECLARATION:
    case XML_ERROR_PARSING_UNKNOWN: return "a declaration is misplaced, or not closed";
    case XML_ERROR_EMPTY_DOCUMENT: return "there is no element";
    case XML_ERROR_MISMATCHED_ELEMENT: return "an element is not closed by its own name";
    case XML_ELEMENT_DEPTH_EXCEEDED: return "elements are nested too deeply";
    default: return "it is not XML";
  }
}

class XmlReader {
 public:
  XmlReader(std::string_view text, const std::string& name)
      : text_(text), file_(std::make_shared<const std::string>(name)) {}

  XmlElement document() const {
    if (text_.size() > most_bytes_of_xml)
      throw place(1).refusal(
          out_of_range("the file is larger than {} MiB, the largest size allowed for XML", most_bytes_of_xml >> 20));
    if (const auto found = text_.find('\0'); found != std::string_view::npos)
      throw place(line_at(text_, found)).refusal(malformed("a null byte, which is not allowed in XML"));
    if (const auto at = declaration_in(text_); at != std::string_view::npos)
      throw place(line_at(text_, at)).refusal("document types and entities (<!...>) are not supported; remove them");
    tinyxml2::XMLDocument document;
    const auto error = document.Parse(text_.data(), text_.size());
    if (error == tinyxml2::XML_ERROR_PARSING && document.RootElement())
      throw place(document.RootElement()->GetLineNum())
          .refusal(malformed("<{0}>, or an element in it, is not closed; the file must end with </{0}>",
                             printable(document.RootElement()->Name())));
    if (error != tinyxml2::XML_SUCCESS) throw place(document.ErrorLineNum()).refusal(malformed("{}", meaning(error)));
    return only_element_of(document);
  }

 private:
  FilePlace place(std::size_t line) const { return {file_, std::max<std::size_t>(line, 1), 0}; }
  FilePlace place(int line) const { return place(static_cast<std::size_t>(std::max(line, 1))); }

  XmlElement only_element_of(const tinyxml2::XMLDocument& document) const {
    const auto* root = document.RootElement();
    if (!root) throw place(1).refusal(missing_part("there is no element"));
    if (const auto* second = root->NextSiblingElement())
      throw place(second->GetLineNum())
          .refusal(contradiction("<{}> is a second root element; one is allowed", printable(second->Name())));
    return element(*root, 0);
  }

  XmlElement element(const tinyxml2::XMLElement& from, int depth) const {
    XmlElement out{from.Name(), place(from.GetLineNum()), {}, {}};
    if (depth > deepest_element)
      throw out.place.refusal(out_of_range("nested elements: up to {} levels are allowed", deepest_element));
    for (const auto* a = from.FirstAttribute(); a; a = a->Next()) {
      if (out.attribute(a->Name()))
        throw place(a->GetLineNum())
            .refusal(contradiction("<{}>: the attribute '{}' occurs twice", printable(out.name), printable(a->Name())));
      out.attributes.push_back({a->Name(), a->Value()});
    }
    for (const auto* child = from.FirstChildElement(); child; child = child->NextSiblingElement())
      out.children.push_back(element(*child, depth + 1));
    return out;
  }

  std::string_view text_;
  std::shared_ptr<const std::string> file_;
};

}  // namespace

const std::string* XmlElement::attribute(std::string_view requested) const {
  const auto found = std::ranges::find(attributes, requested, &XmlAttribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

std::vector<const XmlElement*> XmlElement::all(std::string_view requested) const {
  std::vector<const XmlElement*> out;
  for (const auto& child : children)
    if (child.name == requested) out.push_back(&child);
  return out;
}

XmlElement xml_from_text(std::string_view text, const std::string& name) { return XmlReader(text, name).document(); }

}  // namespace plumb
