#pragma once
// Files whose sets a study includes. The study of all problems is then a short file, and each problem brings its steps:
//
//   include = "../../problems/*/study.toml"   # relative to this file; one folder may be *
//
//   [sets.motion]                             # defaults of the sets of the same name in the included files
//   method = "dopri5"
//
//   [[cells]]
//   set = "motion"                            # that set of each included file, in the order of the paths

#include <filesystem>
#include <string>
#include <vector>

#include "harness/sets/named_sets.hpp"

namespace plumb {

/// The sets of a study, with the sets of the files that it includes.
class StudySets {
 public:
  /// Reads the files that the key `include` names, if there is one; `study` is the path of the file `root`. Throws
  /// UsageError if there is no such file, or if a file has other contents than sets.
  StudySets(const TomlValue& root, const std::filesystem::path& study, const std::vector<std::string>& known);

  /// Returns the results of a block (NamedSets::expanded). If it names a set of included files, these are the results
  /// for each of the files.
  std::vector<Keys> expanded(const TomlValue& block, const SetView& view) const;

 private:
  /// The sets of one included file, and of the study for names that the file does not define.
  struct OfFile {
    std::vector<std::string> names;  // sets of the file
    NamedSets sets;
  };

  NamedSets own_;
  std::vector<OfFile> included_;
};

}  // namespace plumb
