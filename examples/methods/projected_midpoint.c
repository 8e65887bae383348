/* The implicit midpoint rule with projections onto the constraints of position and of velocity.
 *
 *   M(q_m) 2/h (w - v) = f(t_m, q_m, w) - G(t_m, q_m)^T lambda,   q_m = q [+] h/2 w,   t_m = t + h/2
 *   q+ = q [+] h w,                                               Phi(t+, q+) = 0
 *   v+ = 2 w - v - M(q_m)^-1 G(t_m, q_m)^T kappa,                 G(t+, q+) v+ + dPhi/dt = 0
 *
 * Source: the midpoint rule of Hairer, Lubich & Wanner, Geometric Numerical Integration, section II.1.1, with the
 * projections of section IV.4 taken along M(q_m)^-1 G(t_m, q_m)^T: the velocity w that carries q to q+ is that of the
 * step's middle, so that q, v and q+, v+ change places with the sign of h and the method is symmetric. Order 2 in q, v,
 * and in lambda, which comes from the accelerations at t+; without constraints it is the implicit midpoint rule.
 *
 * Memory: a = 2/h (w - v) and lambda of the last step, where Newton's iteration begins. Cost: an iteration in a and
 * lambda, one bordered solve for the velocity, and one for the acceleration at the end.
 *
 *   cc -shared -fPIC projected_midpoint.c -o libprojected_midpoint.so */
#include <stddef.h>

#include <plumb_method.h>

enum { iteration, projection }; /* slots of factorisations */

/* The vectors of a step, each a part of `work` or `memory`. */
typedef struct vectors {
  double *a, *lambda;       /* remembered */
  double *qm, *q1;          /* q_m, q+ */
  double *w, *theta, *half; /* theta = h w, half = h/2 w */
  double *r, *phi;          /* residuals, then increments */
  double *f, *v1;
} vectors;

static long memory(const plumb_sizes *n, const double *parameters) {
  (void)parameters;
  return (long)n->nv + n->nl;
}

static long work(const plumb_sizes *n, const double *parameters) {
  (void)parameters;
  return 2L * n->nq + 6L * n->nv + n->nl;
}

static vectors vectors_of(const plumb_system *s) {
  double *const of_q = s->work, *const of_v = of_q + 2 * s->nq;
  const vectors x = {.a = s->memory,
                     .lambda = s->memory + s->nv,
                     .qm = of_q,
                     .q1 = of_q + s->nq,
                     .w = of_v,
                     .theta = of_v + s->nv,
                     .half = of_v + 2 * s->nv,
                     .r = of_v + 3 * s->nv,
                     .f = of_v + 4 * s->nv,
                     .v1 = of_v + 5 * s->nv,
                     .phi = of_v + 6 * s->nv};
  return x;
}

static int start(const plumb_system *s, double t, double h, plumb_state *y) {
  const vectors x = vectors_of(s);
  (void)h;
  if (s->form == PLUMB_INDEX1) return s->fail(s, PLUMB_UNSUPPORTED, "imposes constraints of position and velocity");
  if (s->acceleration(s, t, y->q, y->v, x.a, x.lambda)) return s->fail(s, PLUMB_SINGULAR, "acceleration");
  return PLUMB_OK;
}

/* w, q_m and q+ of the iterate; r = f - G^T lambda - M a and Phi(t+, q+). */
static int residual(const plumb_system *s, double t, double h, const plumb_state *y, const vectors *x) {
  int i, code;
  for (i = 0; i < s->nv; ++i) {
    x->w[i] = y->v[i] + h / 2 * x->a[i];
    x->theta[i] = h * x->w[i];
    x->half[i] = h / 2 * x->w[i];
  }
  if ((code = s->retract(s, y->q, x->half, x->qm))) return code;
  if ((code = s->retract(s, y->q, x->theta, x->q1))) return code;
  if ((code = s->force(s, t + h / 2, x->qm, x->w, x->f))) return code;
  if ((code = s->momentum(s, x->qm, x->a, x->r))) return code;
  if ((code = s->reaction(s, t + h / 2, x->qm, x->lambda, x->v1))) return code;
  if ((code = s->constraint(s, t + h, x->q1, x->phi))) return code;
  for (i = 0; i < s->nv; ++i) x->r[i] = x->f[i] - x->v1[i] - x->r[i];
  return s->count(s, PLUMB_RESIDUAL_EVALUATIONS, 1);
}

