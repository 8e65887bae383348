// The equations of a problem, as functions of numpy arrays.

#include "harness/api/api.hpp"
#include "harness/cell/problem_file.hpp"
#include "python/module/conversion.hpp"
#include "python/module/interruptible.hpp"
#include "python/module/module.hpp"
#include "python/module/signature.hpp"
#include "text/selector.hpp"

namespace plumb::python {
namespace {

py::list listed(const std::vector<Quantified>& all) {
  py::list out;
  for (const auto& one : all) out.append(py::make_tuple(one.name, one.unit, one.meaning));
  return out;
}

/// The equations of a problem. The sizes of arguments are checked. Members may be called only with the interpreter's
/// lock.
class Problem {
 public:
  explicit Problem(const std::string& text, const std::string& formulation)
      : e(text, formulation), n(e.sizes()), size(e.layout().size()) {}

  Array rhs(double t, const Array& y) {
    auto out = new_array(n.q + n.v);
    e.rhs(t, numbers_of(y, n.q + n.v, "y"), numbers(out));
    return out;
  }
  Matrix rhs_jacobian(double t, const Array& y) {
    auto out = new_matrix(n.q + n.v, n.q + n.v);
    e.rhs_jacobian(t, numbers_of(y, n.q + n.v, "y"), numbers(out));
    return out;
  }
  Array residual(double t, const Array& y, const Array& dy) {
    auto out = new_array(size);
    e.residual(t, numbers_of(y, size, "y"), numbers_of(dy, size, "dy"), numbers(out));
    return out;
  }
  Matrix jacobian(double t, const Array& y, const Array& dy, double shift) {
    auto out = new_matrix(size, size);
    e.residual_jacobian(t, numbers_of(y, size, "y"), numbers_of(dy, size, "dy"), shift, numbers(out));
    return out;
  }
  py::tuple sparse_jacobian(double t, const Array& y, const Array& dy, double shift) {
    const auto& pattern = e.pattern();
    auto out = new_array(static_cast<int>(pattern.rows.size()));
    e.sparse_jacobian(t, numbers_of(y, size, "y"), numbers_of(dy, size, "dy"), shift, numbers(out));
    return py::make_tuple(out, py::cast(pattern.rows), py::cast(pattern.starts), size);
  }
  py::dict start() const {
    const auto x = e.start();
    py::dict out;
    const auto put = [&](const char* name, const Vec<double>& from) {
      out[name] = array_of({from.data(), static_cast<std::size_t>(from.size())});
    };
    put("q", x.q), put("v", x.v), put("a", x.a), put("lam", x.lambda);
    return out;
  }
  py::tuple first_order_start() {
    auto y = new_array(size), dy = new_array(size);
    e.first_order(e.t_begin(), e.start(), numbers(y), numbers(dy));
    return py::make_tuple(y, dy);
  }
  Matrix mass_matrix(const Array& q) {
    auto out = new_matrix(n.v, n.v);
    e.mass_matrix(numbers_of(q, n.q, "q"), numbers(out));
    return out;
  }
  Matrix constraint_jacobian(double t, const Array& q) {
    auto out = new_matrix(n.lambda, n.v);
    e.constraint_jacobian(t, numbers_of(q, n.q, "q"), numbers(out));
    return out;
  }
  Array force(double t, const Array& q, const Array& v) {
    auto out = new_array(n.v);
    e.force(t, numbers_of(q, n.q, "q"), numbers_of(v, n.v, "v"), numbers(out));
    return out;
  }
  Array constraint(double t, const Array& q) {
    auto out = new_array(n.lambda);
    e.constraint(t, numbers_of(q, n.q, "q"), numbers(out));
    return out;
  }
  Array constraint_rate(double t, const Array& q, const Array& v) {
    auto out = new_array(n.lambda);
    e.constraint_rate(t, numbers_of(q, n.q, "q"), numbers_of(v, n.v, "v"), numbers(out));
    return out;
  }
  Array constraint_bias(double t, const Array& q, const Array& v) {
    auto out = new_array(n.lambda);
    e.constraint_bias(t, numbers_of(q, n.q, "q"), numbers_of(v, n.v, "v"), numbers(out));
    return out;
  }
  Array reaction(double t, const Array& q, const Array& lam) {
    auto out = new_array(n.v);
    e.reaction(t, numbers_of(q, n.q, "q"), numbers_of(lam, n.lambda, "lam"), numbers(out));
    return out;
  }
  py::tuple acceleration(double t, const Array& q, const Array& v) {
    auto a = new_array(n.v), lam = new_array(n.lambda);
    e.acceleration(t, numbers_of(q, n.q, "q"), numbers_of(v, n.v, "v"), numbers(a), numbers(lam));
    return py::make_tuple(a, lam);
  }
  Array outputs(double t, const Array& q, const Array& v, const std::optional<Array>& a,
                const std::optional<Array>& lam) {
    const auto vector = [](std::span<const double> from) {
      return Vec<double>(Eigen::Map<const Vec<double>>(from.data(), static_cast<Eigen::Index>(from.size())));
    };
    const auto optional = [&](const std::optional<Array>& from, int count, const char* label) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      return from ? vector(numbers_of(*from, count, label)) : Vec<double>(Vec<double>::Constant(count, none));
    };
    const Equations::State x{vector(numbers_of(q, n.q, "q")), vector(numbers_of(v, n.v, "v")), optional(a, n.v, "a"),
                             optional(lam, n.lambda, "lam")};
    auto out = new_array(static_cast<int>(e.formulated().problem.outputs.size()));
    e.outputs(t, x, numbers(out));
    return out;
  }
  Array invariants(double t, const Array& q, const Array& v) {
    auto out = new_array(1 + static_cast<int>(e.formulated().formulation.invariants.size()));
    e.invariants(t, numbers_of(q, n.q, "q"), numbers_of(v, n.v, "v"), numbers(out));
    return out;
  }
  Array retract(const Array& q, const Array& theta) {
    auto out = new_array(n.q);
    e.retract(numbers_of(q, n.q, "q"), numbers_of(theta, n.v, "theta"), numbers(out));
    return out;
  }
  Array local(const Array& q, const Array& q1) {
    auto out = new_array(n.v);
    e.local(numbers_of(q, n.q, "q"), numbers_of(q1, n.q, "q1"), numbers(out));
    return out;
  }

