/* SUNDIALS IDA on the seven-body squeezer, stabilised (GGL), and its errors against the certified motion.
 *
 *   cc ida_squeezer.c -lplumb -lsundials_ida -lsundials_nvecserial -lm -o ida_squeezer */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <plumb.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { TIMES = 10 };

static int residual(realtype t, N_Vector y, N_Vector dy, N_Vector out, void *problem) {
  return plumb_residual(problem, t, NV_DATA_S(y), NV_DATA_S(dy), NV_DATA_S(out));
}
static int jacobian(realtype t, realtype shift, N_Vector y, N_Vector dy, N_Vector r, SUNMatrix j, void *problem,
                    N_Vector w1, N_Vector w2, N_Vector w3) {
  (void)r, (void)w1, (void)w2, (void)w3;
  return plumb_jacobian(problem, t, NV_DATA_S(y), NV_DATA_S(dy), shift, SM_DATA_D(j));
}
static void tell(void *context, const char *metric, const char *unit, double value) {
  (void)context;
  printf("%-12s %10.2e %s\n", metric, value, unit);
}

int main(void) {
  plumb_problem *p = plumb_open("squeezer", "ggl");
  if (!p) return fprintf(stderr, "%s\n", plumb_error(NULL)), 1;
  const int ny = plumb_count(p, PLUMB_Y), nq = plumb_count(p, PLUMB_Q), nv = plumb_count(p, PLUMB_V);
  double begin, end, times[TIMES], q[TIMES * nq], v[TIMES * nv];
  plumb_times(p, &begin, &end);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(ny, context), dy = N_VClone(y), id = N_VClone(y);
  plumb_start_y(p, NV_DATA_S(y), NV_DATA_S(dy));
  plumb_differential(p, NV_DATA_S(id));
  void *ida = IDACreate(context);
  SUNMatrix matrix = SUNDenseMatrix(ny, ny, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  IDAInit(ida, residual, begin, y, dy);
  /* Multipliers decide about no step: their rounding grows as 1/h, and the angles are what is wanted. */
  N_Vector absolute = N_VClone(y);
  for (int i = 0; i < ny; ++i) NV_Ith_S(absolute, i) = NV_Ith_S(id, i) > 0 ? 1e-9 : 1e2;
  IDASVtolerances(ida, 1e-9, absolute);
  IDASetUserData(ida, p);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, 100000);
  IDASetLinearSolver(ida, solver, matrix);
  IDASetJacFn(ida, jacobian);
  for (int i = 0; i < TIMES; ++i) {
    if (IDASolve(ida, begin + (end - begin) * (i + 1) / TIMES, &times[i], y, dy, IDA_NORMAL) < 0) return 1;
    for (int k = 0; k < nq; ++k) q[i * nq + k] = NV_Ith_S(y, k);
    for (int k = 0; k < nv; ++k) v[i * nv + k] = NV_Ith_S(y, nq + k);
  }
  const int status = plumb_errors(p, TIMES, times, q, v, NULL, NULL, tell, NULL);
  if (status != PLUMB_DONE) fprintf(stderr, "%s\n", plumb_error(p));
  return status;
}
