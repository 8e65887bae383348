/* plumb_method.h: a time integrator in a shared library, for `plumb run -m @./libmine.so` and every other verb.
 *
 *   cc -shared -fPIC mine.c -o libmine.so -lm
 *
 * The library exports one function, plumb_method_entry. It tells the name of the method, how much memory it needs, and
 * its two functions `start` and `step`. These get the equations of motion as a table of functions:
 *
 *   q' = v,   M(q) v' = f(t,q,v) - G(t,q)^T lambda   [N, N m],   Phi(t,q) = 0,  G = dPhi/dq   [m, rad]
 *
 * All vectors are arrays of doubles in SI units: q of nq, v and a of nv, lambda of nl numbers. Plumb owns every matrix,
 * factorises it, and counts what is asked of it. Results must not overlap arguments, except where a comment says
 * "in place". Several threads call `start` and `step` at once, each with a system of its own. Therefore a method keeps
 * what it remembers in `memory` and intermediate results in `work`, never in static variables. Functions should be
 * static, since the C library has a `step` too, which would be called instead. No C++ exception may leave the library.
 *
 * docs/methods-from-outside.md describes all of it; examples/methods has methods in C, C++ and Fortran. */
#ifndef PLUMB_METHOD_H
#define PLUMB_METHOD_H

/* The version of this interface. Plumb loads libraries that were compiled with this version only. */
#define PLUMB_METHOD_ABI 2

