/* plumb_method.h: interface for a time integrator in a shared library, for `plumb run -m @./libmine.so` and other
 * verbs.
 *
 *   cc -shared -fPIC mine.c -o libmine.so -lm
 *
 * The library exports one function, plumb_method_entry. It returns the description of the method: its name, the size
 * of its memory, and its two functions `start` and `step`. These receive the equations of motion as a table of
 * functions:
 *
 *   q' = v,   M(q) v' = f(t,q,v) - G(t,q)^T lambda   [N, N m],   Phi(t,q) = 0,  G = dPhi/dq   [m, rad]
 *
 * All vectors are arrays of doubles in SI units: q has nq, v and a have nv, lambda has nl numbers. q [+] w denotes
 * the configuration q after the displacement w; on vector spaces it is q + w. Plumb owns and factorises all
 * matrices, and counts the calls. Results must not overlap arguments, except where "in place" is stated. Several
 * threads call `start` and `step` at the same time, each with a separate system. Therefore a method must keep its
 * data between steps in `memory` and intermediate results in `work`, never in static variables. Functions should be
 * static, since the C library has a function `step`, too, which would be called instead. No C++ exception may leave
 * the library.
 *
 * docs/methods-from-outside.md describes the whole interface; examples/methods has methods in C, C++ and Fortran. */
#ifndef PLUMB_METHOD_H
#define PLUMB_METHOD_H

/* The version of this interface. Plumb loads only libraries that were compiled with this version. */
#define PLUMB_METHOD_ABI 2

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call; 0 is success. If a function of the system fails, the method returns its status. For other
 * failures it returns the status with a reason, by `return s->fail(s, status, reason)`. */
enum plumb_status {
  PLUMB_OK = 0,
  PLUMB_NEWTON_DIVERGED = 1,       /* an iteration diverged, or needed more steps than allowed */
  PLUMB_SINGULAR = 2,              /* the matrix of a linear system is singular */
  PLUMB_TOLERANCE_UNREACHABLE = 3, /* a tolerance cannot be met because of rounding */
  PLUMB_NON_FINITE = 4,            /* the state or an increment overflowed */
  PLUMB_STEP_LIMIT = 5,            /* more internal steps than allowed */
  PLUMB_UNSUPPORTED = 6,           /* the method does not fit these equations */
  PLUMB_FAILED = 7,                /* an exception, or a NULL where a vector is needed */
  PLUMB_ITERATE = 100              /* only from `judge`: the iteration has not converged yet */
};

/* The form of the equations: constraints on accelerations (index 1), velocities (2), positions (3), or positions and
 * velocities (GGL); PLUMB_ODE has no constraints. */
enum plumb_form { PLUMB_ODE = 0, PLUMB_INDEX1 = 1, PLUMB_INDEX2 = 2, PLUMB_INDEX3 = 3, PLUMB_GGL = 4 };

/* The counters that only the method can raise. Plumb counts steps, evaluations, factorisations and solves itself. */
enum plumb_counter {
  PLUMB_STAGES = 0,
  PLUMB_NEWTON_ITERATIONS = 1,
  PLUMB_RESIDUAL_EVALUATIONS = 2,
  PLUMB_NEWTON_FAILURES = 3 /* in addition to the failures that `judge` reports, which Plumb counts */
};

/* The number of slots for factorisations, numbered from 0. There are as many slots again for complex factorisations. */
#define PLUMB_FACTORS 16

/* A complex number, with the memory layout of `double _Complex`, std::complex<double> and complex(c_double_complex). */
typedef struct plumb_complex {
  double re, im;
} plumb_complex;

/* The state. A step advances q and v from t to t + h. It may also set the accelerations and multipliers at its end,
 * which are NaN at its beginning. */
typedef struct plumb_state {
  double *q, *v, *a, *lambda;
} plumb_state;

/* The weights of the matrix that `factor` assembles. Set unused weights to zero.
 *
 *   [ B  G^T ]   B = mass M - damping df/dv - stiffness K N + identity
 *   [ R   0  ]   R = jacobian G + position G N + rate W N + by_v Y + by_q Z N
 *
 *   K = d(f - G^T lambda - M a)/dq,  W = d(G v + dPhi/dt)/dq,  Y = dPhi''/dv,  Z = dPhi''/dq
 *
 * N is the identity on vector spaces; otherwise plumb_point defines it. With `stabilised` (PLUMB_GGL) the matrix has a
 * third block row and column:
 *
 *   [ B                         G^T   mu_force K N G^T     ]
 *   [ jacobian G + rate W N     0    -mu_rate W N G^T      ]
 *   [ position G N              0    -mu_position G N G^T  ] */
typedef struct plumb_blend {
  double mass, damping, stiffness, identity;
  double jacobian, position, rate, by_v, by_q;
  int stabilised;
  double mu_force, mu_rate, mu_position;
} plumb_blend;

