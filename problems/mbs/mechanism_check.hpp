#pragma once
// The conditions that a description of a mechanism has to meet before it can become equations, whatever its
// configuration.

#include <stdexcept>
#include <string>

#include "contract/mistake.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

using enum Mistake;

/// A mistake in one item of a description; `item` is "body 'crank'", and the message begins with it.
struct MechanismMistake : std::invalid_argument {
  MechanismMistake(Mistake kind, std::string of, const std::string& message)
      : std::invalid_argument(of + ": " + message), code(kind), item(std::move(of)) {}
  Mistake code;
  std::string item;
};

/// Returns, for example, "joint 'pin'".
std::string item(std::string_view what, std::string_view name);

/// Returns a number as messages print it, "0.0015", whatever the locale.
std::string six_digits(double x);

/// Returns whether all components are 0.
bool vanishes(const Triple& x);

/// Says why no body has these entries of J (those of Body); it is empty if some body has them. Moments may be 0, as
/// those of points and lines are.
std::string why_no_inertia(const std::array<ExactNumber, 6>& inertia);
/// Says why these entries cannot be an inertia at all: one of the principal moments is negative.
std::string why_indefinite(const std::array<ExactNumber, 6>& inertia);

/// Returns the entries of J with 0 for the moments about an axis that are noise of a computation: they and the products
/// of inertia are at most 1e-12 of the trace. Where no body has this inertia, the trace of the mass at the distance
/// `length` counts too, which is the size of the mechanism [kg, m].
std::array<ExactNumber, 6> without_noise(const std::array<ExactNumber, 6>& inertia, double mass, double length);
/// Does so for all bodies of a mechanism.
void remove_noise_of_inertia(Mechanism& mechanism);

/// Throws MechanismMistake for the name of space, a mass that is negative, or an inertia that no body has.
void require_mass(const Body& body);

/// Throws MechanismMistake for names that occur twice in a list or are not known; masses that are negative; inertia
/// that no body has (a principal moment is negative, or exceeds the sum of the others where there is mass); joints and
/// springs between a body and itself; places that lack a point or an axis; directions of length 0; and drivers,
/// friction and outputs of a coordinate that a joint does not have.
void require_sound(const Mechanism& mechanism);

}  // namespace plumb::mbs
