// Faults in the constraints and in Newton matrices, inserted into copies of a sound system. Faults that give wrong
// results must fail the order test; faults of the matrix must increase the number of iterations.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using Sound = DrivenPendulum<quad>;

// ---- faults of a model

struct WrongSign : Sound {
  void jacobian(const quad& t, const V& q, Mat<quad, 1, 2>& g) const {
    Sound::jacobian(t, q, g);
    g = -g;
  }
};
struct WithoutBias : Sound {
  void bias(const quad&, const V&, const V&, L& g) const { g.setZero(); }
};
struct WithoutTimeDerivative : Sound {
  void constraint_time(const quad&, const V&, L& g) const { g.setZero(); }
};
// The derivative ∂(Gᵀλ)/∂q is left out.
struct WithoutGeometricStiffness : Sound {
  void tangents(const quad& t, const V& q, const V& v, const V& a, const L& lambda, Mat<quad, 2>& k,
                Mat<quad, 2>& d) const {
    Sound::tangents(t, q, v, a, lambda, k, d);
    k.setZero();
  }
};
struct WithoutDamping : Sound {
  void tangents(const quad& t, const V& q, const V& v, const V& a, const L& lambda, Mat<quad, 2>& k,
                Mat<quad, 2>& d) const {
    Sound::tangents(t, q, v, a, lambda, k, d);
    d.setZero();
  }
};
struct WithoutRateTangent : Sound {
  void jacobian_tangent(const quad&, const V&, const V&, Mat<quad, 1, 2>& k) const { k.setZero(); }
};

// ---- faults of a factorisation

// The position rows and the derivatives of velocity rows by q have one power of h too many.
struct AnotherPowerOfH : SmallSystem<Sound> {
  using SmallSystem::SmallSystem;
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<SmallSystem<Sound>>& point, Blend<Entry> b) {
    b.position *= b.damping;
    b.rate *= b.damping;
    return SmallSystem::factor(f, point, b);
  }
};
// The constraint rows are computed at the configuration of the columns, not at the given configuration q_rows.
struct RowsOfTheColumns : SmallSystem<Sound> {
  using SmallSystem::SmallSystem;
  template <class Entry>
  bool factor(Factors<Entry>& f, PointOf<SmallSystem<Sound>> point, const Blend<Entry>& b) {
    point.t_rows = nullptr;
    point.q_rows = nullptr;
    return SmallSystem::factor(f, point, b);
  }
};

// Only every eighth factorisation is computed; the seven calls after it, also in later steps, keep the old factors.
struct KeptTooLong : SmallSystem<Sound> {
  using SmallSystem::SmallSystem;
  int calls = 0;
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<SmallSystem<Sound>>& point, const Blend<Entry>& b) {
    return calls++ % 8 != 0 || SmallSystem::factor(f, point, b);
  }
};

struct Seen {
  bool ok = false;
  quad error = 0;         // error of q at the end of the run
  double iterations = 0;  // Newton iterations per step
};

template <class System>
Seen run(const Method& method, System system, int steps) {
  AnySystem<quad> erased{std::move(system)};
  const auto stepper = method.in_quad(erased, options_of(method));
  auto x = driven_pendulum().begin();
  const auto result = integrate(*stepper, x, driven_pendulum().horizon(), steps, [](int, const auto&) {});
  Seen seen;
  seen.ok = result.status == Status::ok;
  seen.error = (x.q - driven_pendulum().at_end().q).norm();
  seen.iterations = static_cast<double>(*stepper->counters().newton_iterations) / steps;
  return seen;
}

/// Returns whether the observed order of q equals the order on the sound system, within 0.1.
template <class Make>
bool preserves_order(const Method& method, Make make, Form form) {
  constexpr int n = 96;
  const auto slope = [&](auto coarse, auto fine) {
    return coarse.ok && fine.ok ? static_cast<double>(log2(coarse.error / fine.error)) : NAN;
  };
  const double sound =
      slope(run(method, SmallSystem<Sound>(Sound{}, form), n), run(method, SmallSystem<Sound>(Sound{}, form), 2 * n));
  const double seeded = slope(run(method, make(form), n), run(method, make(form), 2 * n));
  EXPECT_TRUE(std::isfinite(sound)) << method.info.name << " " << name(form);
  return std::abs(seeded - sound) <= order_tolerance;
}

