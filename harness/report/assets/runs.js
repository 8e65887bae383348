/* plumb report: columns of all runs, filters, and quantities that are loaded on demand. */
plumb.runs = (function () {
  'use strict';
  var index = plumb.get('index'), cells = plumb.get('cells');
  var n = cells.count, words = cells.words, numbers = {};
  Object.keys(words).forEach(function (name) { words[name].of = Int32Array.from(words[name].of); });
  var step = Float64Array.from(cells.step);
  var places = null;

  // The family of each method; the columns of runs do not contain it.
  var families = words.method.values.map(function (m) {
    var known = index.methods[m];
    return known && known.family ? known.family : 'from a file';
  });
  function unique(list) { return Array.from(new Set(list)).sort(); }

  function word(name, i) { return words[name].values[words[name].of[i]]; }
  function family(i) { return families[words.method.of[i]]; }

  var fields = [
    {key: 'problem', label: 'Problem', values: words.problem.values},
    {key: 'equations', label: 'Equations', values: words.equations.values, all: 'all indices'},
    {key: 'formulation', label: 'Formulation', values: words.formulation.values},
    {key: 'family', label: 'Family', values: unique(families)},
    {key: 'method', label: 'Method', values: words.method.values},
    {key: 'precision', label: 'Precision', values: words.precision.values},
    {key: 't_end', label: 'Horizon [s]', values: words.t_end.values},
    {key: 'settings', label: 'Settings', values: words.settings.values},
    {key: 'status', label: 'Status', values: words.status.values}];

  // Returns for each field with a choice which of its words pass the filter.
  function passing(state) {
    var tests = [];
    ['problem', 'equations', 'formulation', 'method', 'precision', 't_end', 'settings', 'status'].forEach(function (key) {
      var wanted = state[key];
      if (!wanted) return;
      if (wanted === '(none)') wanted = '';
      tests.push({of: words[key].of, pass: words[key].values.map(function (v) { return v === wanted; })});
    });
    if (state.family)
      tests.push({of: words.method.of, pass: families.map(function (f) { return f === state.family; })});
    return tests;
  }
  function textTest(text) {
    var wanted = text.toLowerCase();
    return ['method', 'problem', 'reason', 'formulation'].map(function (key) {
      return {of: words[key].of, pass: words[key].values.map(function (v) { return v.toLowerCase().indexOf(wanted) >= 0; })};
    });
  }
  // Returns the indices of the runs that pass the filter, ascending.
  function filter(state) {
    var tests = passing(state), any = state.text ? textTest(state.text) : null;
    var wantedStep = state.step ? Number(state.step) : NaN;
    var out = new Int32Array(n), found = 0;
    for (var i = 0; i < n; ++i) {
      var ok = !(wantedStep === wantedStep) || step[i] === wantedStep;
      for (var k = 0; ok && k < tests.length; ++k) ok = tests[k].pass[tests[k].of[i]];
      if (ok && any) {
        ok = false;
        for (var j = 0; !ok && j < any.length; ++j) ok = any[j].pass[any[j].of[i]];
      }
      if (ok) out[found++] = i;
    }
    return out.subarray(0, found);
  }

  var steps = Array.from(new Set(step)).sort(function (a, b) { return b - a; });

  // Returns the form of the filter; it calls `changed(key, value)` when the user changes a field.
  function form(state, changed, keys) {
    var out = [];
    if (keys.indexOf('text') >= 0) {
      var timer = 0;
      var box = plumb.el('input', {type: 'search', name: 'text', value: state.text || '', placeholder: 'name or reason',
        oninput: function () {
          clearTimeout(timer);
          timer = setTimeout(function () { changed('text', box.value); }, 120);
        }});
      out.push(plumb.el('label', {}, 'Search', box));
    }
    fields.forEach(function (f) {
      if (keys.indexOf(f.key) < 0 || (f.values.length < 2 && !state[f.key])) return;
      var choices = [['', f.all || 'all']].concat(f.values.slice(0, 2000).map(function (v) {
        return v === '' ? ['(none)', f.key === 'settings' ? 'defaults' : 'not known'] : v;
      }));
      out.push(plumb.select(f.label, f.key, choices, state[f.key], changed));
    });
    if (keys.indexOf('step') >= 0 && steps.length > 1)
      out.push(plumb.select('Step [s]', 'step', [['', 'all']].concat(steps.slice(0, 2000).map(function (s) {
        return [String(s), plumb.short(s)];
      })), state.step, changed));
    return out;
  }

  var mainError = {name: 'error', unit: '', meaning: 'error in q at the end; for problems with outputs only, in the first output'};
  function quantity(name) {
    if (name === 'error') return mainError;
    return index.quantities.filter(function (q) { return q.name === name; })[0];
  }
  // Passes the values of a quantity to `then`: one for each run; NaN: none.
  function values(name, then) {
    if (name === 'step') { then(step); return; }
    if (name === 'error') { mainErrors(then); return; }
    if (numbers[name]) { then(numbers[name]); return; }
    var q = quantity(name);
    if (!q) { then(new Float64Array(n).fill(NaN)); return; }
    plumb.load([q.file], function () {
      numbers[name] = plumb.numbers(plumb.get(q.file).values);
      then(numbers[name]);
    });
  }
  // Passes the main error of each run, and its name by problem, to `then`: the error in q at the end. If no run of a problem
  // has it, the error of the problem's first output that has one.
  function mainErrors(then) {
    var problems = words.problem.values, candidates = ['end.q', 're.q', 'rms.q', 'end.v'].concat(
      unique([].concat.apply([], problems.map(function (p) { return outputs(p).map(function (o) { return 'end.' + o; }); }))));
    var usable = candidates.filter(quantity), all = {}, left = usable.length;
    if (mainErrors.known || !left) { then(mainErrors.known || new Float64Array(n).fill(NaN), mainErrors.names || {}); return; }
    usable.forEach(function (name) {
      values(name, function (list) { all[name] = list; if (--left === 0) combine(); });
    });
    function combine() {
      var has = {}, out = new Float64Array(n).fill(NaN), names = {};
      usable.forEach(function (name) {
        has[name] = new Array(problems.length).fill(false);
        for (var i = 0; i < n; ++i) if (all[name][i] === all[name][i]) has[name][words.problem.of[i]] = true;
      });
      problems.forEach(function (p, k) {
        names[p] = usable.slice(0, 4).concat(outputs(p).map(function (o) { return 'end.' + o; }))
          .filter(function (name) { return has[name] && has[name][k]; })[0];
      });
      for (var i = 0; i < n; ++i) { var name = names[word('problem', i)]; if (name) out[i] = all[name][i]; }
      mainErrors.known = out;
      mainErrors.names = names;
      then(out, names);
    }
  }
  function outputs(problem) { return (index.problems[problem] || {}).outputs || []; }
  // Returns the default measure of cost: counted evaluations, otherwise times, otherwise steps.
  function usualCost() {
    return ['cost', 'residual_evaluations', 'rhs_evaluations', 'seconds'].filter(quantity)[0] || 'step';
  }
  // Returns the quantities as choices [name, label].
  function choices(withStep) {
    var out = [['error', 'main error: q at the end, or an output']].concat(withStep ? [['step', 'step [s]']] : []);
    index.quantities.forEach(function (q) { out.push([q.name, plumb.withUnit(q.name, q.unit)]); });
    return out;
  }
  function place(id) {
    if (!places) {
      places = {};
      cells.id.forEach(function (one, i) { places[one] = i; });
    }
    return places[id];
  }
  function usual() { return 'error'; }

  // Returns the chosen runs as rows for files: words, and the quantities in `named`.
  function rows(chosen, named) {
    var names = Object.keys(named);
    var out = [['id', 'problem', 'formulation', 'method', 'family', 'precision', 'step', 't_end', 'settings', 'status',
      'reason', 't_reached'].concat(names)];
    for (var k = 0; k < chosen.length; ++k) {
      var i = chosen[k];
      out.push([cells.id[i], word('problem', i), word('formulation', i), word('method', i), family(i), word('precision', i),
        step[i], word('t_end', i), word('settings', i), word('status', i), word('reason', i), cells.t_reached[i]]
        .concat(names.map(function (name) { return named[name][i]; })));
    }
    return out;
  }

  return {n: n, words: words, families: families, step: step, word: word, family: family, filter: filter, form: form,
    values: values, mainErrors: mainErrors, usualCost: usualCost, quantity: quantity, choices: choices, place: place, usual: usual, rows: rows,
    id: function (i) { return cells.id[i]; }, reached: function (i) { return cells.t_reached[i]; }};
})();
