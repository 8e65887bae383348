/* plumb_method.h: a time integrator in a shared library, for `plumb run -m @./libmine.so` and every other verb.
 *
 *   cc -shared -fPIC mine.c -o libmine.so -lm
 *
 * The library exports one function, plumb_method_entry, which returns what the method is called, how much memory it
 * wants, and its two functions `start` and `step`. These get the equations of motion as a table of functions:
 *
 *   q' = v,   M(q) v' = f(t,q,v) - G(t,q)^T lambda   [N, N m],   Phi(t,q) = 0,  G = dPhi/dq   [m, rad]
 *
 * All vectors are arrays of doubles in SI units: q of nq, v and a of nv, lambda of nl numbers. Plumb owns every matrix,
 * factorises it, and counts what is asked. Results never overlap arguments, except where "in place" is said. Start and
 * step are called from several threads at once, each with a system of its own: what a method remembers or works with
 * belongs into `memory` and `work`, never into static variables. Functions are static, for the C library has a `step` too,
 * which would be called instead. No C++ exception may leave the library.
 *
 * docs/methods-from-outside.md describes all of it; examples/methods has methods in C, C++ and Fortran. */
#ifndef PLUMB_METHOD_H
#define PLUMB_METHOD_H

/* The version of this interface. A plumb of this version takes libraries of this one and of all before: what is new
 * stands at the end of plumb_system. */
#define PLUMB_METHOD_ABI 2

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended; 0 is success. A method hands on what a function of the system returned, or a reason by `fail`. */
enum plumb_status {
  PLUMB_OK = 0,
  PLUMB_NEWTON_DIVERGED = 1,       /* an iteration diverged, or needed more steps than allowed */
  PLUMB_SINGULAR = 2,              /* a matrix that has to be solved with is singular */
  PLUMB_TOLERANCE_UNREACHABLE = 3, /* rounding keeps a tolerance from being met */
  PLUMB_NON_FINITE = 4,            /* the state or an increment overflowed */
  PLUMB_STEP_LIMIT = 5,            /* more internal steps than allowed */
  PLUMB_UNSUPPORTED = 6,           /* not fit for these equations */
  PLUMB_FAILED = 7,                /* an exception, or a NULL where a vector is needed */
  PLUMB_ITERATE = 100              /* of `judge` alone: not converged yet */
};

/* At which levels the equations impose their constraints; without constraints it is PLUMB_ODE. */
enum plumb_form { PLUMB_ODE = 0, PLUMB_INDEX1 = 1, PLUMB_INDEX2 = 2, PLUMB_INDEX3 = 3, PLUMB_GGL = 4 };

/* What only the method can count. Steps, evaluations, factorisations and solves are counted by Plumb. */
enum plumb_counter {
  PLUMB_STAGES = 0,
  PLUMB_NEWTON_ITERATIONS = 1,
  PLUMB_RESIDUAL_EVALUATIONS = 2,
  PLUMB_NEWTON_FAILURES = 3 /* `judge` counts its own */
};

/* Slots of factorisations: any number below this may be kept at once; of complex ones as many again. */
#define PLUMB_FACTORS 16

/* A complex number, as `double _Complex`, std::complex<double> and complex(c_double_complex) lie in memory. */
typedef struct plumb_complex {
  double re, im;
} plumb_complex;

/* A step takes q and v from t to t + h. It may also tell accelerations and multipliers at its end; those that it gets
 * are no numbers. */
typedef struct plumb_state {
  double *q, *v, *a, *lambda;
} plumb_state;

/* Weights of the matrix that `factor` is asked for; start from all zero.
 *
 *   [ B  G^T ]   B = mass M - damping df/dv - stiffness K N + identity
 *   [ R   0  ]   R = jacobian G + position G N + rate W N + by_v Y + by_q Z N
 *
 *   K = d(f - G^T lambda - M a)/dq,  W = d(G v + dPhi/dt)/dq,  Y = dPhi''/dv,  Z = dPhi''/dq
 *
 * N is 1 on vector spaces, else what plumb_point says. With `stabilised` (PLUMB_GGL) a third block follows:
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

/* The same with complex weights, for `factor_complex`. */
typedef struct plumb_complex_blend {
  plumb_complex mass, damping, stiffness, identity;
  plumb_complex jacobian, position, rate, by_v, by_q;
  int stabilised;
  plumb_complex mu_force, mu_rate, mu_position;
} plumb_complex_blend;

