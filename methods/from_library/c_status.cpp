#include "methods/from_library/c_status.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "interface/plumb_method.h"

namespace plumb {

int code_of(Status status) {
  switch (status) {
    case Status::newton_diverged: return PLUMB_NEWTON_DIVERGED;
    case Status::singular: return PLUMB_SINGULAR;
    case Status::tolerance_unreachable: return PLUMB_TOLERANCE_UNREACHABLE;
    case Status::non_finite: return PLUMB_NON_FINITE;
    default: return PLUMB_FAILED;
  }
}

StepResult result_of(int code) {
  switch (code) {
    case PLUMB_OK: return {};
    case PLUMB_NEWTON_DIVERGED: return {Status::newton_diverged};
    case PLUMB_SINGULAR: return {Status::singular};
    case PLUMB_TOLERANCE_UNREACHABLE: return {Status::tolerance_unreachable};
    case PLUMB_NON_FINITE: return {Status::non_finite};
    case PLUMB_STEP_LIMIT: return {Status::step_limit};
    case PLUMB_UNSUPPORTED: return {Status::unsupported};
    case PLUMB_FAILED: return {Status::crashed, 0, "an exception in the library"};
    default: return {Status::crashed, 0, "the library returned a value that is not a plumb_status"};
  }
}

std::string_view kept(const char* reason) {
  if (!reason) return {};
  constexpr std::size_t longest_reason = 200, most_reasons = 1000;
  static std::mutex guard;
  static std::set<std::string, std::less<>> reasons;
  std::string text(reason, ::strnlen(reason, longest_reason));
  for (auto& c : text)
    if (c < ' ' || c > '~') c = '?';
  const std::lock_guard lock(guard);
  if (const auto known = reasons.find(text); known != reasons.end()) return *known;
  if (reasons.size() >= most_reasons) return "the library gave too many different reasons to keep this one";
  return *reasons.insert(std::move(text)).first;
}

}  // namespace plumb
