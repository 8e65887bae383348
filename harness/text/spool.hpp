#pragma once
// Texts that are too many for memory: written one after the other, and read again from the first as often as wanted.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace plumb {

/// A nameless file in the folder of temporary files, which ends with the process.
class Spool {
 public:
  /// Throws std::system_error: there is no room for it.
  Spool();

  /// Any bytes. Throws std::system_error: the disk is full, ...
  void add(std::string_view text);
  /// Shows all texts in their order; none may be added meanwhile. Throws likewise.
  void visit(const std::function<void(std::string)>& see) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace plumb
