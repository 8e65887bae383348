# ctest -L slurm: `plumb slurm` on a cluster of its own; skipped where Debian's packages slurmctld, slurmd, slurm-client
# and munge are not installed.

find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND OR PLUMB_SANITIZED)
  return()
endif()

add_test(NAME slurm/cluster
  COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/slurm/slurm_test.py" "$<TARGET_FILE:plumb>")
set_tests_properties(slurm/cluster PROPERTIES LABELS slurm SKIP_RETURN_CODE 77 TIMEOUT 900 PROCESSORS 2
  ENVIRONMENT "PLUMB_CACHE=off;PYTHONDONTWRITEBYTECODE=1")
