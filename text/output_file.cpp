#include "text/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& target) { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

/// Gives the file the permissions of the target that it replaces.
void keep_mode(const fs::path& target, int file) {
  struct stat status {};
  if (::lstat(target.c_str(), &status) == 0) ::fchmod(file, status.st_mode & 07777);
}

/// Renames a file to a new name. Returns false if a file with that name has appeared in the meantime, as far as the
/// file system supports this check.
bool renamed_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  const bool unknown_to_the_file_system = errno == EINVAL || errno == ENOSYS;
  return unknown_to_the_file_system && ::rename(from.c_str(), to.c_str()) == 0;
}

/// Syncs the folder, so that the new name is on the disk, too. Errors are ignored, since not every file system supports
/// this.
void sync_folder(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

std::string beginning_of(const fs::path& file, std::size_t bytes) {
  std::ifstream in(file, std::ios::binary);
  std::string out(bytes, '\0');
  in.read(out.data(), static_cast<std::streamsize>(bytes));
  out.resize(static_cast<std::size_t>(in.gcount()));
  return out;
}

FileKind beginning_with(std::string beginning, std::string name) {
  return {std::move(name), [beginning = std::move(beginning)](const fs::path& f) {
            return beginning_of(f, beginning.size()) == beginning;
          }};
}

fs::path output_folder(const fs::path& folder, const std::string& name) {
  std::error_code error;
  const auto path = folder / name;
  if (fs::is_symlink(fs::symlink_status(path, error)))
    throw UsageError(fmt::format("{}: is a symbolic link, which is not followed; give another folder", path.string()));
  fs::create_directories(path, error);
  if (error) throw std::runtime_error(fmt::format("{}: cannot be created: {}", path.string(), error.message()));
  return path;
}

OutputFile::OutputFile(fs::path target, FileKind kind) : target_(std::move(target)), kind_(std::move(kind)) {
  const bool replaces = may_replace();
  create_temporary();
  if (replaces) keep_mode(target_, file_);
}

OutputFile::~OutputFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

/// Returns whether there is a file to replace; refuses a target that must not be replaced.
bool OutputFile::may_replace() const {
  std::error_code error;
  const auto status = fs::symlink_status(target_, error);
  if (target_.filename().empty() || fs::is_directory(status))
    throw UsageError(fmt::format("{}: is a folder; give the path of a file", target_.string()));
  if (fs::is_symlink(status))
    throw UsageError(fmt::format(
        "{}: is a symbolic link, which is neither followed nor replaced; give the path of a file", target_.string()));
  if (!fs::exists(status)) return false;
  if (!fs::is_regular_file(status))
    throw UsageError(fmt::format("{}: is not a regular file and is not replaced; give another path", target_.string()));
  const bool is_empty = fs::file_size(target_, error) == 0;
  if (!is_empty && !kind_.is_one(target_))
    throw UsageError(fmt::format("{}: is not {} and was not changed; give another path, or move the file away",
                                 target_.string(), kind_.name));
  return true;
}

void OutputFile::create_temporary() {
  static std::atomic<int> count = 0;
  do {
    temporary_ = folder_of(target_) / fmt::format(".plumb-{}-{}", ::getpid(), count++);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (file_ < 0 && errno == EEXIST);  // a file of a killed process exists
  if (file_ < 0)
    throw std::runtime_error(fmt::format("{}: cannot be written: {}; check that the folder exists and is writable",
                                         target_.string(), last_error()));
}

void OutputFile::fail() const {
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}; the previous contents are unchanged", target_.string(), last_error()));
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::commit(bool synced) {
  if (synced && ::fsync(file_) != 0) fail();
  const bool renamed =
      may_replace() ? ::rename(temporary_.c_str(), target_.c_str()) == 0 : renamed_to_new(temporary_, target_);
  if (!renamed) fail();
  ::close(std::exchange(file_, -1));
  if (synced) sync_folder(folder_of(target_));
}

void check_output(const fs::path& target, const FileKind& kind) { const OutputFile unused(target, kind); }

void write_file(const fs::path& target, const FileKind& kind, std::string_view text, bool synced) {
  OutputFile file(target, kind);
  file.write(text);
  file.commit(synced);
}

}  // namespace plumb
