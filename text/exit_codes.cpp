#include "text/exit_codes.hpp"

#include <fmt/format.h>

#include "text/printable.hpp"

namespace plumb {

std::string FilePlace::text() const {
  if (!file) return {};
  auto out = printable(*file, longest_path);
  for (const auto number : {line, column})
    if (number != 0) out += fmt::format(":{}", number);
  return out;
}

FilePlace FilePlace::of(std::string_view other) const { return {file, line, column, std::string(other)}; }

UsageError FilePlace::refusal(const UsageError& mistake) const {
  if (!file && mistake.place.file) return mistake;
  auto out = file ? mistake.after(text()) : mistake;
  const bool names_key = !mistake.place.key.empty() && (key.empty() || !mistake.place.file);
  out.place = names_key ? of(mistake.place.key) : *this;
  return out;
}

UsageError UsageError::after(std::string_view words) const {
  UsageError out(fmt::format("{}: {}", words, what()), mistake);
  out.place = place;
  return out;
}

UsageError UsageError::of(std::string_view key) const {
  auto out = *this;
  out.place.key = key;
  return out;
}

UsageError missing_key(std::string_view key) {
  return UsageError(fmt::format("'{}' is missing", key), Mistake::missing).of(key);
}

}  // namespace plumb
