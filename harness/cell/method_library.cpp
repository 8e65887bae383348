#include "harness/cell/method_library.hpp"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>

#include "methods/from_library/from_library.hpp"
#include "methods/from_library/shared_library.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_of_library = 200, longest_reason = 300;
constexpr std::string_view begin_of_a_library =
    "\x7f"
    "ELF";

void require_printable(std::string_view text, std::string_view what) {
  if (printable(text, longest_of_library) != text)
    throw std::invalid_argument(fmt::format("{}: at most {} characters, no control characters and UTF-8 are allowed",
                                            what, longest_of_library));
}

std::atomic<bool> may_crash = false;  // this process, and nothing else suffers

/// The description, with everything checked that can be without a system.
Method described(const std::string& path) {
  auto out = method_from_library(described_by_library(path));
  require_printable(out.info.name, "name");
  require_printable(out.info.title, "title");
  require_printable(out.info.source, "source");
  for (const auto& p : out.parameters) {
    require_printable(p.unit, "unit of " + p.name);
    require_printable(p.meaning, "meaning of " + p.name);
  }
  return out;
}

}  // namespace

bool is_library(std::string_view path, std::string_view bytes) {
  return bytes.starts_with(begin_of_a_library) || path.ends_with(".so") || path.find(".so.") != path.npos;
}

void load_libraries_at_once() { may_crash = true; }

std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes) {
  const auto file = name.substr(1);
  const auto refuse = [&](std::string_view why) {
    throw UsageError(fmt::format("{}: no method can be loaded: {}; a library made with plumb_method.h is allowed", file,
                                 printable(why, longest_reason)));
  };
  if (!bytes.starts_with(begin_of_a_library)) refuse("it is no shared library (ELF)");
  const auto path = std::filesystem::absolute(file).string();
  if (!may_crash)
    if (const auto failure = tried_in_a_child([&] { described(path); }); !failure.empty()) refuse(failure);
  auto out = std::make_unique<MethodFile>();
  out->is_library = true;
  out->name = name;
  try {
    out->method = described(path);
  } catch (const std::exception& e) {
    refuse(e.what());
  }
  if (file_text(path, "a shared library") != bytes) refuse("it changed while it was loaded");
  auto& info = out->method.info;
  out->title = info.title == info.name ? info.name : info.name + ": " + info.title;
  out->source = info.source;
  info.name = name;
  info.title = out->title;
  name_by_content(*out, bytes);
  return out;
}

}  // namespace plumb
