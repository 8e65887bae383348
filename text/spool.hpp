#pragma once
// Texts that are too many for memory: written one after the other, and read again from the first as often as wanted.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace plumb {

/// The first megabyte stays in memory. What is more goes to a nameless file in the folder of temporary files (TMPDIR),
/// which ends with the process.
class Spool {
 public:
  /// Any bytes. Throws std::system_error: there is no folder of temporary files, the disk is full, ...
  void add(std::string_view text);
  /// Shows all texts in their order; none may be added meanwhile. Throws likewise.
  void visit(const std::function<void(std::string)>& see) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  static File temporary_file();
  void move_to_file();
  void visit_file(const std::function<void(std::string)>& see) const;

  File file_;           // what came first; null: all is in memory
  std::string latest_;  // what is not in the file yet
};

}  // namespace plumb