/* Solves [M - h/2 D - h^2/4 K  G^T; G+ N  0] for the increments of a and lambda, which stay in r and phi. */
static int correct(const plumb_system *s, double t, double h, const plumb_state *y, const vectors *x) {
  const double tm = t + h / 2, t1 = t + h;
  const plumb_point at = {.t = tm,
                          .q = x->qm,
                          .v = x->w,
                          .a = x->a,
                          .lambda = x->lambda,
                          .t_rows = &t1,
                          .q_rows = x->q1,
                          .centre = y->q,
                          .theta = x->theta};
  const plumb_blend blend = {.mass = 1, .damping = h / 2, .stiffness = h * h / 4, .position = 1};
  int i, code;
  if (s->factor(s, iteration, &at, &blend)) return s->fail(s, PLUMB_SINGULAR, "iteration matrix");
  for (i = 0; i < s->nl; ++i) x->phi[i] /= -h * h / 2;
  if ((code = s->solve(s, iteration, x->r, x->phi, NULL))) return code;
  for (i = 0; i < s->nv; ++i) x->a[i] += x->r[i];
  for (i = 0; i < s->nl; ++i) x->lambda[i] += x->phi[i];
  return s->count(s, PLUMB_NEWTON_ITERATIONS, 1);
}

static int iterate(const plumb_system *s, double t, double h, const plumb_state *y, const vectors *x) {
  int code;
  s->begin_iteration(s);
  for (;;) {
    if ((code = residual(s, t, h, y, x))) return code;
    if (s->tests_residual) {
      code = s->judge(s, s->norm(s, x->r, s->nv, x->phi, s->nl), s->norm(s, x->f, s->nv, x->q1, s->nq), "residual");
      if (code != PLUMB_ITERATE) return code;
    }
    if ((code = correct(s, t, h, y, x))) return code;
    if (s->tests_residual) continue;
    code = s->judge(s, h * h / 2 * s->norm(s, x->r, s->nv, NULL, 0), s->norm(s, x->q1, s->nq, NULL, 0),
                    "change of the position");
    if (code == PLUMB_OK) return residual(s, t, h, y, x);
    if (code != PLUMB_ITERATE) return code;
  }
}

/* v1 = 2 w - v, projected along M(q_m)^-1 G(t_m, q_m)^T onto the constraints of velocity at t+. */
static int project(const plumb_system *s, double t, double h, const plumb_state *y, const vectors *x) {
  const double tm = t + h / 2, t1 = t + h;
  const plumb_point at = {.t = tm, .q = x->qm, .v = x->w, .t_rows = &t1, .q_rows = x->q1};
  const plumb_blend blend = {.mass = 1, .jacobian = 1};
  int i, code;
  for (i = 0; i < s->nv; ++i) {
    x->v1[i] = 2 * x->w[i] - y->v[i];
    x->r[i] = 0;
  }
  if (s->nl == 0) return PLUMB_OK;
  if (s->factor(s, projection, &at, &blend)) return s->fail(s, PLUMB_SINGULAR, "projection of the velocity");
  if ((code = s->constraint_rate(s, t1, x->q1, x->v1, x->phi))) return code;
  for (i = 0; i < s->nl; ++i) x->phi[i] = -x->phi[i];
  if ((code = s->solve(s, projection, x->r, x->phi, NULL))) return code;
  for (i = 0; i < s->nv; ++i) x->v1[i] += x->r[i];
  return PLUMB_OK;
}

static int step(const plumb_system *s, double t, double h, plumb_state *y) {
  const vectors x = vectors_of(s);
  int i, code;
  if ((code = iterate(s, t, h, y, &x))) return code;
  if ((code = project(s, t, h, y, &x))) return code;
  for (i = 0; i < s->nq; ++i) y->q[i] = x.q1[i];
  for (i = 0; i < s->nv; ++i) y->v[i] = x.v1[i];
  if (s->acceleration(s, t + h, y->q, y->v, y->a, y->lambda)) return s->fail(s, PLUMB_SINGULAR, "acceleration");
  return s->count(s, PLUMB_STAGES, 1);
}

const plumb_method *plumb_method_entry(void) {
  static const plumb_method method = {
      .abi = PLUMB_METHOD_ABI,
      .name = "projected-midpoint",
      .title = "Implicit midpoint rule, projected onto the constraints of position and velocity",
      .source = "hairer2006, sections II.1.1, IV.4",
      .forms = "ode index2 index3 ggl",
      .order = 2,
      .multiplier_order = 2,
      .memory = memory,
      .work = work,
      .start = start,
      .step = step,
  };
  return &method;
}
