// Known properties of particles on a sphere that can be tested without computing a motion, and the published initial
// values.

#include "problems/fekete/fekete.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/fekete/fekete_start.hpp"

namespace plumb {
namespace {

using System = AnySystem<quad>;

struct AtStart {
  const Problem& problem = catalogued_problem("fekete");
  Parameters data;
  System system;
  System::State x;

  explicit AtStart(const std::map<std::string, std::string>& overrides, const char* formulation = "index1")
      : data(problem.parameters, overrides),
        system(problem.in_quad.system(data, *problem.formulation(formulation))),
        x(initial_state(problem, data, *problem.formulation(formulation), system)) {}
};

// λ follows from 2 λ p·p = p·f + v·v, and from p_i·(p_i − p_j) = |p_i − p_j|²/2 on the sphere.
TEST(Fekete, MultipliersAreKnownOnTheSphere) {
  for (const char* n : {"2", "5", "20"}) {
    AtStart at({{"n", n}, {"spin", "0.7"}, {"shear", "-0.4"}});
    const int count = static_cast<int>(at.x.lambda.size());
    for (int i = 0; i < count; ++i) {
      const quad square = at.x.v.segment<3>(3 * i).squaredNorm();
      EXPECT_LT(abs(at.x.lambda[i] - (quad(count - 1) / 4 + square / 2)), 1e-31) << n << " " << i;
    }
  }
}

// Compares the first particle of each circle, and the multipliers, with the source (fekete.f). Its multipliers have the
// opposite sign.
TEST(Fekete, StartsAsPublished) {
  const AtStart at({});
  const double pi = std::acos(-1.);
  struct First {
    int particle;
    double longitude, latitude;
  };
  for (const auto& first : {First{0, 2 * pi / 3 + pi / 13, 3 * pi / 8}, First{3, 2 * pi / 7 + pi / 29, pi / 8},
                            First{10, 2 * pi / 6 + pi / 7, -2 * pi / 15}, First{16, pi / 17, -3 * pi / 10}}) {
    const Vec<double, 3> p = at.x.q.segment<3>(3 * first.particle).cast<double>();
    EXPECT_NEAR(p[0], std::cos(first.longitude) * std::cos(first.latitude), 1e-15);
    EXPECT_NEAR(p[1], std::sin(first.longitude) * std::cos(first.latitude), 1e-15);
    EXPECT_NEAR(p[2], std::sin(first.latitude), 1e-15);
  }
  EXPECT_EQ(at.x.v.cwiseAbs().maxCoeff(), 0);
  for (int i = 0; i < 20; ++i) EXPECT_LT(abs(at.x.lambda[i] - quad("4.75")), 1e-31);
}

// The repulsive forces have no total moment, so the angular momentum decays only by damping.
TEST(Fekete, MomentOfMomentumDecaysWithTheDamping) {
  AtStart at({{"n", "7"}, {"damping", "0.3"}, {"spin", "0.7"}, {"shear", "-0.4"}});
  Vec<quad, 3> moment = Vec<quad, 3>::Zero(), rate = moment;
  for (int i = 0; i < 7; ++i) {
    const Vec<quad, 3> p = at.x.q.segment<3>(3 * i);
    moment += p.cross(Vec<quad, 3>(at.x.v.segment<3>(3 * i)));
    rate += p.cross(Vec<quad, 3>(at.x.a.segment<3>(3 * i)));
  }
  EXPECT_GT(moment.norm(), 1);
  EXPECT_LT((rate + quad("0.3") * moment).norm(), 1e-30);
}

TEST(Fekete, AnyNumberOfParticlesHasPlaces) {
  for (int n = 2; n <= 40; ++n) {
    const auto q = sphere_start<double>(n, 0, 0).q;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) EXPECT_GT((q.segment<3>(3 * i) - q.segment<3>(3 * j)).norm(), 0.1) << n;
  }
  EXPECT_THROW(catalogued_problem("fekete").check(Parameters(catalogued_problem("fekete").parameters, {{"n", "2.5"}})),
               std::invalid_argument);
}

}  // namespace
}  // namespace plumb
