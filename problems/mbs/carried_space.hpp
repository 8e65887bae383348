#pragma once
// The charts of carried sections (carried_sections.hpp), whose entries in q and v follow the entries of the bodies. The
// arguments `turns`, `turning` and `spins` are functions of the body index that return ϑ_a, ϑ_a' and ω_a in space.

#include <vector>

#include "problems/mbs/carried_sections.hpp"

namespace plumb::mbs {

template <class T>
class CarriedSpace {
 public:
  CarriedSpace(int bodies, std::vector<CarriedSection<T>> carried, so3::Chart<T> chart)
      : count(bodies), sections(std::move(carried)), rotations(chart) {}

  bool empty() const { return sections.empty(); }
  int size() const { return static_cast<int>(sections.size()); }

  template <class Turns>
  void retract(const Vec<T>& q, const Vec<T>& theta, Turns turns, Vec<T>& out) const {
    each(q, theta, turns, [&](const auto&, const SectionChart<T>& chart, int place) {
      out.template segment<3>(7 * place) =
          q.template segment<3>(7 * place) + chart.bend() + theta.template segment<3>(6 * place);
      out.template segment<4>(7 * place + 3) = chart.rotation();
    });
  }
  /// `turns` returns the rotations from the bodies of q to the bodies of q1.
  template <class Turns>
  void local(const Vec<T>& q, const Vec<T>& q1, Turns turns, Vec<T>& out) const {
    out.tail(6 * sections.size()).setZero();
    each(q, out, turns, [&](const auto&, SectionChart<T>& chart, int place) {
      const so3::Quaternion<T> there = q1.template segment<4>(7 * place + 3);
      out.template segment<3>(6 * place + 3) = chart.turn_to(there);
      out.template segment<3>(6 * place) =
          q1.template segment<3>(7 * place) - q.template segment<3>(7 * place) - chart.bend();
    });
  }
  template <class Turns, class Spins, class Turning>
  void rate(const Vec<T>& q, const Vec<T>& theta, Turns turns, const Vec<T>& u, Spins spins, Turning turning,
            Vec<T>& out) const {
    each(q, theta, turns, [&](const CarriedSection<T>& section, const SectionChart<T>& chart, int place) {
      out.template segment<6>(6 * place) =
          chart.rate(u.template segment<6>(6 * place), {section, spins}, Interpolated<T>(section, turning));
    });
  }
  template <class Turns, class Spins, class Turning>
  void velocity(const Vec<T>& q, const Vec<T>& theta, Turns turns, const Vec<T>& theta_rate, Spins spins,
                Turning turning, Vec<T>& out) const {
    each(q, theta, turns, [&](const CarriedSection<T>& section, const SectionChart<T>& chart, int place) {
      out.template segment<6>(6 * place) = chart.velocity(theta_rate.template segment<6>(6 * place), {section, spins},
                                                          Interpolated<T>(section, turning));
    });
  }
  /// Multiplies p by the transposed derivatives of θ' of all sections. Writes the products for the sections to `out`,
  /// and calls add(body, by_spin, by_turning) with the products for ω_a and ϑ_a' of each node's body.
  template <class Turns, class Add>
  void transposed(const Vec<T>& q, const Vec<T>& theta, Turns turns, const Vec<T>& p, Add add, Vec<T>& out) const {
    each(q, theta, turns, [&](const CarriedSection<T>& section, const SectionChart<T>& chart, int place) {
      const auto of = chart.transposed(p.template segment<6>(6 * place));
      out.template segment<6>(6 * place) = of.own;
      for (std::size_t a = 0; a < 3; ++a)
        add(section.bodies[a], Vector<T>(section.shape[a] * of.of_spin + section.slope[a] * of.of_spin_slope),
            Vector<T>(section.shape[a] * of.of_turning + section.slope[a] * of.of_turning_slope));
    });
  }

  /// Computes the displacements of the sections at q. `turned(body)` is the derivative of the rotation of a body, in
  /// space, with respect to its unknowns.
  template <class Turned>
  void moves(const Vec<T>& q, Turned turned, std::vector<CarriedMoves<T>>& out) const {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      const so3::Quaternion<T> lies = q.template segment<4>(7 * (count + static_cast<int>(s)) + 3);
      const Matrix<T> inverse = so3::matrix(lies).transpose();
      for (std::size_t a = 0; a < 3; ++a) {
        const Matrix<T> by_node = inverse * turned(sections[s].bodies[a]);
        out[s].turn[a] = sections[s].shape[a] * by_node;
        out[s].bend[a] = sections[s].slope[a] * by_node;
      }
    }
  }
  /// Computes the displacements of the sections if θ of the chart around `centre` is the unknown. `by_node(a, spin,
  /// turn)` writes the derivatives of ω_a and ϑ_a with respect to the unknowns of body a.
  template <class Turns, class ByNode>
  void chart_moves(const Vec<T>& centre, const Vec<T>& theta, Turns turns, ByNode by_node,
                   std::vector<CarriedMoves<T>>& out) const {
    each(centre, theta, turns, [&](const CarriedSection<T>& section, const SectionChart<T>& chart, int place) {
      out[static_cast<std::size_t>(place - count)] = chart.moves(section, nodes_of(section, by_node));
    });
  }
  /// Computes the displacements of the sections if velocities are the unknowns, with θ = θ_0 + weight θ'. Returns false
  /// if the equations are singular.
  template <class Turns, class Spins, class Turning, class ByNode>
  bool velocity_moves(const Vec<T>& centre, const Vec<T>& theta, Turns turns, const Vec<T>& u, Spins spins,
                      Turning turning, const T& weight, ByNode by_node, std::vector<CarriedMoves<T>>& out) const {
    bool regular = true;
    each(centre, theta, turns, [&](const CarriedSection<T>& section, const SectionChart<T>& chart, int place) {
      const MovedSection<T> moved(chart, u.template segment<3>(6 * place + 3), {section, spins}, {section, turning},
                                  weight);
      regular &= moved.take(section, nodes_of(section, by_node), out[static_cast<std::size_t>(place - count)]);
    });
    return regular;
  }

 private:
  template <class Turns, class Act>
  void each(const Vec<T>& q, const Vec<T>& theta, Turns turns, Act act) const {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      const int place = count + static_cast<int>(s);
      SectionChart<T> chart(rotations, q.template segment<4>(7 * place + 3), {sections[s], turns},
                            theta.template segment<3>(6 * place + 3));
      act(sections[s], chart, place);
    }
  }
  template <class ByNode>
  static NodeMoves<T> nodes_of(const CarriedSection<T>& section, ByNode by_node) {
    NodeMoves<T> out;
    for (std::size_t a = 0; a < 3; ++a) by_node(section.bodies[a], out.spin[a], out.turn[a]);
    return out;
  }

  int count;
  std::vector<CarriedSection<T>> sections;
  so3::Chart<T> rotations;
};

}  // namespace plumb::mbs
