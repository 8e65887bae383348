/* plumb.h: mechanical problems and certified references, for integrators in any language that calls C.
 *
 *   cc mine.c -lplumb
 *
 * plumb_open takes the name of a problem as on the command line ("two-link", "planar-chain(n=64)", "@mine.toml",
 * "@robot.urdf") and the name of a formulation. The equations of motion are
 *
 *   q' = v,   M(q) v' = f(t,q,v) - G(t,q)^T lambda   [N, N m],   Phi(t,q) = 0,  G = dPhi/dq   [m, rad]
 *
 * and, as a first-order system, F(t, y, y') = 0 with y = (q, v, lambda), or y = (q, v, lambda, mu) in the formulation
 * ggl. Rotations are unit quaternions in q, with the angular velocity in body axes in v. q [+] w denotes the
 * configuration q after the displacement w (plumb_retract); on a vector space it is q + w.
 *
 * Vectors are arrays of doubles in SI units, whose sizes plumb_count returns; matrices are stored column by column.
 * Results must not overlap arguments. Unless stated otherwise, functions return a plumb_result, and plumb_error returns
 * the error message of the last call with this handle. Several threads may use one handle, one call at a time, and
 * different handles at the same time. Calls with a closed handle return PLUMB_MISUSED. No function writes to the
 * terminal, catches signals or ends the program. docs/library.md describes the whole interface; examples/library has
 * programs in C and Fortran. */
#ifndef PLUMB_H
#define PLUMB_H

/* Additions increase the minor number, incompatible changes the major number. libplumb.so.1 contains every 1.x. */
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
  PLUMB_FAILED_INSIDE = 3, /* out of memory, or an internal error of Plumb */
  PLUMB_NO_SOLUTION = 4    /* mass matrix and constraints are singular at this state */
};

/* The arguments `what` of plumb_count: sizes of vectors, and properties as numbers. */
enum plumb_what {
  PLUMB_Q = 0,           /* coordinates */
  PLUMB_V = 1,           /* velocities */
  PLUMB_LAMBDA = 2,      /* multipliers */
  PLUMB_Y = 3,           /* components of y */
  PLUMB_OUTPUTS = 4,     /* quantities that the problem computes */
  PLUMB_INVARIANTS = 5,  /* the energy, and other quantities that the exact motion conserves */
  PLUMB_REFERENCE = 6,   /* values of a reference at one time: q, v, a, lambda, outputs */
  PLUMB_INDEX = 7,       /* differentiation index of F; 0 for ordinary differential equations */
  PLUMB_HAS_RHS = 8,     /* 1 if the equations have the form y' = f(t, y) with y = (q, v), for plumb_rhs */
  PLUMB_VECTOR_SPACE = 9 /* 1 if q [+] v is q + v, and q' = v */
};

typedef struct plumb_problem plumb_problem;

/* plumb_api_version returns 1000 times the major number of the library's interface plus the minor number; plumb_version
 * returns a text such as "plumb 0.1.0 (commit)". */
PLUMB_API int plumb_api_version(void);
PLUMB_API const char *plumb_version(void);

/* Opens a problem and returns its handle. Returns NULL if there is no such problem or formulation; in the same thread,
 * plumb_error(NULL) then returns the reason. The default formulation (NULL or "") is the first one of the problem. */
PLUMB_API plumb_problem *plumb_open(const char *problem, const char *formulation);
PLUMB_API int plumb_close(plumb_problem *p);
/* Returns the error message of the last call with this handle, or "" if it succeeded. The text is valid until the next
 * call. */
PLUMB_API const char *plumb_error(const plumb_problem *p);

/* Returns the size or property `what`, a plumb_what; -1 if p or `what` is invalid. */
PLUMB_API int plumb_count(plumb_problem *p, int what);
/* Return the name, unit and meaning of component i (from 0) of PLUMB_Y, PLUMB_OUTPUTS, PLUMB_INVARIANTS or
 * PLUMB_REFERENCE; NULL if there is no such component. The texts are valid as long as p is open. */
