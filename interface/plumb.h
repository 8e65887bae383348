/* plumb.h: mechanical problems and certified references, for integrators in any language that calls C.
 *
 *   cc mine.c -lplumb
 *
 * plumb_open takes the text that the command line takes ("two-link", "planar-chain(n=64)", "@mine.toml", "@robot.urdf")
 * and a formulation. The equations of motion are
 *
 *   q' = v,   M(q) v' = f(t,q,v) - G(t,q)^T lambda   [N, N m],   Phi(t,q) = 0,  G = dPhi/dq   [m, rad]
 *
 * and, of first order, F(t, y, y') = 0 with y = (q, v, lambda), with the formulation ggl y = (q, v, lambda, mu). The
 * configuration of rotations is unit quaternions in q, their velocity that of the body in v; [+] moves them.
 *
 * Vectors are arrays of doubles in SI units, with as many numbers as plumb_count says; matrices lie column by column.
 * Results must not overlap arguments. Every function returns a plumb_result, and plumb_error says in words what was
 * wrong in the last call with this handle. Several threads may use one handle, one call after the other, and several
 * handles at the same time. A handle that was closed is refused. No function writes to the terminal, catches signals or
 * ends the program. docs/library.md describes all of it; examples/library has programs in C and Fortran. */
#ifndef PLUMB_H
#define PLUMB_H

/* Additions make the second number larger, changes the first: libplumb.so.1 has every 1.x. */
#define PLUMB_API_MAJOR 1
#define PLUMB_API_MINOR 0

#if defined(__GNUC__)
#define PLUMB_API __attribute__((visibility("default")))
#else
#define PLUMB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum plumb_result {
  PLUMB_DONE = 0,
  PLUMB_MISUSED = 2,       /* a wrong argument: an unknown name, a NULL, a time before the start, a closed handle */
  PLUMB_FAILED_INSIDE = 3, /* no memory, or a mistake of Plumb's */
  PLUMB_NO_SOLUTION = 4    /* mass matrix and constraints are singular at this state */
};

/* The things that plumb_count counts, and properties that it tells as numbers. */
enum plumb_what {
  PLUMB_Q = 0,           /* coordinates */
  PLUMB_V = 1,           /* velocities */
  PLUMB_LAMBDA = 2,      /* multipliers */
  PLUMB_Y = 3,           /* all of y */
  PLUMB_OUTPUTS = 4,     /* quantities that the problem computes */
  PLUMB_INVARIANTS = 5,  /* the energy, and whatever else the formulation keeps */
  PLUMB_REFERENCE = 6,   /* numbers of a reference at one time: q, v, a, lambda, outputs */
  PLUMB_INDEX = 7,       /* differentiation index of F; 0 for ordinary equations */
  PLUMB_HAS_RHS = 8,     /* 1 if y' = F(t, y) of (q, v) exists */
  PLUMB_VECTOR_SPACE = 9 /* 1 if q [+] v is q + v, and q' = v */
};

typedef struct plumb_problem plumb_problem;

/* The first returns 1000 times the library's major number plus the minor one, the second "plumb 0.1.0 (commit)". */
PLUMB_API int plumb_api_version(void);
PLUMB_API const char *plumb_version(void);

/* Returns NULL if there is no such problem or formulation; plumb_error(NULL) then says why, in the thread that asked.
 * Without a formulation (NULL or "") the problem's first is opened. */
PLUMB_API plumb_problem *plumb_open(const char *problem, const char *formulation);
PLUMB_API int plumb_close(plumb_problem *p);
/* Returns the error of the last call with this handle, or "" if it was done. The text stays until the next call. */
PLUMB_API const char *plumb_error(const plumb_problem *p);

/* Returns -1 if p or `what` is wrong. */
PLUMB_API int plumb_count(plumb_problem *p, int what);
/* These describe number i (from 0) of PLUMB_Y, PLUMB_OUTPUTS, PLUMB_INVARIANTS or PLUMB_REFERENCE. The texts stay as
 * long as p is open. They are NULL if there is no such number. */
