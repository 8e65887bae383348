#pragma once
// Output files of verbs: they are complete or do not exist, and never replace a file that Plumb did not make.
//
// The rule: an existing target is replaced if it is a regular file that is empty or has the beginning of this verb's
// files. All other targets stay unchanged, with an error: files of other programs, the command's own input,
// directories, devices, and symbolic links, which are neither followed nor replaced.
//
// A file is written under a temporary name in the folder of its target, synced, and renamed. So the old file survives a
// full disk or a signal.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace plumb {

/// Files of one kind: the name for messages, "a trajectory of `plumb run`", and a test for existing files.
struct FileKind {
  std::string name;
  std::function<bool(const std::filesystem::path&)> is_one;
};

/// The kind of text files that start with this text.
FileKind beginning_with(std::string beginning, std::string name);

/// Returns at most this many bytes from the beginning of a file: fewer if it is shorter, none if it cannot be read.
std::string beginning_of(const std::filesystem::path& file, std::size_t bytes);

/// The path `folder`/`name`; the folder is created if it is missing. Throws UsageError if it is not a folder, or is a
/// symbolic link, which may lead out of the user's folder; std::runtime_error if it cannot be created.
std::filesystem::path output_folder(const std::filesystem::path& folder, const std::string& name);

class OutputFile {
 public:
  /// Creates the temporary file. Throws UsageError if the target must not be replaced, std::runtime_error if its folder
  /// is not writable.
  OutputFile(std::filesystem::path target, FileKind kind);
  /// Restores the target unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;

  /// The file to write to: with `write`, or with a library that opens it.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Throws std::runtime_error, for example if the disk is full.
  void write(std::string_view text);
  /// Syncs the file and renames it to the target. Throws the same exceptions as the constructor and `write`. Without
  /// `synced` it does not wait for the disk, which suits many files that can be regenerated.
  void commit(bool synced = true);

 private:
  [[noreturn]] void fail() const;
  bool may_replace() const;
  void create_temporary();

  std::filesystem::path target_, temporary_;
  FileKind kind_;
  int file_ = -1;
};

/// Throws the exceptions of the constructor before there is something to write.
void check_output(const std::filesystem::path& target, const FileKind& kind);

/// Writes the whole file at once, synced or not.
void write_file(const std::filesystem::path& target, const FileKind& kind, std::string_view text, bool synced = true);

}  // namespace plumb