/* Where dense parts of the linearisation are written, column by column; what is NULL is left out. D = df/dv; K, W, Y and
 * Z as above, those of constraints as far as the form imposes them: W of velocities, Y and Z of accelerations, else 0. */
typedef struct plumb_blocks {
  double *mass, *damping, *stiffness;             /* M, D, K: nv by nv */
  double *jacobian;                               /* G: nl by nv */
  double *rate_by_q;                              /* W: nl by nv */
  double *acceleration_by_q, *acceleration_by_v;  /* Z, Y: nl by nv */
} plumb_blocks;

/* The same of a chart at theta, each nv by nv: T(theta), and the derivatives of theta'(theta, v). */
typedef struct plumb_chart_blocks {
  double *tangent, *rate_by_theta, *rate_by_v;
} plumb_chart_blocks;

/* Where the matrix is taken; what is NULL is left out. t_rows, q_rows: G of R at another time and configuration. With
 * centre and theta the configuration of the positions is centre [+] theta, and N = T(theta) is the tangent of that
 * chart; with velocity too, theta moves with the velocity by theta = theta_0 + weight theta'(theta, v). */
typedef struct plumb_point {
  double t;
  const double *q, *v, *a, *lambda; /* a and lambda stand in K and Z; NULL: zeros */
  const double *t_rows, *q_rows;
  const double *centre, *theta, *velocity;
  double weight;
} plumb_point;

/* The equations, and what the method owns in this run. All functions return a plumb_status. */
typedef struct plumb_system plumb_system;
struct plumb_system {
  void *self;                /* Plumb's own */
  int nq, nv, nl;            /* coordinates, velocities, multipliers */
  int form;                  /* a plumb_form */
  int velocity_dependent;    /* whether v' of the index-1 equations depends on v */
  int vector_space;          /* whether q [+] w is q + w, and q' = v */
  int tests_residual;        /* whether the user wants `judge` asked about residuals, not about increments */
  const double *parameters;  /* values, in the order of the method's list */
  double *memory;            /* all that is carried from step to step beside q and v */
  double *work;              /* for intermediate results: nothing in it survives a step */

  /* v' and lambda of the index-1 equations (lambda may be NULL); PLUMB_SINGULAR */
  int (*acceleration)(const plumb_system *s, double t, const double *q, const double *v, double *a, double *lambda);
  int (*force)(const plumb_system *s, double t, const double *q, const double *v, double *f);
  int (*momentum)(const plumb_system *s, const double *q, const double *v, double *p);                  /* M v */
  int (*reaction)(const plumb_system *s, double t, const double *q, const double *lambda, double *r);   /* G^T lambda */
  int (*mass_solve)(const plumb_system *s, double t, const double *q, double *w, double *e); /* [M G^T; G 0], in place */

  int (*constraint)(const plumb_system *s, double t, const double *q, double *phi);                       /* Phi */
  int (*constraint_rate)(const plumb_system *s, double t, const double *q, const double *v, double *phi); /* Phi' */
  int (*constraint_acceleration)(const plumb_system *s, double t, const double *q, const double *v, const double *a,
                                 double *phi);                                                            /* Phi'' */
  int (*constraint_bias)(const plumb_system *s, double t, const double *q, const double *v, double *phi); /* Phi'' - G v' */

  /* The matrix above, assembled and factorised into a slot, and solved with in place: w of nv, e of nl and, where it is
   * stabilised, mu of nl numbers (else NULL). PLUMB_SINGULAR. Slots are released with the run, if not before. */
  int (*factor)(const plumb_system *s, int slot, const plumb_point *at, const plumb_blend *blend);
  int (*solve)(const plumb_system *s, int slot, double *w, double *e, double *mu);
  int (*release)(const plumb_system *s, int slot);

  /* The chart theta -> q [+] theta around q: it, its inverse, theta' where the velocity is v, T(theta) u where theta
   * moves with u, (d theta'/dv)^T p, and ad*_v p. On vector spaces q + theta, q1 - q, v, u, p and 0. */
  int (*retract)(const plumb_system *s, const double *q, const double *theta, double *q1);
  int (*local)(const plumb_system *s, const double *q, const double *q1, double *theta);
  int (*chart_rate)(const plumb_system *s, const double *q, const double *theta, const double *v, double *rate);
  int (*chart_tangent)(const plumb_system *s, const double *q, const double *theta, const double *u, double *out);
  int (*chart_momentum)(const plumb_system *s, const double *q, const double *theta, const double *p, double *out);
  int (*coadjoint)(const plumb_system *s, const double *v, const double *p, double *out);

