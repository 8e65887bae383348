// The functions of interface/plumb.h, Plumb's C interface, for the equations of a problem.

#include <algorithm>
#include <limits>

#include "interface/plumb.h"
#include "library/calls.hpp"

using namespace plumb;

int plumb_start(plumb_problem* p, double* q, double* v, double* a, double* lambda) {
  return with(p, [&](OpenProblem& o) {
    const auto x = o.equations.start();
    const auto put = [](const Vec<double>& from, double* to) {
      if (to) std::copy(from.data(), from.data() + from.size(), to);
    };
    put(x.q, q), put(x.v, v), put(x.a, a), put(x.lambda, lambda);
  });
}

int plumb_start_y(plumb_problem* p, double* y, double* dy) {
  return with(p, [&](OpenProblem& o) {
    auto& e = o.equations;
    const int size = e.layout().size();
    e.first_order(e.t_begin(), e.start(), wanted(y, size, "y"), wanted(dy, size, "dy"));
  });
}

int plumb_differential(plumb_problem* p, double* out) {
  return with(p, [&](OpenProblem& o) {
    const auto flags = o.equations.differential();
    std::copy(flags.begin(), flags.end(), wanted(out, static_cast<int>(flags.size()), "out").begin());
  });
}

int plumb_rhs(plumb_problem* p, double t, const double* y, double* dy) {
  return with(p, [&](OpenProblem& o) {
    const int size = o.equations.sizes().q + o.equations.sizes().v;
    o.equations.rhs(t, input(y, size, "y"), wanted(dy, size, "dy"));
  });
}

int plumb_rhs_jacobian(plumb_problem* p, double t, const double* y, double* jacobian) {
  return with(p, [&](OpenProblem& o) {
    const int size = o.equations.sizes().q + o.equations.sizes().v;
    o.equations.rhs_jacobian(t, input(y, size, "y"), wanted(jacobian, size * size, "jacobian"));
  });
}

int plumb_residual(plumb_problem* p, double t, const double* y, const double* dy, double* residual) {
  return with(p, [&](OpenProblem& o) {
    const int size = o.equations.layout().size();
    o.equations.residual(t, input(y, size, "y"), input(dy, size, "dy"), wanted(residual, size, "residual"));
  });
}

int plumb_jacobian(plumb_problem* p, double t, const double* y, const double* dy, double shift, double* jacobian) {
  return with(p, [&](OpenProblem& o) {
    const int size = o.equations.layout().size();
    o.equations.residual_jacobian(t, input(y, size, "y"), input(dy, size, "dy"), shift,
                                  wanted(jacobian, size * size, "jacobian"));
  });
}

int plumb_jacobian_pattern(plumb_problem* p, int* entries, const int** starts, const int** rows) {
  return with(p, [&](OpenProblem& o) {
    const auto& pattern = o.equations.pattern();
    if (entries) *entries = static_cast<int>(pattern.rows.size());
    if (starts) *starts = pattern.starts.data();
    if (rows) *rows = pattern.rows.data();
  });
}

int plumb_jacobian_entries(plumb_problem* p, double t, const double* y, const double* dy, double shift,
                           double* entries) {
  return with(p, [&](OpenProblem& o) {
    const int size = o.equations.layout().size(), count = static_cast<int>(o.equations.pattern().rows.size());
    o.equations.sparse_jacobian(t, input(y, size, "y"), input(dy, size, "dy"), shift,
                                wanted(entries, count, "entries"));
  });
}

int plumb_mass_matrix(plumb_problem* p, const double* q, double* mass) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.mass_matrix(input(q, s.q, "q"), wanted(mass, s.v * s.v, "mass"));
  });
}

int plumb_force(plumb_problem* p, double t, const double* q, const double* v, double* force) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.force(t, input(q, s.q, "q"), input(v, s.v, "v"), wanted(force, s.v, "force"));
  });
}

int plumb_constraint(plumb_problem* p, double t, const double* q, double* phi) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.constraint(t, input(q, s.q, "q"), wanted(phi, s.lambda, "phi"));
  });
}

int plumb_constraint_rate(plumb_problem* p, double t, const double* q, const double* v, double* phi) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.constraint_rate(t, input(q, s.q, "q"), input(v, s.v, "v"), wanted(phi, s.lambda, "phi"));
  });
}

int plumb_constraint_bias(plumb_problem* p, double t, const double* q, const double* v, double* phi) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.constraint_bias(t, input(q, s.q, "q"), input(v, s.v, "v"), wanted(phi, s.lambda, "phi"));
  });
}

int plumb_constraint_jacobian(plumb_problem* p, double t, const double* q, double* jacobian) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.constraint_jacobian(t, input(q, s.q, "q"), wanted(jacobian, s.lambda * s.v, "jacobian"));
  });
}

int plumb_reaction(plumb_problem* p, double t, const double* q, const double* lambda, double* force) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.reaction(t, input(q, s.q, "q"), input(lambda, s.lambda, "lambda"), wanted(force, s.v, "force"));
  });
}

int plumb_acceleration(plumb_problem* p, double t, const double* q, const double* v, double* a, double* lambda) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.acceleration(t, input(q, s.q, "q"), input(v, s.v, "v"), wanted(a, s.v, "a"),
                             wanted(lambda, s.lambda, "lambda"));
  });
}

int plumb_outputs(plumb_problem* p, double t, const double* q, const double* v, const double* a, const double* lambda,
                  double* outputs) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    const auto vector = [](std::span<const double> from) {
      return Vec<double>(Eigen::Map<const Vec<double>>(from.data(), static_cast<Eigen::Index>(from.size())));
    };
    const auto optional = [&](const double* from, int size) {
      return from ? vector({from, static_cast<std::size_t>(size)})
                  : Vec<double>(Vec<double>::Constant(size, std::numeric_limits<double>::quiet_NaN()));
    };
    const Equations::State x{vector(input(q, s.q, "q")), vector(input(v, s.v, "v")), optional(a, s.v),
                             optional(lambda, s.lambda)};
    o.equations.outputs(t, x, wanted(outputs, static_cast<int>(o.outputs.size()), "outputs"));
  });
}

int plumb_invariants(plumb_problem* p, double t, const double* q, const double* v, double* invariants) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.invariants(t, input(q, s.q, "q"), input(v, s.v, "v"),
                           wanted(invariants, static_cast<int>(o.invariants.size()), "invariants"));
  });
}

int plumb_retract(plumb_problem* p, const double* q, const double* theta, double* q1) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.retract(input(q, s.q, "q"), input(theta, s.v, "theta"), wanted(q1, s.q, "q1"));
  });
}

int plumb_local(plumb_problem* p, const double* q, const double* q1, double* theta) {
  return with(p, [&](OpenProblem& o) {
    const auto s = o.equations.sizes();
    o.equations.local(input(q, s.q, "q"), input(q1, s.q, "q1"), wanted(theta, s.v, "theta"));
  });
}
