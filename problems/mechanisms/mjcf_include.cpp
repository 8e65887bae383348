#include "problems/mechanisms/mjcf_include.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

class Includer {
 public:
  Includer(const std::string& file, const FileText& read) : folder_(fs::path(file).parent_path()), read_(read) {
    included_.insert(fs::path(file).lexically_normal().string());
  }

  void expand(XmlElement& element, const fs::path& folder_of_include) {
    std::vector<XmlElement> out;
    for (auto& child : element.children) {
      if (child.name != "include") {
        expand(child, folder_of_include);
        out.push_back(std::move(child));
        continue;
      }
      auto other = content(child, folder_of_include);
      std::ranges::move(other, std::back_inserter(out));
    }
    element.children = std::move(out);
  }

 private:
  // MuJoCo searches the folder of the model first, then the folder of the including file.
  std::vector<XmlElement> content(const XmlElement& include, const fs::path& folder_of_include) {
    const auto named = named_path(include);
    const auto refuse = [&](const UsageError& why) { return include.place.of("file").refusal(why.after("<include>")); };
    for (const auto& folder : {folder_, folder_of_include}) {
      const auto path = (folder / named).lexically_normal();
      require_below(path, include);
      std::string text;
      try {
        text = read_(path.string());
      } catch (const UsageError& e) {
        if (folder != folder_of_include && folder_ != folder_of_include) continue;
        throw refuse(e);
      }
      if (!included_.insert(path.string()).second)
        throw refuse(
            contradiction("'{}' is included twice; each file may be included only once", printable(named.string())));
      auto root = xml_from_text(text, path.string());
      expand(root, path.parent_path());
      return std::move(root.children);
    }
    throw refuse(unreadable("'{}' cannot be read", printable(named.string())));
  }

  fs::path named_path(const XmlElement& include) const {
    const auto* file = include.attribute("file");
    if (!file || file->empty())
      throw include.place.refusal(missing_part("<include>: the attribute 'file' is missing").of("file"));
    if (!include.children.empty())
      throw include.place.refusal(contradiction("<include>: elements inside are not allowed"));
    if (!read_)
      throw include.place.refusal(
          unreadable("<include>: a text without a folder cannot refer to other files").of("file"));
    return *file;
  }
  void require_below(const fs::path& path, const XmlElement& include) const {
    std::error_code ignored;
    const auto is_below = [](const fs::path& from, const fs::path& to) {
      const auto relative = to.lexically_relative(from.empty() ? fs::path(".") : from);
      return to.is_absolute() == from.is_absolute() && !relative.empty() && *relative.begin() != "..";
    };
    const auto real = [&](const fs::path& of) {
      return fs::weakly_canonical(fs::absolute(of.empty() ? "." : of, ignored), ignored);
    };
    if (is_below(folder_, path) && is_below(real(folder_), real(path))) return;
    throw include.place.refusal(
        contradiction("<include>: file=\"{}\": only files in the folder of the model and its subfolders are allowed",
                      printable_excerpt(*include.attribute("file")))
            .of("file"));
  }

  fs::path folder_;
  const FileText& read_;
  std::set<std::string> included_;
};

}  // namespace

XmlElement with_includes(XmlElement root, const std::string& file, const FileText& read) {
  Includer(file, read).expand(root, std::filesystem::path(file).parent_path());
  return root;
}

}  // namespace plumb
