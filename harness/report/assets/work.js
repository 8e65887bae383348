/* plumb report: any quantity of the runs over any other quantity. */
(function () {
  'use strict';
  var el = plumb.el, runs = plumb.runs, alike = plumb.alike, state = plumb.address.read();
  var keys = ['text', 'problem', 'equations', 'formulation', 'family', 'method', 'precision', 't_end', 'settings', 'status'];
  var mostTraces = 40, chosen = null, traces = null, numbers = {}, errorNames = {};
  var picture = plumb.by('picture');

  function x() { return state.x === 'step' || runs.quantity(state.x) ? state.x : usualWork(); }
  function y() { return state.y === 'step' || runs.quantity(state.y) ? state.y : runs.usual(); }
  function usualWork() { return runs.usualCost(); }
  function onlyBest() { return state.best !== 'no'; }
  // Returns the quantity behind the main error, for the limits by rounding and by the reference.
  function behind(name) { return name === 'error' && chosen.length ? errorNames[runs.word('problem', chosen[0])] || name : name; }
  // Returns the name of a quantity with its unit; for the main error, of the quantity behind it if all runs have the same.
  function unit(name) {
    if (name === 'error' && chosen) {
      var behind = new Set(Array.from(chosen, function (i) { return errorNames[runs.word('problem', i)]; }));
      if (behind.size === 1 && Array.from(behind)[0]) name = Array.from(behind)[0];
    }
    var q = runs.quantity(name);
    return name === 'step' ? 'step [s]' : plumb.withUnit(name, q && q.unit);
  }
  // Sets the default selection: the problem and formulation on which most methods are comparable, and the horizon and settings of
  // these runs.
  function selectComparable(error, cost) {
    var all = Array.from({length: runs.n}, function (unused, i) { return i; }), first = alike.columns(all, error, cost, {})[0];
    ['problem', 'formulation', 'precision', 't_end', 'settings'].forEach(function (w) {
      if (runs.words[w].values.length > 1) state[w] = runs.word(w, first.first) || '(none)';
    });
  }
  function isLog(name) { return state[name + 'Axis'] !== 'linear'; }
  function usable(value, log) { return value === value && (!log || value > 0); }

  // Collects the traces: runs that differ only in their steps or tolerances share a trace.
  function collect() {
    var map = new Map();
    for (var k = 0; k < chosen.length; ++k) {
      var i = chosen[k], key = ['problem', 'formulation', 'precision', 't_end', 'settings'].map(function (w) {
        return runs.words[w].of[i];
      }).join(' ') + ' ' + alike.series(i);
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(i);
    }
    return Array.from(map.values()).map(function (all) {
      all.sort(function (a, b) { return runs.step[b] - runs.step[a] || numbers.x[a] - numbers.x[b] || a - b; });
      var good = all.filter(function (i) {
        return runs.word('status', i) === 'ok' && usable(numbers.x[i], isLog('x')) && usable(numbers.y[i], isLog('y'));
      });
      return {all: all, good: good, failed: all.filter(function (i) { return runs.word('status', i) !== 'ok'; }),
        family: runs.family(all[0])};
    });
  }
  // Names each trace by the properties in which the traces differ.
  function naming(list) {
    var words = ['method', 'problem', 'formulation', 'precision', 't_end', 'settings'].filter(function (w, k) {
      return k === 0 || new Set(list.map(function (t) { return runs.words[w].of[t.all[0]]; })).size > 1;
    });
    function settings(t) { return runs.word('settings', t.all[0]).split(', '); }
    var shared = list.length ? settings(list[0]).filter(function (one) {
      return list.every(function (t) { return settings(t).indexOf(one) >= 0; });
    }) : [];
    list.forEach(function (t) {
      t.name = words.map(function (w) {
        return w === 'settings' ? settings(t).filter(function (one) { return shared.indexOf(one) < 0 && !/^precision=/.test(one); }).join(', ')
          : w === 'method' ? alike.series(t.all[0]) : runs.word(w, t.all[0]) + (w === 't_end' ? ' s' : '');
      }).filter(Boolean).join(', ');
    });
  }
  // Returns for each family the traces with most Pareto-optimal points: no other point of the family is better in both
  // quantities. Times with overlapping intervals count as equal, so a family may have several best traces.
  function bestOfFamilies(list) {
    function low(i) { return x() === 'seconds' && numbers.low && numbers.low[i] === numbers.low[i] ? numbers.low[i] : numbers.x[i]; }
    function high(i) { return x() === 'seconds' && numbers.high && numbers.high[i] === numbers.high[i] ? numbers.high[i] : numbers.x[i]; }
    var families = {}, out = [];
    list.forEach(function (t) { (families[t.family] = families[t.family] || []).push(t); });
    Object.keys(families).sort().forEach(function (name) {
      var points = [];
      families[name].forEach(function (t) { t.front = 0; t.good.forEach(function (i) { points.push({t: t, i: i, y: numbers.y[i]}); }); });
      var byHigh = points.slice().sort(function (a, b) { return high(a.i) - high(b.i); }), at = 0, least = Infinity;
      points.sort(function (a, b) { return low(a.i) - low(b.i) || a.y - b.y; });
      points.forEach(function (p) {
        while (at < byHigh.length && high(byHigh[at].i) < low(p.i)) least = Math.min(least, byHigh[at++].y);
        if (p.y < least) ++p.t.front;
      });
      var most = Math.max.apply(null, families[name].map(function (t) { return t.front; }));
      out = out.concat(families[name].filter(function (t) { return most > 0 && t.front === most; }));
    });
    return out;
  }
  // Maximal number of points, so that the plot remains fast. The first and the last point are always kept.
  var mostPoints = 2000;
  function thinned(list, most) {
    if (list.length <= most) return list;
    return Array.from({length: most}, function (unused, k) { return list[Math.round(k * (list.length - 1) / (most - 1))]; });
  }
  function bars(t, axis) {
    if (!numbers.low || (axis === 'x' ? x() : y()) !== 'seconds') return undefined;
    var up = t.drawn.map(function (i) { return numbers.high[i] - numbers[axis][i] || 0; });
    var down = t.drawn.map(function (i) { return numbers[axis][i] - numbers.low[i] || 0; });
    return up.some(Boolean) ? {type: 'data', symmetric: false, array: up, arrayminus: down, thickness: 1} : undefined;
  }
  function hover(i) {
    return plumb.picture.escaped(runs.word('method', i) + ', ' + runs.word('formulation', i) + ', h = ' + plumb.number(runs.step[i], 6)) +
      '<br>' + plumb.picture.escaped(unit(x()) + ' ' + plumb.number(numbers.x[i], 4)) + '<br>' +
      plumb.picture.escaped(unit(y()) + ' ' + plumb.number(numbers.y[i], 4)) +
      (isLimited(i) ? '<br>less than 10 times its uncertainty' : '') +
      (runs.word('status', i) === 'ok' ? '' : '<br>' + plumb.picture.escaped(runs.word('status', i) + ': ' + runs.word('reason', i).slice(0, 90)));
  }
  // Returns bands for the uncertainty of the ordinate by rounding and by the reference, from the smallest to the
  // largest uncertainty of the plotted runs. Errors below a band are meaningless.
  var origins = {rounding: 'rounding leaves', reference: 'the reference leaves'};
  function walls(list) {
    var out = [], low = Infinity, high = -Infinity, smallest = Infinity;
    list.forEach(function (t) { t.good.forEach(function (i) { smallest = Math.min(smallest, Math.abs(numbers.y[i])); }); });
    list.forEach(function (t) { t.good.forEach(function (i) { low = Math.min(low, numbers.x[i]); high = Math.max(high, numbers.x[i]); }); });
    Object.keys(origins).forEach(function (origin, k) {
      var least = Infinity, most = 0, values = numbers[origin];
      if (!values || high < low) return;
      list.forEach(function (t) { t.good.forEach(function (i) { if (values[i] > 0) { least = Math.min(least, values[i]); most = Math.max(most, values[i]); } }); });
      if (!most) return;
      var far = most < 1e-4 * smallest;
      var colour = plumb.picture.colour(k ? 3 : 4), line = {color: colour, width: 1, dash: k ? 'dashdot' : 'dot'};
      out.push({type: 'scatter', mode: 'lines', x: [low, high], y: [least, least], line: line, showlegend: false, hoverinfo: 'skip', legendgroup: origin, visible: far ? 'legendonly' : true});
      out.push({type: 'scatter', mode: 'lines', x: [low, high], y: [most, most], line: line, fill: 'tonexty', legendgroup: origin, hoverinfo: 'skip',
        name: origins[origin] + ' ' + plumb.number(least, 2) + (most > 1.05 * least ? ' to ' + plumb.number(most, 2) : ''),
        visible: far ? 'legendonly' : true});  // far below all errors, so hidden until a click in the legend
    });
    return out;
  }
  // Returns whether the ordinate of a run is less than 10 times its uncertainty by rounding or by the reference.
  function isLimited(i) {
    return Object.keys(origins).some(function (origin) { return numbers[origin] && numbers.y[i] < 10 * numbers[origin][i]; });
  }
  function edge(list, axis) {
    var most = -Infinity;
    list.forEach(function (t) { t.good.forEach(function (i) { most = Math.max(most, numbers[axis][i]); }); });
    if (most === -Infinity) return 1;
    return isLog(axis) ? most * 5 : most + Math.abs(most) * 0.1;
  }
  function plotted(list) {
    var right = edge(list, 'x'), top = edge(list, 'y'), out = [], failed = [];
    var most = Math.max(20, Math.floor(mostPoints / (list.length || 1)));
    list.forEach(function (t, k) {
      var look = plumb.picture.look(k);
      t.drawn = thinned(t.good, most);
      out.push({type: 'scatter', mode: 'lines+markers', name: plumb.picture.escaped(t.name), x: t.drawn.map(function (i) { return numbers.x[i]; }),
        y: t.drawn.map(function (i) { return numbers.y[i]; }), customdata: t.drawn, text: t.drawn.map(hover), hovertemplate: '%{text}<extra></extra>',
        error_x: bars(t, 'x'), error_y: bars(t, 'y'), line: {color: look.color, dash: look.dash, width: 1.8}, marker: {color: look.color,
          symbol: t.drawn.map(function (i) { return look.symbol.replace('-open', '') + (isLimited(i) || /-open$/.test(look.symbol) ? '-open' : ''); }), size: 8}});
      failed = failed.concat(t.failed);
    });
    out = walls(list).concat(out);
    failed = thinned(failed, 500);
    if (failed.length)
      out.push({type: 'scatter', mode: 'markers', name: 'failed, at the edge', customdata: failed, text: failed.map(hover),
        hovertemplate: '%{text}<extra></extra>', x: failed.map(function (i) {
          return usable(numbers.x[i], isLog('x')) ? Math.min(numbers.x[i], right) : right;
        }), y: failed.map(function () { return top; }),
        marker: {symbol: 'x-thin', size: 10, line: {width: 2, color: plumb.picture.colour(1)}}});
    return out;
  }
  function draw() {
    traces = collect();
    var all = traces.length, some = onlyBest() ? bestOfFamilies(traces) : traces.filter(function (t) {
      return t.good.length || t.failed.length;
    });
    var cut = some.length > mostTraces;
    traces = some.slice(0, mostTraces);
    naming(traces);
    plumb.picture.again = draw;
    plumb.picture.draw(picture, plotted(traces), {x: unit(x()), y: unit(y()), xLog: isLog('x'), yLog: isLog('y'), name: 'work'},
      function (point) { if (point.customdata !== undefined) open(point.customdata); });
    plumb.say(plumb.count(chosen.length, 'run') + ' in ' + plumb.count(all, 'series') .replace('seriess', 'series') +
      (onlyBest() ? '; only the best of each family are shown, several if they tie' : '') +
      (traces.some(function (t) { return t.drawn.length < t.good.length; }) ? '; of long series only some points are shown' : '') +
      (cut ? '; the first ' + mostTraces + ' are shown: choose a problem, formulation or family' : ''));
    table();
    plumb.address.write(state);
  }
  function table() {
    var rows = [];
    traces.forEach(function (t) { rows = rows.concat(t.all); });
    plumb.fill(plumb.by('table'), plumb.table([
      {name: 'Method', of: function (i) { return runs.word('method', i); }, show: function (i) {
        return el('button', {type: 'button', onclick: function () { open(i); }}, plumb.name(runs.word('method', i))); }},
      {name: 'Problem', of: function (i) { return runs.word('problem', i); }},
      {name: 'Formulation', of: function (i) { return runs.word('formulation', i); }},
      {name: 'Step [s]', number: true, of: function (i) { return runs.step[i]; }, show: function (i) { return plumb.short(runs.step[i]); }},
    ].concat(['x', 'y'].filter(function (axis) { return (axis === 'x' ? x() : y()) !== 'step'; }).map(function (axis) {
      return {name: unit(axis === 'x' ? x() : y()), number: true, of: function (i) { return numbers[axis][i]; }};
    }), [
      {name: 'Status', of: function (i) { return runs.word('status', i); }, show: function (i) { return plumb.cell.status(runs.word('status', i)); }},
      {name: 'Reason', of: function (i) { return runs.word('reason', i); }}]), rows, {label: 'Numbers of the picture', limit: 20}));
  }
  function open(i) {
    state.cell = runs.id(i);
    plumb.cell.show(plumb.by('cell'), i, [], open, function () {
      state.cell = '';
      plumb.cell.hide(plumb.by('cell'));
      plumb.address.write(state);
    });
    if (!window.matchMedia('(min-width: 80rem)').matches) plumb.by('cell').scrollIntoView();
    plumb.address.write(state);
  }
  function update() {
    chosen = runs.filter(state);
    runs.values(x(), function (a) {
      runs.values(y(), function (b) {
        numbers = {x: a, y: b};
        var more = {rounding: 'rounding.' + behind(y()), reference: 'reference.' + behind(y())};
        if (x() === 'seconds' || y() === 'seconds') { more.low = 'seconds_low'; more.high = 'seconds_high'; }
        var names = Object.keys(more).filter(function (n) { return runs.quantity(more[n]); }), left = names.length;
        if (!left) draw();
        names.forEach(function (n) {
          runs.values(more[n], function (values) { numbers[n] = values; if (--left === 0) draw(); });
        });
      });
    });
  }
  function changed(key, value) {
    state[key] = value;
    update();
  }
  function controls() {
    var best = el('input', {type: 'checkbox', name: 'best', onchange: function () { changed('best', best.checked ? '' : 'no'); }});
    best.checked = onlyBest();
    var axes = [['', 'logarithmic'], ['linear', 'linear']];
    plumb.fill(plumb.by('filters'), plumb.select('Horizontal', 'x', runs.choices(true), x(), changed),
      plumb.select('Horizontal scale', 'xAxis', axes, state.xAxis, changed), plumb.select('Vertical', 'y', runs.choices(true), y(), changed),
      plumb.select('Vertical scale', 'yAxis', axes, state.yAxis, changed), runs.form(state, changed, keys),
      el('label', {class: 'check'}, best, 'only the best of each family'));
  }
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { state = plumb.address.read(); controls(); update(); });
  plumb.fill(plumb.by('saving'), plumb.saving('work', function () {
    var named = {}, rows = [];
    named[x()] = numbers.x;
    named[y()] = numbers.y;
    traces.forEach(function (t) { rows = rows.concat(t.all); });
    return runs.rows(rows, named);
  }));
  if (!runs.n) { plumb.say('These stores have no runs.'); return; }
  alike.load(function (error, cost, names) {
    errorNames = names;
    if (!Object.keys(state).length) selectComparable(error, cost);
    controls();
    update();
  });
  if (state.cell && runs.place(state.cell) !== undefined) open(runs.place(state.cell));
})();
