// The functions of interface/plumb.h, Plumb's C interface, for certified motions, for errors, and for results
// in quadruple precision.

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "harness/api/api.hpp"
#include "interface/plumb.h"
#include "library/calls.hpp"

namespace plumb {
namespace {

std::vector<std::vector<double>> rows_of(const double* x, int rows, int size) {
  std::vector<std::vector<double>> out;
  for (int i = 0; x && i < rows; ++i)
    out.emplace_back(x + static_cast<std::ptrdiff_t>(i) * size, x + static_cast<std::ptrdiff_t>(i + 1) * size);
  return out;
}

void write(const std::string& text, char* out, std::size_t size) {
  if (text.size() >= size)
    throw UsageError(fmt::format("the buffer is too small: '{1}' with its null terminator needs {0} characters",
                                 text.size() + 1, text));
  std::memcpy(out, text.c_str(), text.size() + 1);
}

void write(const std::vector<std::string>& texts, plumb_decimal* out) {
  if (!out) throw UsageError("the result is NULL");
  for (std::size_t i = 0; i < texts.size(); ++i) write(texts[i], out[i], PLUMB_DECIMAL);
}

/// Throws unless all times are finite. A NaN must not become a key of a map, because it compares equal to every key.
void require_times(std::span<const double> times) {
  for (const double t : times)
    if (!std::isfinite(t)) throw UsageError(fmt::format("t: {} is not allowed: times are finite numbers", t));
}

/// Returns the reference values at n times. Uncached times are certified together. The handle caches a few hundred
/// times.
std::vector<std::vector<ReferenceValue>> reference_of(OpenProblem& p, int n, const double* t) {
  constexpr std::size_t most_kept = 300;
  if (n < 0) throw UsageError(fmt::format("n: {} is not allowed: 0 or more", n));
  const auto times = input(t, n, "t");
  require_times(times);
  auto& known = p.known_references;
  std::vector<double> missing;
  for (const double time : times)
    if (!known.contains(time)) missing.push_back(time);
  const auto found = reference_at(p.equations.formulated(), missing, {});
  for (std::size_t i = 0; i < missing.size(); ++i) known[missing[i]] = found[i];
  std::vector<std::vector<ReferenceValue>> out;
  for (const double time : times) out.push_back(known.at(time));
  if (known.size() > most_kept) known.clear();
  return out;
}

}  // namespace
}  // namespace plumb

using namespace plumb;

int plumb_reference(plumb_problem* p, int n, const double* t, double* values, int* digits) {
  return with(p, [&](OpenProblem& o) {
    const auto all = reference_of(o, n, t);
    if (n > 0 && (!values || !digits)) throw UsageError("values or digits is NULL");
    for (const auto& at_time : all)
      for (const auto& one : at_time) {
        *values++ = one.value;
        *digits++ = one.digits;
      }
  });
}

int plumb_reference_decimal(plumb_problem* p, double t, int i, char* out, int size) {
  return with(p, [&](OpenProblem& o) {
    const auto all = reference_of(o, 1, &t).front();
    if (i < 0 || static_cast<std::size_t>(i) >= all.size())
      throw UsageError(fmt::format("i: {} is not allowed: 0 to {}", i, static_cast<int>(all.size()) - 1));
    if (!out || size < 1) throw UsageError("the buffer for the decimal is NULL or has size 0");
    write(all[static_cast<std::size_t>(i)].decimal, out, static_cast<std::size_t>(size));
  });
}

int plumb_errors(plumb_problem* p, int n, const double* t, const double* q, const double* v, const double* a,
                 const double* lambda, plumb_tell tell, void* context) {
  return with(p, [&](OpenProblem& o) {
    if (n < 1) throw UsageError(fmt::format("n: {} is not allowed: 1 or more", n));
    if (!tell) throw UsageError("tell is NULL");
    const auto s = o.equations.sizes();
    const auto times = input(t, n, "t");
    input(q, s.q, "q"), input(v, s.v, "v");
    const auto judged = motion_errors(o.equations.formulated(),
                                      {.t = {times.begin(), times.end()},
                                       .q = rows_of(q, n, s.q),
                                       .v = rows_of(v, n, s.v),
                                       .a = rows_of(a, n, s.v),
                                       .lambda = rows_of(lambda, n, s.lambda)},
                                      {});
    if (judged.errors.empty()) throw UsageError(judged.note);
    for (const auto& one : judged.errors)
      tell(context, one.name.c_str(), one.unit.c_str(), one.value.value_or(std::numeric_limits<double>::quiet_NaN()));
  });
}

int plumb_start_decimal(plumb_problem* p, plumb_decimal* y) {
  return with(p, [&](OpenProblem& o) { write(o.equations.exact_start(), y); });
}

int plumb_rhs_decimal(plumb_problem* p, const char* t, const char* const* y, plumb_decimal* dy) {
  return with(p, [&](OpenProblem& o) {
    if (!t || !y) throw UsageError("t or y is NULL");
    const int size = o.equations.sizes().q + o.equations.sizes().v;
    std::vector<std::string> texts;
    for (int i = 0; i < size; ++i) {
      if (!y[i]) throw UsageError(fmt::format("y[{}] is NULL", i));
      texts.emplace_back(y[i]);
    }
    write(o.equations.rhs(t, texts), dy);
  });
}
