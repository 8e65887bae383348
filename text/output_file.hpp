#pragma once
// Files that verbs write: they are complete or do not exist, and never replace a file that Plumb did not make.
//
// The rule: a target that exists is replaced if it is a regular file that is empty or begins as the files of this verb
// do. Anything else is left as it is and refused: files of others, the command's own input, directories, devices, and
// symbolic links, which are neither followed nor replaced.
//
// A file is written beside its target under a temporary name, synced, and renamed, so that a full disk or a signal
// leaves the old file.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace plumb {

/// Files of one kind: the name that messages use, "a trajectory of `plumb run`", and whether an existing file is one.
struct FileKind {
  std::string name;
  std::function<bool(const std::filesystem::path&)> is_one;
};

/// The kind of text files that begin with this text.
FileKind beginning_with(std::string beginning, std::string name);

/// Returns at most this many bytes from the beginning of a file: fewer if it is shorter, none if it cannot be read.
std::string beginning_of(const std::filesystem::path& file, std::size_t bytes);

/// The path `folder`/`name`; the folder is created if it is missing. Throws UsageError if it is not a folder, or is a
/// symbolic link, which may lead out of the user's folder; std::runtime_error if it cannot be created.
std::filesystem::path output_folder(const std::filesystem::path& folder, const std::string& name);

class OutputFile {
 public:
  /// Creates the temporary file. Throws UsageError if the target must not be replaced, std::runtime_error if nothing
  /// can be written to its folder.
  OutputFile(std::filesystem::path target, FileKind kind);
  /// Leaves the target as it was unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;

  /// The file to write to: by `write`, or by a library that opens it.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Throws std::runtime_error, for example because the disk is full.
  void write(std::string_view text);
  /// Syncs the file and gives it the target's name. Throws what the constructor and `write` throw. Without `synced` it
  /// does not wait for the disk, which suits many files that can be made again.
  void commit(bool synced = true);

 private:
  [[noreturn]] void fail() const;
  bool may_replace() const;
  void create_temporary();

  std::filesystem::path target_, temporary_;
  FileKind kind_;
  int file_ = -1;
};

/// Throws what writing would throw, before there is something to write.
void check_output(const std::filesystem::path& target, const FileKind& kind);

/// Writes the whole file at once, synced or not.
void write_file(const std::filesystem::path& target, const FileKind& kind, std::string_view text, bool synced = true);

}  // namespace plumb
