#pragma once
// Output files of verbs: they are complete or do not exist, and never replace a file that Plumb did not make.
//
// An existing target is replaced if it is a regular file that is empty, or that begins like the files of this verb. All
// other targets stay unchanged and cause an error: files of other programs, the input of the command, directories,
// devices, and symbolic links, which are neither followed nor replaced.
//
// A file is written under a temporary name in the folder of its target, synced, and renamed. So the old file survives a
// full disk or a signal.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace plumb {

/// A kind of files: its name for messages, such as "a trajectory of `plumb run`", and a function that returns whether
/// an existing file is of this kind.
struct FileKind {
  std::string name;
  std::function<bool(const std::filesystem::path&)> is_one;
};

/// Returns the kind of all files that begin with this text.
FileKind beginning_with(std::string beginning, std::string name);

/// Returns at most this many bytes from the beginning of a file: fewer if it is shorter, none if it cannot be read.
std::string beginning_of(const std::filesystem::path& file, std::size_t bytes);

/// Returns the path `folder`/`name`, and creates this folder if it is missing. Throws UsageError if the path is not a
/// folder, or is a symbolic link, which may refer to a location outside of the user's folder. Throws std::runtime_error
/// if it cannot be created.
std::filesystem::path output_folder(const std::filesystem::path& folder, const std::string& name);

class OutputFile {
 public:
  /// Creates the temporary file. Throws UsageError if the target must not be replaced, std::runtime_error if its folder
  /// is not writable.
  OutputFile(std::filesystem::path target, FileKind kind);
  /// Removes the temporary file unless `commit` was called; the target is then unchanged.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;

  /// Returns the path of the temporary file, for libraries that open and write the file themselves.
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

/// Checks a target before anything is computed: throws the exceptions of the constructor.
void check_output(const std::filesystem::path& target, const FileKind& kind);

/// Writes a whole file; `synced` as in OutputFile::commit.
void write_file(const std::filesystem::path& target, const FileKind& kind, std::string_view text, bool synced = true);

}  // namespace plumb