template <class Model>
auto of_model() {
  return [](Form form) { return SmallSystem<Model>(Model{}, form); };
}

TEST(ConstrainedFaults, WrongEquationsFailTheOrderTest) {
  for (const auto* name : {"radau-iia", "bdf3", "esdirk324l2sa"})
    for (const auto form : constrained_forms) {
      SCOPED_TRACE(std::string(name) + " " + std::string(plumb::name(form)));
      EXPECT_FALSE(preserves_order(catalogued_method(name), of_model<WrongSign>(), form)) << "sign of a row";
      if (imposes_accelerations(form)) {
        EXPECT_FALSE(preserves_order(catalogued_method(name), of_model<WithoutBias>(), form)) << "bias";
      }
      if (imposes_velocities(form)) {
        EXPECT_FALSE(preserves_order(catalogued_method(name), of_model<WithoutTimeDerivative>(), form)) << "dΦ/dt";
      }
    }
  EXPECT_FALSE(preserves_order(catalogued_method("rattle"), of_model<WithoutTimeDerivative>(), Form::index3));
  EXPECT_FALSE(preserves_order(catalogued_method("rattle"), of_model<WrongSign>(), Form::index3));
  EXPECT_FALSE(preserves_order(catalogued_method("generalized-alpha"), of_model<WrongSign>(), Form::index3));
}

// The iterations in a step of 1/20: quadratic convergence needs six or seven for 33 digits, a wrong matrix ten and
// more.
template <class Make>
double iterations(std::string_view name, Make make, Form form, double solves) {
  const auto detected = run(catalogued_method(name), make(form), 20);
  return detected.ok ? detected.iterations / solves : NAN;
}

TEST(ConstrainedFaults, WrongMatricesShowInTheIterations) {
  struct Case {
    std::string_view method;
    Form form;
    double solves;  // number of nonlinear systems in a step, by which iteration counts are divided
  };
  const auto sound = of_model<Sound>();
  const auto expect_slower = [&](const Case& c, auto make, const char* fault) {
    SCOPED_TRACE(std::string(c.method) + " " + std::string(name(c.form)) + ": " + fault);
    EXPECT_LE(iterations(c.method, sound, c.form, c.solves), 7.5);
    const double slower = iterations(c.method, make, c.form, c.solves);
    EXPECT_FALSE(slower < 9);  // NaN if the run failed
  };
  const Case everywhere[] = {{"radau-iia", Form::index2, 1},        {"implicit-euler", Form::index2, 1},
                             {"implicit-euler", Form::index3, 1},   {"bdf2", Form::index1, 1},
                             {"radau-iia", Form::index3, 1},        {"radau-iia", Form::index1, 1},
                             {"generalized-alpha", Form::index3, 1}};
  for (const auto& c : everywhere) expect_slower(c, of_model<WithoutGeometricStiffness>(), "geometric stiffness");
  for (const auto& c : everywhere) expect_slower(c, of_model<WithoutDamping>(), "damping");
  for (const auto form : {Form::index1, Form::index2}) {
    expect_slower({"radau-iia", form, 1}, of_model<WithoutRateTangent>(), "tangent of G v or G a");
    expect_slower({"bdf2", form, 1}, of_model<WithoutRateTangent>(), "tangent of G v or G a");
  }
  expect_slower({"rattle", Form::index3, 2}, of_model<WithoutDamping>(), "damping of the second half");
  expect_slower(
      {"implicit-euler", Form::index3, 1}, [](Form f) { return AnotherPowerOfH(Sound{}, f); }, "power of h");
  expect_slower(
      {"implicit-euler", Form::index2, 1}, [](Form f) { return AnotherPowerOfH(Sound{}, f); }, "power of h");
  for (const char* method : {"implicit-euler", "generalized-alpha"})
    expect_slower(
        {method, Form::index3, 1}, [](Form f) { return KeptTooLong(Sound{}, f); }, "kept too long");
  expect_slower(
      {"rattle", Form::index3, 2}, [](Form f) { return RowsOfTheColumns(Sound{}, f); }, "rows");
}

}  // namespace
}  // namespace plumb
