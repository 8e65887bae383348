#pragma once
// Checks of the data of a mechanism that do not depend on its configuration. The equations require all of them.

#include <stdexcept>
#include <string>

#include "contract/mistake.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

using enum Mistake;

/// A mistake in one item of a description. `item` is, for example, "body 'crank'"; the message begins with it.
struct MechanismMistake : std::invalid_argument {
  MechanismMistake(Mistake kind, std::string of, const std::string& message)
      : std::invalid_argument(of + ": " + message), code(kind), item(std::move(of)) {}
  Mistake code;
  std::string item;
};

/// Returns, for example, "joint 'pin'".
std::string item(std::string_view label, std::string_view name);

/// Returns a number in the format of messages, "0.0015", independent of the locale.
std::string six_digits(double x);

/// Returns whether all components are 0.
bool vanishes(const Triple& x);

/// Returns the reason why no rigid body can have the inertia tensor with these entries (order as in Body); empty if a
/// body can. Moments may be 0, as for points and lines.
std::string why_no_inertia(const std::array<ExactNumber, 6>& inertia);
/// Returns a message if a principal moment of inertia is negative; empty otherwise.
std::string why_indefinite(const std::array<ExactNumber, 6>& inertia);

/// Returns the inertia tensor with the moment and the products of inertia of an axis set to 0 if all of them are
/// rounding noise, at most 1e-12 of the trace. If no rigid body can have this inertia, the limit is at least 1e-12 of
/// mass · length² [kg, m], where `length` is the size of the mechanism.
std::array<ExactNumber, 6> without_noise(const std::array<ExactNumber, 6>& inertia, double mass, double length);
/// Applies without_noise to all bodies of a mechanism.
void remove_noise_of_inertia(Mechanism& mechanism);

/// Throws MechanismMistake if the body is named "ground", or has a negative mass or an impossible inertia.
void require_mass(const Body& body);

/// Throws MechanismMistake for names that occur twice in a list or are undefined; negative masses; impossible inertia
/// (a principal moment is negative, or exceeds the sum of the others in a body with mass); joints and springs between a
/// body and itself; frames that lack a point or an axis; directions of length 0; and drivers, friction and outputs of a
/// coordinate that a joint does not have.
void require_sound(const Mechanism& mechanism);

}  // namespace plumb::mbs
