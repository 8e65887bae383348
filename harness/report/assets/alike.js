/* plumb report: compares like with like. A column is a problem in one formulation. Within a column all runs have the
   same horizon, precision and settings, and each method is shown with its default parameters. */
plumb.alike = (function () {
  'use strict';
  var runs = plumb.runs, conditions = ['t_end', 'precision', 'settings'];
  // Methods that choose their steps are refined by their tolerances, so tolerances do not distinguish methods.
  var series = runs.words.method.values.map(function (name) {
    return name.replace(/\b[ra]tol=[^,)]*,?/g, '').replace(',)', ')').replace('()', '');
  });
  function base(name) { return name.split('(')[0]; }
  function group(list, key) {
    var out = new Map();
    list.forEach(function (x) {
      var k = key(x), known = out.get(k);
      if (known) known.push(x); else out.set(k, [x]);
    });
    return out;
  }
  function different(list, key) { return new Set(list.map(key)).size; }
  function seriesOf(i) { return series[runs.words.method.of[i]]; }
  function baseOf(i) { return base(seriesOf(i)); }
  // Returns the runs of the horizon and settings under which most methods ran; then those with most runs.
  function comparable(list) {
    var all = Array.from(group(list, function (i) {
      return conditions.map(function (w) { return runs.words[w].of[i]; }).join(' ');
    }).values());
    return all.map(function (one) { return {runs: one, methods: different(one, baseOf)}; }).sort(function (a, b) {
      return b.methods - a.methods || b.runs.length - a.runs.length;
    })[0].runs;
  }
  // Returns the variant that represents a method: its default parameters, or the parameters with most runs.
  function usualVariant(variants) {
    return variants.slice().sort(function (a, b) {
      return (a.name.indexOf('(') >= 0) - (b.name.indexOf('(') >= 0) || b.runs.length - a.runs.length || (a.name < b.name ? -1 : 1);
    })[0];
  }
  // Returns the points of a series from coarse to fine. A failed run has an infinite error; runs without an error are left out.
  function points(list, error, cost) {
    return list.map(function (i) {
      var ok = runs.word('status', i) === 'ok';
      return {run: i, ok: ok, error: ok ? error[i] : Infinity, cost: cost[i]};
    }).filter(function (p) { return p.error === p.error; }).sort(function (a, b) {
      return runs.step[b.run] - runs.step[a.run] || a.cost - b.cost;
    });
  }
  function between(a, b, share) { return a > 0 && b > 0 ? a * Math.pow(b / a, share) : a + share * (b - a); }
  // Returns the cost at which a series reaches an error: ln cost is linear in ln error between two runs.
  function costAt(list, target) {
    for (var k = 0; k < list.length; ++k) {
      if (!(list[k].error <= target) || (k + 1 < list.length && !(list[k + 1].error <= target))) continue;
      var fine = list[k], coarse = list[k - 1];
      if (!(fine.cost > 0)) return null;
      if (!coarse) return {kind: 'bound', value: fine.cost, run: fine.run};
      if (!isFinite(coarse.error) || !(coarse.cost > 0) || !(fine.error > 0)) return {kind: 'value', value: fine.cost, run: fine.run};
      var share = Math.log(coarse.error / target) / Math.log(coarse.error / fine.error);
      return {kind: 'value', value: between(coarse.cost, fine.cost, share), run: fine.run};
    }
    return null;
  }
  // Returns the error of a series at a cost, interpolated likewise.
  function errorAt(list, target) {
    var good = list.filter(function (p) { return p.ok && p.cost > 0; }).sort(function (a, b) { return a.cost - b.cost; });
    for (var k = 1; k < good.length; ++k) {
      if (good[k].cost < target || good[k - 1].cost > target) continue;
      var a = good[k - 1], b = good[k], share = a.cost === b.cost ? 1 : Math.log(target / a.cost) / Math.log(b.cost / a.cost);
      return {kind: 'value', value: between(a.error, b.error, share), run: b.run};
    }
    return null;
  }
  // Returns the candidate that most series reach within their range; `of` returns a result or nothing. Ties: the later one.
  function mostReached(list, candidates, of) {
    var best = {target: NaN, count: 0};
    candidates.forEach(function (target) {
      var count = list.filter(function (s) { var r = of(s.points, target); return r && r.kind === 'value'; }).length;
      if (count && count >= best.count) best = {target: target, count: count};
    });
    return best;
  }
  function decades(list, value, factors) {
    var low = Infinity, high = 0, out = [];
    list.forEach(function (s) {
      s.points.forEach(function (p) { if (p[value] > 0 && isFinite(p[value])) { low = Math.min(low, p[value]); high = Math.max(high, p[value]); } });
    });
    if (!high) return out;
    for (var k = Math.ceil(Math.log10(high)); k >= Math.floor(Math.log10(low)); --k)
      factors.forEach(function (f) { out.push(Number(f + 'e' + k)); });
    return out;
  }
  // Returns the step at which most series have a run, with their number. Ties: the smaller step.
  function sharedStep(list) {
    var counts = new Map(), best = {target: NaN, count: 0};
    list.forEach(function (s) {
      new Set(s.points.map(function (p) { return runs.step[p.run]; })).forEach(function (h) { counts.set(h, (counts.get(h) || 0) + 1); });
    });
    counts.forEach(function (count, h) {
      if (count > best.count || (count === best.count && h < best.target)) best = {target: h, count: count};
    });
    return best;
  }
  function atStep(list, h) {
    var found = list.filter(function (p) { return runs.step[p.run] === h; })[0];
    return found && found.ok ? {kind: 'value', value: found.error, run: found.run} : found ? {kind: 'failed', run: found.run} : null;
  }
  // Determines what a column compares: the cost at an error; if too few methods reach the same error, the error at a cost; if
  // most methods have one step only, the error at one step.
  function choose(column, wanted, target) {
    var shared = sharedStep(column.series), rules = {
      cost: function () { return mostReached(column.series, target ? [target] : decades(column.series, 'error', [1]), costAt); },
      error: function () { return mostReached(column.series, decades(column.series, 'cost', [5, 2, 1]), errorAt); }};
    if (target && wanted !== 'error') return {kind: 'cost', target: target, of: costAt};
    var usable = (wanted === 'error' ? ['error'] : ['cost', 'error']).map(function (kind) { return {kind: kind, reached: rules[kind]()}; })
      .filter(function (r) { return r.reached.count && 2 * r.reached.count >= shared.count; })[0];
    if (!usable) return {kind: 'step', target: shared.target, of: atStep};
    return {kind: usable.kind, target: usable.reached.target, of: usable.kind === 'cost' ? costAt : errorAt};
  }
  // Returns the entry of a series: a value, a bound ("at most"), the least error if the target is not reached, or a failure.
  function entry(s, rule) {
    var good = s.points.filter(function (p) { return p.ok; });
    var failed = s.runs.filter(function (i) { return runs.word('status', i) !== 'ok'; });
    var out = rule.of(s.points, rule.target);
    if (!out && good.length) {
      var least = good.reduce(function (a, b) { return b.error < a.error ? b : a; });
      out = {kind: rule.kind === 'cost' ? 'short' : 'outside', value: least.error, run: least.run};
    }
    if (!out) out = failed.length ? {kind: 'failed', value: NaN, run: failed[0]} : {kind: 'none', value: NaN, run: s.runs[0]};
    return Object.assign(out, {series: s, failed: failed.length, count: s.runs.length});
  }
  // Returns the columns with their entries, those with most methods first. Options: {wanted, target, variants}.
  function columns(chosen, error, cost, options) {
    var formulations = runs.words.formulation.values.length;
    var all = Array.from(group(Array.from(chosen), function (i) {
      return runs.words.problem.of[i] * formulations + runs.words.formulation.of[i];
    }).values());
    return all.map(function (list) {
      var mine = comparable(list), first = mine[0], column = {problem: runs.word('problem', first), formulation: runs.word('formulation', first),
        first: first, runs: list.length, hidden: list.length - mine.length, series: []};
      group(mine, baseOf).forEach(function (of) {
        var variants = Array.from(group(of, seriesOf), function (pair) { return {name: pair[0], runs: pair[1]}; });
        (options.variants ? variants : [usualVariant(variants)]).forEach(function (s) {
          s.base = base(s.name);
          s.others = variants.length - 1;
          s.points = points(s.runs, error, cost);
          column.series.push(s);
        });
      });
      column.rule = choose(column, options.wanted, options.target);
      column.entries = new Map(column.series.map(function (s) { return [s.name, entry(s, column.rule)]; }));
      var known = Array.from(column.entries.values()).filter(function (e) { return e.kind === 'value' || e.kind === 'bound'; });
      column.ranked = known.sort(function (a, b) { return a.value - b.value; });
      column.best = column.ranked.length ? column.ranked[0].value : NaN;
      return column;
    }).sort(function (a, b) {
      return b.ranked.length - a.ranked.length || b.runs - a.runs || (a.problem + a.formulation < b.problem + b.formulation ? -1 : 1);
    });
  }
  // Passes the main errors, their names by problem, and the costs to `then`.
  function load(then) {
    runs.mainErrors(function (error, names) {
      runs.values(runs.usualCost(), function (cost) { then(error, cost, names); });
    });
  }
  function described(rule, problem, names) {
    var error = names[problem] || 'error';
    if (rule.kind === 'cost') return 'cost for ' + error + ' ≤ ' + plumb.number(rule.target, 1);
    if (rule.kind === 'error') return error + ' at cost ' + plumb.number(rule.target, 1);
    return error + (rule.target === rule.target ? ' at h = ' + plumb.short(rule.target) + ' s' : '');
  }
  return {columns: columns, load: load, described: described, base: base, series: seriesOf};
})();
