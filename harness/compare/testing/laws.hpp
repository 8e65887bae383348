#pragma once
// Consistency rules that the data of every page of a comparison must fulfil, for any methods.

#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// Returns the violations in the data of a page (`comparison_json`), one sentence each. Empty: none. The laws:
///
///   ranks     1 <= first <= last <= of <= number of methods at the goal; no rank without a cost; equal to the ranks in
///             the table of costs
///   costs     within their range, and only if `reach` is "measured" or "at its largest step"
///   orders    the verdict follows from order, expectation and window; q is superconvergent only with v, and v only
///             with q; equal to the table of orders
///   counts    the sum of cheaper, tie and dearer, and the goals reached, are at most the number of goals; the shares
///             of a profile are between 0 and 1 and do not fall
///   distributions  shares and limits of bands are between 0 and 1 and do not fall; low <= high
std::vector<std::string> broken_laws(const Json& page);

}  // namespace plumb