/* The weights of plumb_blend as complex numbers, for `factor_complex`. */
typedef struct plumb_complex_blend {
  plumb_complex mass, damping, stiffness, identity;
  plumb_complex jacobian, position, rate, by_v, by_q;
  int stabilised;
  plumb_complex mu_force, mu_rate, mu_position;
} plumb_complex_blend;

/* The arrays for the matrices of the linearisation, which are dense and stored column by column. Matrices whose pointer
 * is NULL are not computed. D = df/dv; K, W, Y and Z are as above. W is 0 unless the form imposes constraints on
 * velocities; Y and Z are 0 unless it imposes constraints on accelerations. */
typedef struct plumb_blocks {
  double *mass, *damping, *stiffness;             /* M, D, K: nv by nv */
  double *jacobian;                               /* G: nl by nv */
  double *rate_by_q;                              /* W: nl by nv */
  double *acceleration_by_q, *acceleration_by_v;  /* Z, Y: nl by nv */
} plumb_blocks;

/* The arrays for the matrices of a chart at theta, each nv by nv: T(theta), and the derivatives of theta'(theta, v). */
typedef struct plumb_chart_blocks {
  double *tangent, *rate_by_theta, *rate_by_v;
} plumb_chart_blocks;

/* The state at which `factor` evaluates the matrix. Unused members are NULL. If t_rows and q_rows are set, the G of R
 * is evaluated at that time and configuration. If centre and theta are set, the configuration is centre [+] theta, the
 * unknowns of positions are theta, and N = T(theta) is the tangent of that chart. If velocity is set, too, the unknowns
 * are velocities, on which theta depends by theta = theta_0 + weight theta'(theta, velocity), and
 * N = T (1 - weight dtheta'/dtheta)^-1 dtheta'/dv. */
typedef struct plumb_point {
  double t;
  const double *q, *v, *a, *lambda; /* a and lambda occur in K and Z; NULL means zeros */
  const double *t_rows, *q_rows;
  const double *centre, *theta, *velocity;
  double weight;
} plumb_point;

/* The equations and the data of the method in one run. All functions except `norm` return a plumb_status. */
typedef struct plumb_system plumb_system;
struct plumb_system {
  void *self;                /* only for Plumb */
  int nq, nv, nl;            /* coordinates, velocities, multipliers */
  int form;                  /* a plumb_form */
  int velocity_dependent;    /* whether v' of the index-1 equations depends on v */
  int vector_space;          /* whether q [+] w is q + w, and q' = v */
  int tests_residual;        /* 1: call `judge` with residuals; 0: with increments (a setting of the user) */
  const double *parameters;  /* values of the parameters, in the order of plumb_method.parameters */
  double *memory;            /* data that the method keeps from step to step, in addition to q and v */
  double *work;              /* array for intermediate results; a step does not keep its contents for the next one */

  /* Gives v' and lambda of the index-1 equations; lambda may be NULL. Returns PLUMB_SINGULAR if these are singular. */
  int (*acceleration)(const plumb_system *s, double t, const double *q, const double *v, double *a, double *lambda);
  int (*force)(const plumb_system *s, double t, const double *q, const double *v, double *f);
  int (*momentum)(const plumb_system *s, const double *q, const double *v, double *p);                  /* M v */
  int (*reaction)(const plumb_system *s, double t, const double *q, const double *lambda, double *r);   /* G^T lambda */
  /* Solves a linear system with the matrix [M G^T; G 0]: replaces the right-hand side (w, e) by the solution. */
  int (*mass_solve)(const plumb_system *s, double t, const double *q, double *w, double *e);

  int (*constraint)(const plumb_system *s, double t, const double *q, double *phi);                       /* Phi */
  int (*constraint_rate)(const plumb_system *s, double t, const double *q, const double *v, double *phi); /* Phi' */
  int (*constraint_acceleration)(const plumb_system *s, double t, const double *q, const double *v, const double *a,
                                 double *phi);                                                            /* Phi'' */
  /* Phi'' - G v', the part of Phi'' without accelerations */
  int (*constraint_bias)(const plumb_system *s, double t, const double *q, const double *v, double *phi);

  /* `factor` assembles the matrix of plumb_blend and stores its factorisation in a slot; it returns PLUMB_SINGULAR
   * if the matrix is singular. `solve` replaces the right-hand side (w, e, mu) by the solution: w has nv numbers, e
   * has nl, and mu has nl if the matrix is stabilised; otherwise it is NULL. `release` frees a slot. All slots are
   * freed at the end of the run. */
  int (*factor)(const plumb_system *s, int slot, const plumb_point *at, const plumb_blend *blend);
  int (*solve)(const plumb_system *s, int slot, double *w, double *e, double *mu);
  int (*release)(const plumb_system *s, int slot);

