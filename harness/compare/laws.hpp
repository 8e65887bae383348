#pragma once
// What holds of every comparison, whatever was compared: a page that breaks a law is wrong.

#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// What is impossible in the data of a page (`comparison_json`), a sentence each; empty: nothing. Looked at are
///
///   ranks     1 <= first <= last <= of <= methods that are ranked at the goal, and none without a known cost; the
///             table of costs says the same
///   costs     within their range, and of measured reach only
///   orders    the verdict follows from order, expectation and window; superconvergent in q with v, and the other way;
///             the table of orders says the same
///   counts    cheaper, tie and dearer sum to no more than the goals; so do the goals that are reached; the shares of a
///             profile rise from 0 to 1
std::vector<std::string> broken_laws(const Json& page);

}  // namespace plumb
