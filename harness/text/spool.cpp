#include "harness/text/spool.hpp"

#include <cerrno>
#include <system_error>

namespace plumb {
namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "what waits in a temporary file"); }

}  // namespace

Spool::Spool() : file_(std::tmpfile()) {
  if (!file_) fail();
}

// Before each text stands its length.
void Spool::add(std::string_view text) {
  const std::size_t length = text.size();
  const bool written = std::fwrite(&length, sizeof length, 1, file_.get()) == 1 &&
                       std::fwrite(text.data(), 1, length, file_.get()) == length;
  if (!written) fail();
}

void Spool::visit(const std::function<void(std::string)>& see) const {
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