  /* Functions of the chart theta -> q [+] theta around q. In this order they compute: the chart, its inverse, theta'
   * if the velocity is v, the velocity T(theta) u if theta' = u, (d theta'/dv)^T p, and ad*_v p. On vector spaces
   * these are q + theta, q1 - q, v, u, p and 0. */
  int (*retract)(const plumb_system *s, const double *q, const double *theta, double *q1);
  int (*local)(const plumb_system *s, const double *q, const double *q1, double *theta);
  int (*chart_rate)(const plumb_system *s, const double *q, const double *theta, const double *v, double *rate);
  int (*chart_tangent)(const plumb_system *s, const double *q, const double *theta, const double *u, double *out);
  int (*chart_momentum)(const plumb_system *s, const double *q, const double *theta, const double *p, double *out);
  int (*coadjoint)(const plumb_system *s, const double *v, const double *p, double *out);

  /* These functions decide when Newton's iteration ends, as in Plumb's own methods, with the user's tolerance, norm
   * and limit on iterations. Call `begin_iteration` once. Then call `judge` after every correction with the norm
   * `size` of the increment, or before every correction with the norm of the residual if tests_residual is set.
   * `scale` is the norm of the quantity to which `size` is relative: of the variable that the increment changes, or
   * of the terms of the residual. `what` names `size` in messages. `judge` returns PLUMB_ITERATE to continue,
   * PLUMB_OK if the iteration has converged, or the status of its failure. `norm` returns the norm of the vector (x,
   * y) with nx + ny components; y may be NULL with ny = 0. */
  int (*begin_iteration)(const plumb_system *s);
  int (*judge)(const plumb_system *s, double size, double scale, const char *what);
  double (*norm)(const plumb_system *s, const double *x, int nx, const double *y, int ny);

  int (*count)(const plumb_system *s, int counter, long number); /* adds `number` to a plumb_counter */
  int (*fail)(const plumb_system *s, int status, const char *reason); /* stores the reason, and returns status */

  /* `factor`, `solve` and `release` with complex weights, for coupled stages that are transformed to the
   * eigenvectors of their coefficients. Their slots are separate from the slots of real factorisations. */
  int (*factor_complex)(const plumb_system *s, int slot, const plumb_point *at, const plumb_complex_blend *blend);
  int (*solve_complex)(const plumb_system *s, int slot, plumb_complex *w, plumb_complex *e, plumb_complex *mu);
  int (*release_complex)(const plumb_system *s, int slot);

  /* Functions for the dense linearisation, for methods that assemble a matrix of all stages. If offers_blocks is 0
   * (large systems), they return PLUMB_UNSUPPORTED. a and lambda occur in K and Z; NULL means zeros. */
  int offers_blocks;
  int (*blocks)(const plumb_system *s, double t, const double *q, const double *v, const double *a,
                const double *lambda, const plumb_blocks *out);
  int (*chart_blocks)(const plumb_system *s, const double *q, const double *theta, const double *v,
                      const plumb_chart_blocks *out);
};

typedef struct plumb_sizes {
  int nq, nv, nl;
} plumb_sizes;

/* A parameter of the method, a number that the user may set: -m '@./libmine.so(rho=1/2)'. */
typedef struct plumb_parameter {
  const char *name;
  const char *default_value; /* a number as text, such as "1/2" */
  const char *unit;          /* SI unit; "-" if the parameter is dimensionless */
  const char *meaning;
  double minimum, maximum;   /* bounds; none if both are 0 */
} plumb_parameter;

/* The description of a method. Members may be 0 or NULL only where a comment says so. */
typedef struct plumb_method {
  int abi; /* PLUMB_METHOD_ABI */
  const char *name;
  const char *title;          /* readable name for tables and figures; may be NULL */
  const char *source;         /* citation with equation or page; may be NULL */
  const char *forms;          /* solved forms, separated by blanks, of "ode index1 index2 index3 ggl projected" */
  int order;                  /* claimed order of convergence of positions and velocities, 1 or more */
  int multiplier_order;       /* claimed order of convergence of lambda; 0 if none is claimed */
  int vector_space_only;      /* 1: the method does not support rotations */
  int velocity_independent_only; /* 1: the method requires accelerations that do not depend on velocities */
  int parameter_count;
  const plumb_parameter *parameters;
  /* Returns the reason for which these parameter values are invalid in combination, or NULL. The pointer may be
   * NULL. */
  const char *(*check)(const double *parameters);
  /* Return the numbers of doubles that the method needs in `memory` and in `work`. A pointer may be NULL for 0. */
  long (*memory)(const plumb_sizes *sizes, const double *parameters);
  long (*work)(const plumb_sizes *sizes, const double *parameters);
  /* Prepares `memory` for steps of size h from the state x at t. */
  int (*start)(const plumb_system *s, double t, double h, plumb_state *x);
  /* Advances x from t to t + h, in place. */
  int (*step)(const plumb_system *s, double t, double h, plumb_state *x);
} plumb_method;

#if defined(__GNUC__)
#define PLUMB_EXPORT __attribute__((visibility("default")))
#else
#define PLUMB_EXPORT
#endif

/* The only function that the library exports. The returned description must be valid as long as the library is
 * loaded. */
PLUMB_EXPORT const plumb_method *plumb_method_entry(void);

#ifdef __cplusplus
}
#endif

#endif
