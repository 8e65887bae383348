/* Problems and certified errors in Octave (and MATLAB):  mkoctfile --mex plumb_mex.c -lplumb
 *
 *   y0 = plumb_mex (problem, formulation)           (q, v) of the start
 *   dy = plumb_mex (problem, formulation, t, y)     y' = F(t, y)
 *   e  = plumb_mex (problem, formulation, t, y, "re.q")    an error of a motion, a column of y a time */
#include <math.h>
#include <mex.h>
#include <plumb.h>
#include <string.h>

static plumb_problem *open;
static char opened[2][200];

static plumb_problem *problem_of(const mxArray *given[]) {
  char wanted[2][200];
  for (int i = 0; i < 2; ++i)
    if (mxGetString(given[i], wanted[i], sizeof wanted[i])) mexErrMsgTxt("a problem and a formulation, as texts");
  if (open && !memcmp(opened[0], wanted[0], sizeof opened[0]) && !strcmp(opened[1], wanted[1])) return open;
  plumb_close(open);
  if (!(open = plumb_open(wanted[0], wanted[1]))) mexErrMsgTxt(plumb_error(NULL));
  memcpy(opened, wanted, sizeof opened);
  return open;
}

static char metric[100];
static void tell(void *value, const char *name, const char *unit, double x) {
  (void)unit;
  if (!strcmp(metric, name)) *(double *)value = x;
}

void mexFunction(int results, mxArray *out[], int count, const mxArray *given[]) {
  (void)results;
  if (count < 2) mexErrMsgTxt("plumb_mex (problem, formulation, t, y, metric)");
  plumb_problem *p = problem_of(given);
  const int nq = plumb_count(p, PLUMB_Q), nv = plumb_count(p, PLUMB_V);
  if (count == 2) {
    out[0] = mxCreateDoubleMatrix(nq + nv, 1, mxREAL);
    plumb_start(p, mxGetPr(out[0]), mxGetPr(out[0]) + nq, NULL, NULL);
    return;
  }
  if (count < 4 || (int)mxGetM(given[3]) != nq + nv) mexErrMsgTxt("y has nq + nv rows");
  const double *t = mxGetPr(given[2]), *y = mxGetPr(given[3]);
  if (count == 4) {
    out[0] = mxCreateDoubleMatrix(nq + nv, 1, mxREAL);
    if (plumb_rhs(p, *t, y, mxGetPr(out[0])) != PLUMB_DONE) mexErrMsgTxt(plumb_error(p));
    return;
  }
  double value = NAN;
  mxGetString(given[4], metric, sizeof metric);
  const int n = (int)mxGetN(given[3]);
  double *q = mxMalloc(n * nq * sizeof *q), *v = mxMalloc(n * nv * sizeof *v);
  for (int i = 0; i < n; ++i) {
    memcpy(q + i * nq, y + i * (nq + nv), nq * sizeof *q);
    memcpy(v + i * nv, y + i * (nq + nv) + nq, nv * sizeof *v);
  }
  if (plumb_errors(p, n, t, q, v, NULL, NULL, tell, &value) != PLUMB_DONE) mexErrMsgTxt(plumb_error(p));
  out[0] = mxCreateDoubleScalar(value);
}
