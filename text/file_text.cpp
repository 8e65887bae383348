#include "text/file_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_bytes = 16 << 20;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

/// Returns the type of a path that is not a regular file; empty for a regular file.
std::string_view other_file_type(mode_t mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "it is a directory";
  if (S_ISFIFO(mode)) return "it is a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "it is a device";
  return "it is not a regular file";
}

}  // namespace

bool is_xml(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

std::string last_error() { return std::generic_category().message(errno); }

std::string file_text(const std::filesystem::path& path, std::string_view requested) {
  const auto refuse = [&](std::string_view why) {
    throw unreadable("{}: cannot be read: {}; give the path of {}", printable(path.string(), longest_path), why,
                     requested);
  };
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));  // a pipe without a writer would block
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) refuse(last_error());
  if (const auto other = other_file_type(status.st_mode); !other.empty()) refuse(other);
  std::string text;
  std::array<char, 1 << 16> block;
  while (true) {
    const auto count = ::read(file, block.data(), block.size());
    if (count < 0) refuse(last_error());
    if (count == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() > most_bytes) refuse(fmt::format("it has more than {} MiB", most_bytes >> 20));
  }
}

}  // namespace plumb
