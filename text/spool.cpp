#include "text/spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace plumb {
namespace {

constexpr std::size_t most_in_memory = 1 << 20;  // bytes

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "what waits in a temporary file"); }

}  // namespace

// Before each text stands its length.
void Spool::add(std::string_view text) {
  const std::size_t length = text.size();
  latest_.append(reinterpret_cast<const char*>(&length), sizeof length);
  latest_.append(text);
  if (latest_.size() > most_in_memory) move_to_file();
}

Spool::File Spool::temporary_file() {
  auto path = (std::filesystem::temp_directory_path() / "plumb-XXXXXX").string();
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) fail();
  ::unlink(path.c_str());
  File out(::fdopen(descriptor, "w+b"));
  if (out) return out;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  fail();
}

void Spool::move_to_file() {
  if (!file_) file_ = temporary_file();
  if (std::fwrite(latest_.data(), 1, latest_.size(), file_.get()) != latest_.size()) fail();
  latest_.clear();
}

void Spool::visit(const std::function<void(std::string)>& see) const {
  if (file_) visit_file(see);
  std::size_t length = 0;
  for (std::size_t at = 0; at < latest_.size(); at += length) {
    std::memcpy(&length, latest_.data() + at, sizeof length);
    at += sizeof length;
    see(latest_.substr(at, length));
  }
}

void Spool::visit_file(const std::function<void(std::string)>& see) const {
  if (std::fflush(file_.get()) != 0) fail();
  std::rewind(file_.get());
  std::size_t length = 0;
  while (std::fread(&length, sizeof length, 1, file_.get()) == 1) {
    std::string text(length, '\0');
    if (std::fread(text.data(), 1, length, file_.get()) != length) fail();
    see(std::move(text));
  }
  if (std::ferror(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_END) != 0) fail();
}

}  // namespace plumb