PLUMB_API const char *plumb_name(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_unit(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_meaning(plumb_problem *p, int what, int i);
/* Gives the time of the initial state, and the problem's usual horizon [s]. */
PLUMB_API int plumb_times(plumb_problem *p, double *begin, double *end);

/* The first gives the initial state with consistent accelerations and multipliers, the second the same as y and y'. */
PLUMB_API int plumb_start(plumb_problem *p, double *q, double *v, double *a, double *lambda);
PLUMB_API int plumb_start_y(plumb_problem *p, double *y, double *dy);
/* Gives 1 for components of y whose derivatives occur in F, else 0. */
PLUMB_API int plumb_differential(plumb_problem *p, double *out);

/* These give y' = F(t, y) of y = (q, v), and dF/dy, if PLUMB_HAS_RHS. Jacobians are exact to rounding. */
PLUMB_API int plumb_rhs(plumb_problem *p, double t, const double *y, double *dy);
PLUMB_API int plumb_rhs_jacobian(plumb_problem *p, double t, const double *y, double *jacobian);
/* These give F(t, y, y'), and dF/dy + shift dF/dy' either dense or compressed by columns. A compressed matrix has a
 * pattern, which is the same for all states and stays as long as p is open, and entries. `starts` has one number more
 * than y has. */
PLUMB_API int plumb_residual(plumb_problem *p, double t, const double *y, const double *dy, double *residual);
PLUMB_API int plumb_jacobian(plumb_problem *p, double t, const double *y, const double *dy, double shift,
                             double *jacobian);
PLUMB_API int plumb_jacobian_pattern(plumb_problem *p, int *entries, const int **starts, const int **rows);
PLUMB_API int plumb_jacobian_entries(plumb_problem *p, double t, const double *y, const double *dy, double shift,
                                     double *entries);

PLUMB_API int plumb_mass_matrix(plumb_problem *p, const double *q, double *mass);                        /* nv by nv */
PLUMB_API int plumb_force(plumb_problem *p, double t, const double *q, const double *v, double *force);  /* f */
PLUMB_API int plumb_constraint(plumb_problem *p, double t, const double *q, double *phi);                /* Phi */
PLUMB_API int plumb_constraint_rate(plumb_problem *p, double t, const double *q, const double *v, double *phi);
PLUMB_API int plumb_constraint_bias(plumb_problem *p, double t, const double *q, const double *v, double *phi);
PLUMB_API int plumb_constraint_jacobian(plumb_problem *p, double t, const double *q, double *jacobian);  /* nl by nv */
PLUMB_API int plumb_reaction(plumb_problem *p, double t, const double *q, const double *lambda, double *force);
/* Gives v' and lambda of the index-1 equations; returns PLUMB_NO_SOLUTION if these are singular. */
PLUMB_API int plumb_acceleration(plumb_problem *p, double t, const double *q, const double *v, double *a,
                                 double *lambda);
/* a and lambda may be NULL. Then outputs that need them are not numbers. */
PLUMB_API int plumb_outputs(plumb_problem *p, double t, const double *q, const double *v, const double *a,
                            const double *lambda, double *outputs);
PLUMB_API int plumb_invariants(plumb_problem *p, double t, const double *q, const double *v, double *invariants);
PLUMB_API int plumb_retract(plumb_problem *p, const double *q, const double *theta, double *q1); /* q1 = q [+] theta */
PLUMB_API int plumb_local(plumb_problem *p, const double *q, const double *q1, double *theta);   /* its inverse */

/* Gives the certified motion at n times. `values` and `digits` have n times PLUMB_REFERENCE numbers, time by time.
 * Digits count from the larger of the value and its largest magnitude over the motion. With 0 digits nothing is
 * certified, and the value is not a number. The motion may have to be computed first, which takes seconds. */
PLUMB_API int plumb_reference(plumb_problem *p, int n, const double *t, double *values, int *digits);
/* Writes number i of the reference at t into `size` characters, as a decimal with all of its digits and two more. */
PLUMB_API int plumb_reference_decimal(plumb_problem *p, double t, int i, char *out, int size);

/* Compares a motion at n ascending times with the certified one: n times q and v, and accelerations and multipliers if
 * they are not NULL. `tell` is called once for each metric, such as "re.q", with its unit and its value. The value is
 * not a number if there is none, because the reference has lost its digits, say. */
typedef void (*plumb_tell)(void *context, const char *metric, const char *unit, double value);
PLUMB_API int plumb_errors(plumb_problem *p, int n, const double *t, const double *q, const double *v, const double *a,
                           const double *lambda, plumb_tell tell, void *context);

/* These give the right-hand side and the start in quadruple precision. Numbers are decimals; results have PLUMB_DECIMAL
 * characters with their end. */
#define PLUMB_DECIMAL 48
typedef char plumb_decimal[PLUMB_DECIMAL];
PLUMB_API int plumb_start_decimal(plumb_problem *p, plumb_decimal *y);
PLUMB_API int plumb_rhs_decimal(plumb_problem *p, const char *t, const char *const *y, plumb_decimal *dy);

#ifdef __cplusplus
}
#endif

#endif
