// The functions of interface/plumb.h, Plumb's C interface, that open problems, close them and name their quantities.

#include "interface/plumb.h"

#include <mutex>

#include "harness/run/build_info.hpp"
#include "harness/run/kept_references.hpp"
#include "library/calls.hpp"

namespace plumb {
namespace {

/// Enables the cache of references of the command-line program, since references take long to compute.
void keep_references_once() {
  static std::once_flag once;
  std::call_once(once, [] { keep_references(); });
}

/// Returns the named quantities of a plumb_what; null if it has no names.
const std::vector<Quantified>* quantities(const OpenProblem& p, int what) {
  switch (what) {
    case PLUMB_Y: return &p.components;
    case PLUMB_OUTPUTS: return &p.outputs;
    case PLUMB_INVARIANTS: return &p.invariants;
    case PLUMB_REFERENCE: return &p.of_reference;
    default: return nullptr;
  }
}

int count_of(OpenProblem& p, int what) {
  const auto sizes = p.equations.sizes();
  if (const auto* named = quantities(p, what)) return static_cast<int>(named->size());
  switch (what) {
    case PLUMB_Q: return sizes.q;
    case PLUMB_V: return sizes.v;
    case PLUMB_LAMBDA: return sizes.lambda;
    case PLUMB_INDEX: return p.equations.index();
    case PLUMB_HAS_RHS: return p.equations.has_rhs() ? 1 : 0;
    case PLUMB_VECTOR_SPACE: return p.equations.vector_space() ? 1 : 0;
    default: break;
  }
  throw UsageError(fmt::format("what: {} is not a value of plumb_what", what));
}

const char* text_of(plumb_problem* handle, int what, int i, std::string Quantified::*text) {
  const char* out = nullptr;
  with(handle, [&](OpenProblem& p) {
    const auto* named = quantities(p, what);
    if (!named) throw UsageError(fmt::format("what: the quantities of kind {} have no names", what));
    if (i < 0 || static_cast<std::size_t>(i) >= named->size())
      throw UsageError(fmt::format("i: {} is not allowed: 0 to {}", i, static_cast<int>(named->size()) - 1));
    out = ((*named)[static_cast<std::size_t>(i)].*text).c_str();
  });
  return out;
}

}  // namespace
}  // namespace plumb

using namespace plumb;

int plumb_api_version(void) { return 1000 * PLUMB_API_MAJOR + PLUMB_API_MINOR; }

const char* plumb_version(void) {
  static const std::string text = fmt::format("plumb {} ({})", build_info().version, build_info().commit);
  return text.c_str();
}

plumb_problem* plumb_open(const char* problem, const char* formulation) {
  plumb_problem* out = nullptr;
  guarded(error_of_thread(), [&] {
    if (!problem) throw UsageError("the name of the problem is NULL");
    keep_references_once();
    out = open_handle(std::make_shared<OpenProblem>(problem, formulation ? formulation : ""));
  });
  return out;
}

int plumb_close(plumb_problem* p) {
  error_of_thread().clear();
  if (close_handle(p)) return PLUMB_DONE;
  error_of_thread() = "the handle was closed, or is invalid";
  return PLUMB_MISUSED;
}

const char* plumb_error(const plumb_problem* handle) {
  const auto p = problem_of(handle);
  if (!p) return error_of_thread().c_str();
  const std::lock_guard lock(p->mutex);
  error_of_thread() = p->error;  // a copy, because another thread may change the text
  return error_of_thread().c_str();
}

int plumb_count(plumb_problem* p, int what) {
  int out = -1;
  with(p, [&](OpenProblem& o) { out = count_of(o, what); });
  return out;
}

const char* plumb_name(plumb_problem* p, int what, int i) { return text_of(p, what, i, &Quantified::name); }
const char* plumb_unit(plumb_problem* p, int what, int i) { return text_of(p, what, i, &Quantified::unit); }
const char* plumb_meaning(plumb_problem* p, int what, int i) { return text_of(p, what, i, &Quantified::meaning); }

int plumb_times(plumb_problem* p, double* begin, double* end) {
  return with(p, [&](OpenProblem& o) {
    if (begin) *begin = o.equations.t_begin();
    if (end) *end = o.equations.t_end();
  });
}