#ifdef __cplusplus
extern "C" {
#endif

/* The end of a call; 0 is success. A method returns what a function of the system returned, or gives a reason by
 * `fail`. */
enum plumb_status {
  PLUMB_OK = 0,
  PLUMB_NEWTON_DIVERGED = 1,       /* an iteration diverged, or needed more steps than allowed */
  PLUMB_SINGULAR = 2,              /* a matrix to be solved with is singular */
  PLUMB_TOLERANCE_UNREACHABLE = 3, /* rounding keeps a tolerance from being met */
  PLUMB_NON_FINITE = 4,            /* the state or an increment overflowed */
  PLUMB_STEP_LIMIT = 5,            /* more internal steps than allowed */
  PLUMB_UNSUPPORTED = 6,           /* the method does not fit these equations */
  PLUMB_FAILED = 7,                /* an exception, or a NULL where a vector is needed */
  PLUMB_ITERATE = 100              /* only from `judge`: the iteration has not converged yet */
};

/* The levels at which the equations impose their constraints; without constraints it is PLUMB_ODE. */
enum plumb_form { PLUMB_ODE = 0, PLUMB_INDEX1 = 1, PLUMB_INDEX2 = 2, PLUMB_INDEX3 = 3, PLUMB_GGL = 4 };

/* The counters that only the method can raise. Plumb counts steps, evaluations, factorisations and solves itself. */
enum plumb_counter {
  PLUMB_STAGES = 0,
  PLUMB_NEWTON_ITERATIONS = 1,
  PLUMB_RESIDUAL_EVALUATIONS = 2,
  PLUMB_NEWTON_FAILURES = 3 /* `judge` counts its own */
};

/* The number of slots, which count from 0: so many factorisations may be kept at once, and as many complex ones. */
#define PLUMB_FACTORS 16

/* A complex number, in memory like `double _Complex`, std::complex<double> and complex(c_double_complex). */
typedef struct plumb_complex {
  double re, im;
} plumb_complex;

/* A step takes q and v from t to t + h. It may also give accelerations and multipliers at its end; those that it
 * receives are not numbers. */
typedef struct plumb_state {
  double *q, *v, *a, *lambda;
} plumb_state;

/* The weights of the matrix that `factor` makes. Set those that are not used to zero.
 *
 *   [ B  G^T ]   B = mass M - damping df/dv - stiffness K N + identity
 *   [ R   0  ]   R = jacobian G + position G N + rate W N + by_v Y + by_q Z N
 *
 *   K = d(f - G^T lambda - M a)/dq,  W = d(G v + dPhi/dt)/dq,  Y = dPhi''/dv,  Z = dPhi''/dq
 *
 * N is 1 on vector spaces; otherwise plumb_point defines it. With `stabilised` (PLUMB_GGL) a third block follows:
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

/* The arrays into which dense parts of the linearisation are written, column by column. A part that is NULL is left
 * out. D = df/dv; K, W, Y and Z are as above. Those of constraints are 0 unless the form imposes the constraints there:
 * W on velocities, Y and Z on accelerations. */
typedef struct plumb_blocks {
  double *mass, *damping, *stiffness;             /* M, D, K: nv by nv */
  double *jacobian;                               /* G: nl by nv */
  double *rate_by_q;                              /* W: nl by nv */
  double *acceleration_by_q, *acceleration_by_v;  /* Z, Y: nl by nv */
} plumb_blocks;

/* The same for a chart at theta, each nv by nv: T(theta), and the derivatives of theta'(theta, v). */
typedef struct plumb_chart_blocks {
  double *tangent, *rate_by_theta, *rate_by_v;
} plumb_chart_blocks;

/* The state at which the matrix is taken. Members that are NULL are left out. With t_rows and q_rows, the G of R is
 * taken at another time and configuration. With centre and theta, the configuration of the positions is
 * centre [+] theta, and N = T(theta) is the tangent of that chart. With velocity too, theta moves with the velocity by
 * theta = theta_0 + weight theta'(theta, v). */
typedef struct plumb_point {
  double t;
  const double *q, *v, *a, *lambda; /* a and lambda occur in K and Z; NULL means zeros */
  const double *t_rows, *q_rows;
  const double *centre, *theta, *velocity;
  double weight;
} plumb_point;

/* The equations, and what the method owns in this run. All functions but `norm` return a plumb_status. */
typedef struct plumb_system plumb_system;
struct plumb_system {
  void *self;                /* only for Plumb */
  int nq, nv, nl;            /* coordinates, velocities, multipliers */
  int form;                  /* a plumb_form */
  int velocity_dependent;    /* whether v' of the index-1 equations depends on v */
  int vector_space;          /* whether q [+] w is q + w, and q' = v */
  int tests_residual;        /* whether the user wants `judge` to be called with residuals, not with increments */
  const double *parameters;  /* values, in the order of the method's list */
  double *memory;            /* all that is kept from step to step beside q and v */
  double *work;              /* for intermediate results: nothing in it survives a step */

  /* Gives v' and lambda of the index-1 equations; lambda may be NULL. Returns PLUMB_SINGULAR if these are singular. */
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

  /* `factor` assembles the matrix above and factorises it into a slot; it returns PLUMB_SINGULAR if the matrix is
   * singular. `solve` solves with it in place: w has nv numbers, e has nl, and mu has nl if the matrix is stabilised,
   * else it is NULL. Slots are released at the end of the run, if not before. */
  int (*factor)(const plumb_system *s, int slot, const plumb_point *at, const plumb_blend *blend);
  int (*solve)(const plumb_system *s, int slot, double *w, double *e, double *mu);
  int (*release)(const plumb_system *s, int slot);

  /* These functions are of the chart theta -> q [+] theta around q. In their order they give the chart itself, its
   * inverse, theta' for the velocity v, T(theta) u for theta' = u, (d theta'/dv)^T p, and ad*_v p. On vector spaces
   * these are q + theta, q1 - q, v, u, p and 0. */
  int (*retract)(const plumb_system *s, const double *q, const double *theta, double *q1);
  int (*local)(const plumb_system *s, const double *q, const double *q1, double *theta);
  int (*chart_rate)(const plumb_system *s, const double *q, const double *theta, const double *v, double *rate);
  int (*chart_tangent)(const plumb_system *s, const double *q, const double *theta, const double *u, double *out);
  int (*chart_momentum)(const plumb_system *s, const double *q, const double *theta, const double *p, double *out);
  int (*coadjoint)(const plumb_system *s, const double *v, const double *p, double *out);

  /* With these, Newton's iteration ends as it does in Plumb's own methods, with the user's tolerance, norm and limit on
   * iterations. Call `begin_iteration` once. Then call `judge` after every correction with the size of the increment,
   * or before it with the size of the residual (tests_residual), and with the size of what it changes. It returns
   * PLUMB_ITERATE, PLUMB_OK, or why the iteration failed. `norm` measures one or two vectors as one; y may be NULL with
   * ny = 0. */
  int (*begin_iteration)(const plumb_system *s);
  int (*judge)(const plumb_system *s, double size, double scale, const char *what);
  double (*norm)(const plumb_system *s, const double *x, int nx, const double *y, int ny);

  int (*count)(const plumb_system *s, int counter, long number); /* adds `number` to a plumb_counter */
  int (*fail)(const plumb_system *s, int status, const char *reason); /* returns status, and remembers the reason */

  /* These are `factor`, `solve` and `release` with complex weights, which coupled stages need in the eigenvectors of
   * their coefficients. Their slots are others than those of real factorisations. */
  int (*factor_complex)(const plumb_system *s, int slot, const plumb_point *at, const plumb_complex_blend *blend);
  int (*solve_complex)(const plumb_system *s, int slot, plumb_complex *w, plumb_complex *e, plumb_complex *mu);
  int (*release_complex)(const plumb_system *s, int slot);

  /* These give the dense linearisation, for methods that assemble a matrix of all stages. Small systems offer it;
   * others return PLUMB_UNSUPPORTED. a and lambda occur in K and Z; NULL means zeros. */
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
  const char *default_value; /* a number as text, such as "1/2" */
  const char *unit;          /* SI; "-" if it has none */
  const char *meaning;
  double minimum, maximum;   /* there are no bounds if both are 0 */
} plumb_parameter;

/* The description of a method. Members may be 0 or NULL only where a comment says so. */
typedef struct plumb_method {
  int abi; /* PLUMB_METHOD_ABI */
  const char *name;
  const char *title;          /* for people; may be NULL */
  const char *source;         /* citation with equation or page; may be NULL */
  const char *forms;          /* the forms that it solves, of "ode index1 index2 index3 ggl projected" */
  int order;                  /* the claimed order of positions and velocities, 1 or more */
  int multiplier_order;       /* the claimed order of lambda; 0 if none is claimed */
  int vector_space_only;      /* the method does not work on rotations */
  int velocity_independent_only; /* accelerations must not depend on velocities */
  int parameter_count;
  const plumb_parameter *parameters;
  /* Returns why values that are allowed one by one make no method together, or NULL. The pointer may be NULL. */
  const char *(*check)(const double *parameters);
  /* These return the numbers of doubles in `memory` and in `work`. A pointer may be NULL, which means none. */
  long (*memory)(const plumb_sizes *sizes, const double *parameters);
  long (*work)(const plumb_sizes *sizes, const double *parameters);
  /* Prepares the memory at t for steps of size h. */
  int (*start)(const plumb_system *s, double t, double h, plumb_state *x);
  /* Takes x from t to t + h, in place. */
  int (*step)(const plumb_system *s, double t, double h, plumb_state *x);
} plumb_method;

#if defined(__GNUC__)
#define PLUMB_EXPORT __attribute__((visibility("default")))
#else
#define PLUMB_EXPORT
#endif

/* The only function that the library exports. What it returns lives as long as the library. */
PLUMB_EXPORT const plumb_method *plumb_method_entry(void);

#ifdef __cplusplus
}
#endif

#endif