  /// Returns for each time a list of (name, decimal, value, digits).
  py::list reference(const std::vector<double>& times, const py::object& progress) {
    const auto found = interruptible(
        {}, progress, {}, [&](const Conduct& conduct) { return reference_at(e.formulated(), times, conduct); });
    if (!found.stopped_by.is_none()) raise(found.stopped_by);
    py::list out;
    for (const auto& at_time : found.value) {
      py::list values;
      for (const auto& one : at_time) values.append(py::make_tuple(one.name, one.decimal, one.value, one.digits));
      out.append(values);
    }
    return out;
  }

  /// Returns a list of (metric, unit, value, uncertainty), and a note.
  py::tuple errors(const std::vector<double>& t, const Array& q, const Array& v, const std::optional<Array>& a,
                   const std::optional<Array>& lam, const py::object& progress) {
    const ComputedMotion motion{
        .t = t,
        .q = rows_of(q, t.size(), n.q, "q"),
        .v = rows_of(v, t.size(), n.v, "v"),
        .a = a ? rows_of(*a, t.size(), n.v, "a") : std::vector<std::vector<double>>{},
        .lambda = lam ? rows_of(*lam, t.size(), n.lambda, "lam") : std::vector<std::vector<double>>{}};
    const auto found = interruptible(
        {}, progress, {}, [&](const Conduct& conduct) { return motion_errors(e.formulated(), motion, conduct); });
    if (!found.stopped_by.is_none()) raise(found.stopped_by);
    py::list out;
    for (const auto& one : found.value.errors)
      out.append(py::make_tuple(one.name, one.unit, one.value, one.uncertainty));
    return py::make_tuple(out, found.value.note);
  }

  Equations e;
  const Sizes n;
  const int size;

 private:
  [[noreturn]] static void raise(const py::object& exception) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    throw py::error_already_set();
  }
};

using Bound = py::class_<Problem>;

void add_properties(Bound& bound) {
  bound
      .def_property_readonly(
          "name", [](const Problem& p) { return p.e.formulated().problem.name; }, "Name of the problem.")
      .def_property_readonly(
          "title", [](const Problem& p) { return p.e.formulated().problem.title; }, "Readable name.")
      .def_property_readonly(
          "source", [](const Problem& p) { return p.e.formulated().problem.source; }, "Citation.")
      .def_property_readonly(
          "data", [](const Problem& p) { return p.e.formulated().data.canonical(); },
          "Values of the parameters, as text.")
      .def_property_readonly(
          "formulation", [](const Problem& p) { return p.e.formulated().formulation.name; }, "Name of the formulation.")
      .def_property_readonly(
          "nq", [](const Problem& p) { return p.n.q; }, "Number of coordinates.")
      .def_property_readonly(
          "nv", [](const Problem& p) { return p.n.v; }, "Number of velocities.")
      .def_property_readonly(
          "nl", [](const Problem& p) { return p.n.lambda; }, "Number of multipliers.")
      .def_property_readonly(
          "ny", [](const Problem& p) { return p.size; }, "Length of y in F(t, y, y') = 0.")
      .def_property_readonly(
          "index", [](const Problem& p) { return p.e.index(); },
          "Differentiation index of F; 0: ordinary differential equations.")
      .def_property_readonly(
          "has_rhs", [](const Problem& p) { return p.e.has_rhs(); }, "Whether the explicit form y' = rhs(t, y) exists.")
      .def_property_readonly(
          "vector_space", [](Problem& p) { return p.e.vector_space(); }, "Whether q [+] theta is q + theta.")
      .def_property_readonly(
          "conservative", [](Problem& p) { return p.e.conservative(); }, "Whether the energy is constant.")
      .def_property_readonly(
          "t_begin", [](const Problem& p) { return p.e.t_begin(); }, "Initial time [s].");
}

