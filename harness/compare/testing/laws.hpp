#pragma once
// These laws hold for every comparison, whatever is compared. A page that breaks a law is wrong.

#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// Returns what is impossible in the data of a page (`comparison_json`), one sentence for each fault. Empty: nothing.
/// It looks at
///
///   ranks     1 <= first <= last <= of <= methods that are ranked at the goal, and none without a known cost; the
///             table of costs says the same
///   costs     they are within their range, and only goals that are measured, or at the largest step, have one
///   orders    the verdict follows from order, expectation and window; q is superconvergent only with v, and v only
///             with q; the table of orders says the same
///   counts    cheaper, tie and dearer sum to no more than the goals; so do the goals that are reached; the shares of a
///             profile rise from 0 to 1
std::vector<std::string> broken_laws(const Json& page);

}  // namespace plumb
