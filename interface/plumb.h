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
 * Results never overlap arguments. Every function returns a plumb_result, and plumb_error tells in words what was wrong
 * in the last call with this handle. A handle may be used by several threads, one call after the other; several handles
 * are used at the same time. A handle that was closed is refused. No function writes to the terminal, catches signals or
 * ends the program. docs/library.md describes all of it; examples/library has programs in C and Fortran. */
#ifndef PLUMB_H
#define PLUMB_H

/* What is added makes the second number larger, what is changed the first: libplumb.so.1 has every 1.x. */
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

/* What there is a number of. */
enum plumb_what {
  PLUMB_Q = 0,           /* coordinates */
  PLUMB_V = 1,           /* velocities */
  PLUMB_LAMBDA = 2,      /* multipliers */
  PLUMB_Y = 3,           /* all of y */
  PLUMB_OUTPUTS = 4,     /* quantities that the problem tells */
  PLUMB_INVARIANTS = 5,  /* the energy, and what else the formulation keeps */
  PLUMB_REFERENCE = 6,   /* numbers of a reference at one time: q, v, a, lambda, outputs */
  PLUMB_INDEX = 7,       /* differentiation index of F: 0 of ordinary equations */
  PLUMB_HAS_RHS = 8,     /* 1: y' = F(t, y) of (q, v) exists */
  PLUMB_VECTOR_SPACE = 9 /* 1: q [+] v is q + v, and q' = v */
};

typedef struct plumb_problem plumb_problem;

/* 1000 times the major number and the minor one, of the library; and "plumb 0.1.0 (commit)". */
PLUMB_API int plumb_api_version(void);
PLUMB_API const char *plumb_version(void);

/* NULL where there is no such problem or formulation: plumb_error(NULL) says why, in the thread that asked. Without a
 * formulation (NULL or "") it is the problem's first. */
PLUMB_API plumb_problem *plumb_open(const char *problem, const char *formulation);
PLUMB_API int plumb_close(plumb_problem *p);
/* Of the last call with this handle, "" if it was done; it stays until the next one. */
PLUMB_API const char *plumb_error(const plumb_problem *p);

/* -1 where p or `what` is wrong. */
PLUMB_API int plumb_count(plumb_problem *p, int what);
/* Of number i (from 0) of PLUMB_Y, PLUMB_OUTPUTS, PLUMB_INVARIANTS or PLUMB_REFERENCE, as long as p is open; NULL where
 * there is none. */
PLUMB_API const char *plumb_name(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_unit(plumb_problem *p, int what, int i);
PLUMB_API const char *plumb_meaning(plumb_problem *p, int what, int i);
/* The time of the initial state, and the problem's usual horizon [s]. */
PLUMB_API int plumb_times(plumb_problem *p, double *begin, double *end);

/* The initial state, with consistent accelerations and multipliers; and the same as y and y'. */
PLUMB_API int plumb_start(plumb_problem *p, double *q, double *v, double *a, double *lambda);
PLUMB_API int plumb_start_y(plumb_problem *p, double *y, double *dy);
/* 1 of components of y whose derivatives stand in F, else 0. */
PLUMB_API int plumb_differential(plumb_problem *p, double *out);

/* y' = F(t, y) of y = (q, v), where PLUMB_HAS_RHS; and dF/dy. Jacobians are exact to rounding. */
PLUMB_API int plumb_rhs(plumb_problem *p, double t, const double *y, double *dy);
PLUMB_API int plumb_rhs_jacobian(plumb_problem *p, double t, const double *y, double *jacobian);
/* F(t, y, y'); and dF/dy + shift dF/dy', dense, or compressed by columns: its pattern, the same for all states, and its
 * entries. starts has one number more than y has. The pattern stays as long as p is open. */
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
/* v' and lambda of the index-1 equations; PLUMB_NO_SOLUTION. */
PLUMB_API int plumb_acceleration(plumb_problem *p, double t, const double *q, const double *v, double *a,
                                 double *lambda);
/* a and lambda may be NULL: outputs that need them are no numbers then. */
PLUMB_API int plumb_outputs(plumb_problem *p, double t, const double *q, const double *v, const double *a,
                            const double *lambda, double *outputs);
PLUMB_API int plumb_invariants(plumb_problem *p, double t, const double *q, const double *v, double *invariants);
PLUMB_API int plumb_retract(plumb_problem *p, const double *q, const double *theta, double *q1); /* q1 = q [+] theta */
PLUMB_API int plumb_local(plumb_problem *p, const double *q, const double *q1, double *theta);   /* its inverse */

/* The certified motion at n times: values and digits have n times PLUMB_REFERENCE numbers, time by time. Digits count
 * from the larger of the value and its largest magnitude over the motion; 0: none is certified, and the value is no
 * number. It may have to be computed first, which takes seconds. */
PLUMB_API int plumb_reference(plumb_problem *p, int n, const double *t, double *values, int *digits);
/* Number i of the reference at t as a decimal with all of its digits and two more, into `size` characters. */
PLUMB_API int plumb_reference_decimal(plumb_problem *p, double t, int i, char *out, int size);

/* The errors of a motion at n ascending times against the certified one: n times q and v, and accelerations and
 * multipliers if they are not NULL. `tell` is called once a metric, "re.q", with its unit and value; a value that is no
 * number is none (the reference has lost its digits, say). */
typedef void (*plumb_tell)(void *context, const char *metric, const char *unit, double value);
PLUMB_API int plumb_errors(plumb_problem *p, int n, const double *t, const double *q, const double *v, const double *a,
                           const double *lambda, plumb_tell tell, void *context);

/* The right-hand side and the start in quadruple precision: numbers are decimals, results of PLUMB_DECIMAL characters
 * with their end. */
#define PLUMB_DECIMAL 48
typedef char plumb_decimal[PLUMB_DECIMAL];
PLUMB_API int plumb_start_decimal(plumb_problem *p, plumb_decimal *y);
PLUMB_API int plumb_rhs_decimal(plumb_problem *p, const char *t, const char *const *y, plumb_decimal *dy);

#ifdef __cplusplus
}
#endif

#endif