void add_lists(Bound& bound) {
  bound
      .def_property_readonly(
          "t_end", [](const Problem& p) { return p.e.t_end(); }, "Usual final time [s].")
      .def_property_readonly(
          "components", [](const Problem& p) { return listed(p.e.components()); },
          "(name, unit, meaning) of each component of y.")
      .def_property_readonly(
          "output_list", [](const Problem& p) { return listed(p.e.outputs()); },
          "(name, unit, meaning) of each output.")
      .def_property_readonly(
          "invariant_list", [](const Problem& p) { return listed(p.e.invariants()); },
          "(name, unit, meaning) of each invariant.")
      .def_property_readonly(
          "differential", [](const Problem& p) { return p.e.differential(); },
          "For each component of y: 1 if its derivative occurs in F, else 0.");
}

void add_functions(Bound& bound) {
  using namespace py::literals;
  define(bound, "start", &Problem::start);
  define(bound, "first_order_start", &Problem::first_order_start);
  define(bound, "rhs", &Problem::rhs, "t"_a, "y"_a);
  define(bound, "rhs_jacobian", &Problem::rhs_jacobian, "t"_a, "y"_a);
  define(bound, "residual", &Problem::residual, "t"_a, "y"_a, "dy"_a);
  define(bound, "jacobian", &Problem::jacobian, "t"_a, "y"_a, "dy"_a, "shift"_a);
  define(bound, "sparse_parts", &Problem::sparse_jacobian, "t"_a, "y"_a, "dy"_a, "shift"_a);
  define(bound, "mass_matrix", &Problem::mass_matrix, "q"_a);
  define(bound, "force", &Problem::force, "t"_a, "q"_a, "v"_a);
  define(bound, "constraint", &Problem::constraint, "t"_a, "q"_a);
  define(bound, "constraint_rate", &Problem::constraint_rate, "t"_a, "q"_a, "v"_a);
  define(bound, "constraint_bias", &Problem::constraint_bias, "t"_a, "q"_a, "v"_a);
  define(bound, "constraint_jacobian", &Problem::constraint_jacobian, "t"_a, "q"_a);
  define(bound, "reaction", &Problem::reaction, "t"_a, "q"_a, "lam"_a);
  define(bound, "acceleration", &Problem::acceleration, "t"_a, "q"_a, "v"_a);
  define(bound, "outputs", &Problem::outputs, "t"_a, "q"_a, "v"_a, "a"_a = py::none(), "lam"_a = py::none());
  define(bound, "invariants", &Problem::invariants, "t"_a, "q"_a, "v"_a);
  define(bound, "retract", &Problem::retract, "q"_a, "theta"_a);
  define(bound, "local", &Problem::local, "q"_a, "q1"_a);
}

void add_decimals(Bound& bound) {
  using namespace py::literals;
  define_with(
      bound, "rhs_decimal",
      "Returns `rhs` in quadruple precision.\n\nParameters\n----------\nt : str\n    Time as a decimal [s].\n"
      "y : list of str, length nq + nv\n    (q, v) as decimals [SI].\n\nReturns\n-------\nlist of str, length nq + nv\n"
      "    y' [SI], with 36 digits.\n\nRaises\n------\nSingularEquations\n    The equations are singular at this "
      "state.\n"
      "UsageError\n    `has_rhs` is False, a string is no number, or the length is wrong.",
      Keywords{}, [](Problem& p, const std::string& t, const std::vector<std::string>& y) { return p.e.rhs(t, y); },
      "t"_a, "y"_a);
  define_with(bound, "start_decimal",
              "Returns the initial state as decimals in quadruple precision.\n\nReturns\n-------\nlist of str\n"
              "    (q, v) at t_begin [SI], with 36 digits.",
              Keywords{}, [](const Problem& p) { return p.e.exact_start(); });
}

/// Adds the functions that `reference` and `errors` of plumb.Problem convert to tables.
void add_motions(Bound& bound) {
  using namespace py::literals;
  define_with(bound, "_reference_values",
              "Returns for each time t [s] a list of (name, decimal, value, number of certified digits).", Keywords{},
              &Problem::reference, "t"_a, "progress"_a = py::none());
  define_with(bound, "_error_list",
              "Returns a list of (metric, unit, value, uncertainty), and a note. Arrays have one row per time.",
              Keywords{}, &Problem::errors, "t"_a, "q"_a, "v"_a, "a"_a = py::none(), "lam"_a = py::none(),
              "progress"_a = py::none());
}

}  // namespace

void add_problem(py::module_& module) {
  using namespace py::literals;
  module.def(
      "provide_problem",
      [](const std::string& name, const std::string& text) {
        return Spec{provide_problem(name, text).name, {}}.text();
      },
      "name"_a, "text"_a);
  Bound bound(module, "Problem", "The equations of a problem; plumb.Problem describes them.");
  bound.def(py::init<const std::string&, const std::string&>(), "problem"_a, "formulation"_a = "");
  add_properties(bound);
  add_lists(bound);
  add_functions(bound);
  add_decimals(bound);
  add_motions(bound);
}

}  // namespace plumb::python
