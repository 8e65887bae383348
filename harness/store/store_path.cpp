#include "harness/store/store_path.hpp"

#include <fmt/format.h>

#include <system_error>

#include "harness/store/store.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

const char* in_words(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory: return "a directory";
    case fs::file_type::fifo: return "a pipe";
    case fs::file_type::socket: return "a socket";
    default: return "a device";
  }
}

}  // namespace

void check_store_path(const fs::path& path, bool must_exist) {
  if (!is_persistent(path))
    throw StoreError(fmt::format("'{}' stores nothing; give the path of a file", path.string()));
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw StoreError(fmt::format("{}: is {}, which cannot store runs; give the path of a file", path.string(),
                                 in_words(status.type())));
  if (must_exist && !fs::exists(status)) throw StoreError(fmt::format("{}: there is no such store", path.string()));
}

}  // namespace plumb