PLUMB_API const char *plumb_name(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_unit(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_meaning(plumb_problem *p, int what, int i);
/* Gives the time of the initial state, and the problem's default end time [s]. */
PLUMB_API int plumb_times(plumb_problem *p, double *begin, double *end);

/* plumb_start gives the initial state with consistent accelerations and multipliers; plumb_start_y gives it as y and
 * y'. */
PLUMB_API int plumb_start(plumb_problem *p, double *q, double *v, double *a, double *lambda);
PLUMB_API int plumb_start_y(plumb_problem *p, double *y, double *dy);
/* Gives 1 for each component of y whose derivative occurs in F (differential), and 0 for the others (algebraic). */
PLUMB_API int plumb_differential(plumb_problem *p, double *out);

/* Give y' = f(t, y) with y = (q, v), and the Jacobian df/dy, if PLUMB_HAS_RHS is 1. Jacobians are exact to rounding. */
PLUMB_API int plumb_rhs(plumb_problem *p, double t, const double *y, double *dy);
PLUMB_API int plumb_rhs_jacobian(plumb_problem *p, double t, const double *y, double *jacobian);
/* plumb_residual gives F(t, y, y'). plumb_jacobian gives dF/dy + shift dF/dy' as a dense matrix, and
 * plumb_jacobian_entries as a compressed column matrix. Its pattern (number of entries, start of each column and the
 * end of the last one, row of each entry, all from 0) is the same for all states, and valid as long as p is open. */
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
/* a and lambda may be NULL. Then outputs that depend on them are NaN. */
PLUMB_API int plumb_outputs(plumb_problem *p, double t, const double *q, const double *v, const double *a,
                            const double *lambda, double *outputs);
PLUMB_API int plumb_invariants(plumb_problem *p, double t, const double *q, const double *v, double *invariants);
PLUMB_API int plumb_retract(plumb_problem *p, const double *q, const double *theta, double *q1); /* q1 = q [+] theta */
PLUMB_API int plumb_local(plumb_problem *p, const double *q, const double *q1, double *theta);   /* its inverse */

/* Gives the certified motion at n times. `values` and `digits` have PLUMB_REFERENCE numbers for each time, one time
 * after the other. Digits count from the leading digit of the value, or of its largest magnitude over the motion if
 * that is larger. If no digit is certified, `digits` is 0 and the value is NaN. The motion may have to be computed
 * first, which takes seconds. */
PLUMB_API int plumb_reference(plumb_problem *p, int n, const double *t, double *values, int *digits);
/* Writes component i (from 0) of the reference at t to `out`, which has `size` characters: a decimal with the certified
 * digits and two more, and a null terminator. */
PLUMB_API int plumb_reference_decimal(plumb_problem *p, double t, int i, char *out, int size);

/* Compares a motion at n ascending times with the certified motion. q, v, a and lambda have the states one time
 * after the other; a and lambda may be NULL. The callback receives each metric once, such as "re.q", with its unit
 * and its value. The value is NaN if the metric is undefined, for example because the reference has too few digits. */
typedef void (*plumb_tell)(void *context, const char *metric, const char *unit, double value);
PLUMB_API int plumb_errors(plumb_problem *p, int n, const double *t, const double *q, const double *v, const double *a,
                           const double *lambda, plumb_tell tell, void *context);

/* Give the initial state and the right-hand side in quadruple precision. Numbers are decimals as text; each result has
 * PLUMB_DECIMAL characters including the null terminator. */
#define PLUMB_DECIMAL 48
typedef char plumb_decimal[PLUMB_DECIMAL];
PLUMB_API int plumb_start_decimal(plumb_problem *p, plumb_decimal *y);
PLUMB_API int plumb_rhs_decimal(plumb_problem *p, const char *t, const char *const *y, plumb_decimal *dy);

#ifdef __cplusplus
}
#endif

#endif
