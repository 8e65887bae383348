#pragma once
// [[joint]], [[gear]] and [[driver]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

inline constexpr std::array<std::string_view, 2> coordinate_names = {"rotation", "translation"};

/// Reads the key "frame".
mbs::Frame frame_of(const MechanismItem& item, mbs::Frame fallback);
/// Reads a point, an axis and a reference; "frame" is "space" or "body", with `fallback` as the default.
mbs::Place place_of(const MechanismItem& item, mbs::Frame fallback);
/// The keys of a function of time.
inline constexpr std::array<std::string_view, 5> time_keys = {"polynomial", "sines", "from", "pieces", "table"};
/// Reads a function of time from its keys. Without any of these keys, the function is empty (0).
mbs::TimeFunction time_function_of(const MechanismItem& item);

// All functions below throw UsageError.
mbs::Joint joint_of(const MechanismItem& item);
/// Returns the limits of the joint's coordinate; nullopt if the joint has none.
std::optional<mbs::JointLimits> limits_of(const MechanismItem& joint);
mbs::Gear gear_of(const MechanismItem& item);
mbs::Driver driver_of(const MechanismItem& item);

}  // namespace plumb
