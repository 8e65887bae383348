#pragma once
// Laws of every comparison, for any methods. A page that violates one is wrong.

#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// Returns the violations in the data of a page (`comparison_json`), one sentence each. Empty: none. The laws:
///
///   ranks     1 <= first <= last <= of <= number of methods ranked at the goal, and none without a cost; equal to the
///             ranks in the table of costs
///   costs     within their range, and only for goals that are measured, or at the largest step
///   orders    the verdict follows from order, expectation and window; q is superconvergent only with v, and v only
///             with q; equal to the table of orders
///   counts    cheaper, tie and dearer sum to no more than the number of goals; so do the goals reached; the shares of
///             a profile rise from 0 to 1
std::vector<std::string> broken_laws(const Json& page);

}  // namespace plumb
