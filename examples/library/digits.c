/* The certified digits of a problem at its horizon:  cc digits.c -lplumb -o digits && ./digits two-link */
#include <plumb.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
  plumb_problem *p = plumb_open(count > 1 ? arguments[1] : "two-link", NULL);
  if (!p) return fprintf(stderr, "%s\n", plumb_error(NULL)), 2;
  const int n = plumb_count(p, PLUMB_REFERENCE);
  double begin, end, *values = malloc(n * sizeof *values);
  int *digits = malloc(n * sizeof *digits);
  plumb_times(p, &begin, &end);
  const int status = plumb_reference(p, 1, &end, values, digits);
  if (status != PLUMB_DONE) return fprintf(stderr, "%s\n", plumb_error(p)), status;
  for (int i = 0; i < n; ++i) {
    char decimal[PLUMB_DECIMAL];
    plumb_reference_decimal(p, end, i, decimal, sizeof decimal);
    printf("%-18s %-40s %2d\n", plumb_name(p, PLUMB_REFERENCE, i), decimal, digits[i]);
  }
  return plumb_close(p);
}
