// The source of libraries that are not a method, or whose method (explicit Euler) misbehaves. The macro FAULT selects
// the fault.

#include <plumb_method.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace {

enum Fault {
  crashes_at_load,
  exits_at_load,
  crashes_when_asked,
  hangs_when_asked,
  no_symbol,  // compiled with PLUMB_NO_SYMBOL
  newer_version,
  older_version,
  no_name,
  order_0,
  negative_memory,
  unknown_form,
  no_step,
  no_default,
  bad_parameter,
  refuses_defaults,
  sound,
  crashes_in_step,
  crashes_later,
  hangs_in_step,
  throws_in_step,
  null_vector,
  unknown_code,
  wrong_slot,
  tells_reason,
  hides_memory,
  remembers_in_work,
  aborts_at_end,
  prints_at_load,
  forks_at_load,
  forks_in_step,
};
constexpr Fault fault = FAULT;

/// Starts a child process that continues to run, like `sleep`.
void leave_a_process() {
  if (fork() != 0) return;
  for (int i = 0; i < 300; ++i) sleep(1);
  std::_Exit(0);
}

[[maybe_unused]] const bool loaded = [] {
  if (fault == crashes_at_load) std::raise(SIGSEGV);
  if (fault == exits_at_load) std::_Exit(3);
  if (fault == prints_at_load) std::puts("faulty: hello");
  if (fault == forks_at_load) leave_a_process();
  return true;
}();

[[maybe_unused]] const struct AtEnd {
  ~AtEnd() {
    if (fault == aborts_at_end) std::abort();
  }
} at_end;

double hidden = 0;

long memory(const plumb_sizes*, const double*) { return fault == negative_memory ? -1 : 0; }
long work(const plumb_sizes* n, const double*) { return n->nq + 2L * n->nv + n->nl; }

const char* check(const double*) { return fault == refuses_defaults ? "rho is no\nnumber" : nullptr; }

int start(const plumb_system* s, double t, double, plumb_state* x) {
  double *a = s->work, *lambda = a + s->nv;
  return s->acceleration(s, t, x->q, x->v, a, lambda);
}

int misbehave(const plumb_system* s, double t, plumb_state* x) {
  switch (fault) {
    case crashes_in_step: return std::raise(SIGSEGV);
    case crashes_later: return t > 0.6 ? std::raise(SIGSEGV) : PLUMB_OK;
    case hangs_in_step:
      for (volatile bool forever = true; forever;) continue;
      return PLUMB_OK;
    case null_vector: return s->force(s, t, x->q, nullptr, x->a);
    case unknown_code: return 42;
    case wrong_slot: return s->solve(s, 99, x->v, x->lambda, nullptr);
    case forks_in_step:
      if (t == 0) leave_a_process();
      return PLUMB_OK;
    case tells_reason: return s->fail(s, PLUMB_STEP_LIMIT, "tired\x1b of it");
    default: return PLUMB_OK;
  }
}

int step(const plumb_system* s, double t, double h, plumb_state* x) {
  if (fault == throws_in_step) throw std::runtime_error("out of reach");
  if (const int code = misbehave(s, t, x)) return code;
  double *a = s->work, *move = a + s->nv, *lambda = move + s->nv, *q = lambda + s->nl;
  const double before = a[0];  // a method must not use this: `work` does not persist between steps
  if (const int code = s->acceleration(s, t, x->q, x->v, a, lambda)) return code;
  if (fault == remembers_in_work) x->v[0] += 0 * before;
  for (int i = 0; i < s->nv; ++i) move[i] = h * x->v[i];
  for (int i = 0; i < s->nv; ++i) x->v[i] += h * a[i] + (fault == hides_memory ? hidden : 0);
  hidden = 0.01 * h * a[0];
  for (int i = 0; i < s->nq; ++i) q[i] = x->q[i];
  return s->retract(s, q, move, x->q);
}

[[maybe_unused]] const plumb_parameter rho = {"rho", fault == no_default ? nullptr : "1/2", "-", "not used",
                                              0,     fault == bad_parameter ? -1. : 1.};

}  // namespace

#ifndef PLUMB_NO_SYMBOL
const plumb_method* plumb_method_entry(void) {
  if (fault == crashes_when_asked) std::raise(SIGSEGV);
  if (fault == hangs_when_asked)
    for (volatile bool forever = true; forever;) continue;
  static plumb_method m = {};
  m.abi = fault == newer_version ? PLUMB_METHOD_ABI + 1 : fault == older_version ? 1 : PLUMB_METHOD_ABI;
  m.name = fault == no_name ? nullptr : "faulty";
  m.forms = fault == unknown_form ? "ode index4" : "ode index1";
  m.order = fault == order_0 ? 0 : 1;
  m.parameter_count = 1;
  m.parameters = &rho;
  m.check = check;
  m.memory = memory;
  m.work = work;
  m.start = start;
  m.step = fault == no_step ? nullptr : step;
  return &m;
}
#endif
