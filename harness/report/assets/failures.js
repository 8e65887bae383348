/* plumb report: groups of failed runs with equal reasons. */
plumb.failures = function (chosen) {
  'use strict';
  var runs = plumb.runs, words = runs.words, okay = words.status.values.indexOf('ok');
  // Reasons that differ only in their numbers count as equal.
  var patterns = words.reason.values.map(function (reason) { return reason.replace(/\d+(\.\d+)?(e[+-]?\d+)?/g, '#'); });
  var groups = new Map();
  for (var k = 0; k < chosen.length; ++k) {
    var i = chosen[k];
    if (words.status.of[i] === okay) continue;
    var key = words.status.of[i] + ' ' + patterns[words.reason.of[i]], known = groups.get(key);
    if (!known) groups.set(key, known = {run: i, count: 0, methods: new Set(), problems: new Set()});
    ++known.count;
    known.methods.add(words.method.of[i]);
    known.problems.add(words.problem.of[i]);
  }
  return Array.from(groups.values()).sort(function (a, b) { return b.count - a.count; }).map(function (g) {
    var reason = runs.word('reason', g.run);
    return {run: g.run, count: g.count, methods: g.methods.size, problems: g.problems.size, status: runs.word('status', g.run),
      reason: (reason || 'no reason given') + (g.count > 1 && /\d/.test(reason) ? ', and similar' : '')};
  });
};
