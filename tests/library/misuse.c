/* Tests how libplumb.so handles wrong arguments, closed handles, and the use of one handle by several threads. */
#include <math.h>
#include <plumb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(what)                                        \
  do {                                                       \
    if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1; \
  } while (0)

static plumb_problem *shared;
static double right[4];

static void *ask(void *wrong) {
  const double y[4] = {0.1, 0.2, 0.3, 0.4};
  double dy[4];
  for (int i = 0; i < 5000; ++i)
    if (plumb_rhs(shared, 0, y, dy) != PLUMB_DONE || memcmp(dy, right, sizeof dy) != 0) *(int *)wrong = 1;
  return NULL;
}

static void note(void *context, const char *metric, const char *unit, double value) {
  (void)unit;
  if (strcmp(metric, "rms.q") == 0) *(double *)context = value;
}

int main(void) {
  double y[4] = {0.1, 0.2, 0.3, 0.4}, dy[4], t[2] = {2, 1}, rms = 0;
  REQUIRE(plumb_api_version() == 1000 * PLUMB_API_MAJOR + PLUMB_API_MINOR);
  REQUIRE(strncmp(plumb_version(), "plumb ", 6) == 0);
  REQUIRE(plumb_open("two-lnk", NULL) == NULL && strstr(plumb_error(NULL), "two-link"));
  REQUIRE(plumb_open(NULL, NULL) == NULL && plumb_open("two-link", "index9") == NULL);

  plumb_problem *p = plumb_open("two-link", "ode");
  REQUIRE(p && plumb_count(p, PLUMB_Y) == 4 && plumb_count(p, PLUMB_HAS_RHS) == 1 && plumb_count(p, 77) == -1);
  REQUIRE(strcmp(plumb_name(p, PLUMB_Y, 3), "v2") == 0 && strcmp(plumb_unit(p, PLUMB_Y, 3), "rad/s") == 0);
  REQUIRE(!plumb_name(p, PLUMB_Y, 4) && !plumb_name(p, PLUMB_Y, -1) && !plumb_name(p, PLUMB_Q, 0));
  REQUIRE(plumb_rhs(p, 0, NULL, dy) == PLUMB_MISUSED && strstr(plumb_error(p), "y is NULL"));
  REQUIRE(plumb_rhs(p, 0, y, NULL) == PLUMB_MISUSED);
  REQUIRE(plumb_rhs(p, 0, y, dy) == PLUMB_DONE && strcmp(plumb_error(p), "") == 0);
  y[0] = NAN;
  REQUIRE(plumb_rhs(p, 0, y, right) == PLUMB_DONE || plumb_rhs(p, 0, y, right) == PLUMB_NO_SOLUTION);
  REQUIRE(plumb_errors(p, 1, &t[1], y, y + 2, NULL, NULL, note, &rms) == PLUMB_DONE && isnan(rms));
  y[0] = 0.1;
  REQUIRE(plumb_errors(p, 2, t, y, y, NULL, NULL, note, &rms) == PLUMB_MISUSED && strstr(plumb_error(p), "later"));
  t[0] = -1;
  REQUIRE(plumb_reference(p, 1, t, y, (int *)dy) == PLUMB_MISUSED && strstr(plumb_error(p), "-1"));
  plumb_decimal out[4];
  const char *const texts[4] = {"0.1", "0.2", "three", "0.4"};
  REQUIRE(plumb_rhs_decimal(p, "0", texts, out) == PLUMB_MISUSED);
  char exact[64];
  REQUIRE(plumb_reference_decimal(p, 0.1, 0, exact, sizeof exact) == PLUMB_DONE);
  const double never[3] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; ++i) {
    REQUIRE(plumb_reference(p, 1, &never[i], y, (int *)dy) == PLUMB_MISUSED && strstr(plumb_error(p), "finite"));
    REQUIRE(plumb_reference_decimal(p, never[i], 0, exact, sizeof exact) == PLUMB_MISUSED);
  }
  char small[4];
  REQUIRE(plumb_reference_decimal(p, 1, 0, small, sizeof small) == PLUMB_MISUSED);

  plumb_problem *constrained = plumb_open("pendulum", "index3");
  REQUIRE(constrained && plumb_count(constrained, PLUMB_INDEX) == 3);
  REQUIRE(plumb_rhs(constrained, 0, y, dy) == PLUMB_MISUSED && strstr(plumb_error(constrained), "residual"));
  REQUIRE(plumb_close(constrained) == PLUMB_DONE && plumb_close(constrained) == PLUMB_MISUSED);
  REQUIRE(plumb_rhs(constrained, 0, y, dy) == PLUMB_MISUSED && strstr(plumb_error(constrained), "closed"));
  REQUIRE(plumb_close(NULL) == PLUMB_MISUSED && plumb_count(NULL, PLUMB_Y) == -1);

  const double at[4] = {0.1, 0.2, 0.3, 0.4};
  REQUIRE(plumb_rhs(p, 0, at, right) == PLUMB_DONE);
  shared = p;
  int wrong = 0;
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, ask, &wrong);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  REQUIRE(!wrong);
  REQUIRE(plumb_close(p) == PLUMB_DONE);
  printf("misuse is told\n");
  return 0;
}