  /* Newton's iteration ends as it does in Plumb's own methods, with the user's tolerance, norm and most iterations.
   * `begin_iteration` once; then after every correction `judge` with the size of the increment, or before it with that
   * of the residual (tests_residual), and the size of what it changes: PLUMB_ITERATE, PLUMB_OK, or why it failed.
   * `norm` measures one or two vectors as one; y may be NULL with ny = 0. */
  int (*begin_iteration)(const plumb_system *s);
  int (*judge)(const plumb_system *s, double size, double scale, const char *what);
  double (*norm)(const plumb_system *s, const double *x, int nx, const double *y, int ny);

  int (*count)(const plumb_system *s, int counter, long number); /* adds to a plumb_counter */
  int (*fail)(const plumb_system *s, int status, const char *reason); /* returns status, and remembers the reason */

  /* ---- since version 2 */

  /* `factor`, `solve` and `release` with complex weights, as coupled stages need them in the eigenvectors of their
   * coefficients. The slots are others than those of real factorisations. */
  int (*factor_complex)(const plumb_system *s, int slot, const plumb_point *at, const plumb_complex_blend *blend);
  int (*solve_complex)(const plumb_system *s, int slot, plumb_complex *w, plumb_complex *e, plumb_complex *mu);
  int (*release_complex)(const plumb_system *s, int slot);

  /* The dense linearisation, for methods that assemble a matrix of all stages. Only where the system offers it: small
   * ones do, else PLUMB_UNSUPPORTED. a and lambda stand in K and Z; NULL: zeros. */
  int offers_blocks;
  int (*blocks)(const plumb_system *s, double t, const double *q, const double *v, const double *a,
                const double *lambda, const plumb_blocks *out);
  int (*chart_blocks)(const plumb_system *s, const double *q, const double *theta, const double *v,
                      const plumb_chart_blocks *out);
};

typedef struct plumb_sizes {
  int nq, nv, nl;
} plumb_sizes;

/* A number that the user may give: -m '@./libmine.so(rho=1/2)'. */
typedef struct plumb_parameter {
  const char *name;
  const char *default_value; /* a number as text: "1/2" */
  const char *unit;          /* SI; "-" if it has none */
  const char *meaning;
  double minimum, maximum;   /* both 0: no bounds */
} plumb_parameter;

/* What a method is. Members that are 0 or NULL are optional where that is said. */
typedef struct plumb_method {
  int abi; /* PLUMB_METHOD_ABI, or less of a library that asks for nothing newer */
  const char *name;
  const char *title;          /* for people; may be NULL */
  const char *source;         /* citation with equation or page; may be NULL */
  const char *forms;          /* what it solves: words of "ode index1 index2 index3 ggl projected" */
  int order;                  /* claimed, of positions and velocities: 1 or more */
  int multiplier_order;       /* claimed, of lambda; 0: nothing is claimed */
  int vector_space_only;      /* not on rotations */
  int velocity_independent_only; /* only where accelerations do not depend on velocities */
  int parameter_count;
  const plumb_parameter *parameters;
  /* Why values that are fine one by one make no method together; NULL: they do. The pointer may be NULL. */
  const char *(*check)(const double *parameters);
  /* Numbers of doubles in `memory` and in `work`; the pointers may be NULL: none. */
  long (*memory)(const plumb_sizes *sizes, const double *parameters);
  long (*work)(const plumb_sizes *sizes, const double *parameters);
  /* Prepares the memory at t for steps of size h. */
  int (*start)(const plumb_system *s, double t, double h, plumb_state *x);
  /* From t to t + h, in place. */
  int (*step)(const plumb_system *s, double t, double h, plumb_state *x);
} plumb_method;

#if defined(__GNUC__)
#define PLUMB_EXPORT __attribute__((visibility("default")))
#else
#define PLUMB_EXPORT
#endif

/* The library's one function; what it returns lives as long as the library. */
PLUMB_EXPORT const plumb_method *plumb_method_entry(void);

#ifdef __cplusplus
}
#endif

#endif
