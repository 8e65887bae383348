/* plumb report: the table of methods by problems. */
(function () {
  'use strict';
  var el = plumb.el, runs = plumb.runs, alike = plumb.alike, index = plumb.get('index');
  var state = plumb.address.read();
  var rowsOnAPage = 100, columnsOnAPage = 40;
  var keys = ['text', 'problem', 'equations', 'formulation', 'family', 'method', 'precision', 't_end', 'settings', 'status', 'step'];
  // Nine colours from light to dark, distinguishable with all kinds of colour vision (cividis), and their text colours.
  var colours = ['#fee838', '#e1cc55', '#c3b369', '#a59c74', '#8a8779', '#707173', '#575d6d', '#3b496c', '#123570'];
  var inks = ['#1b1f24', '#1b1f24', '#1b1f24', '#1b1f24', '#000000', '#ffffff', '#ffffff', '#ffffff', '#ffffff'];
  var chosen = null, entries = null, values = null, shown = null, errorNames = {};
  // The ratio to the best method of the column that begins each colour but the first.
  var ratios = [1.0001, 1.25, 1.6, 2.5, 4, 10, 30, 100];

  function metric() { return runs.quantity(state.metric) ? state.metric : runs.usual(); }
  function pick() { return state.pick || 'finest'; }
  function isAlike() { return state.compare ? state.compare !== 'number' : !state.metric; }
  function byFormulation() { return isAlike() || state.columns !== 'problem'; }

  // Returns whether run a represents an entry rather than run b.
  function isBetter(a, b) {
    if (pick() === 'finest') return runs.step[a] < runs.step[b];
    if (pick() === 'coarsest') return runs.step[a] > runs.step[b];
    var x = values[a], y = values[b];
    if (x !== x) return false;
    if (y !== y) return true;
    return pick() === 'best' ? x < y : x > y;
  }
  // Collects the entries by method and column: the representing run, the number of runs, and the number of failed runs.
  function collect() {
    var problem = runs.words.problem, formulation = runs.words.formulation, method = runs.words.method;
    var okay = runs.words.status.values.indexOf('ok');
    var forms = byFormulation() ? formulation.values.length : 1, width = problem.values.length * forms;
    var map = new Map(), rows = new Set(), columns = new Set();
    for (var k = 0; k < chosen.length; ++k) {
      var i = chosen[k], column = problem.of[i] * forms + (byFormulation() ? formulation.of[i] : 0);
      var key = method.of[i] * width + column, entry = map.get(key);
      if (!entry) {
        map.set(key, entry = {run: i, count: 0, failed: 0});
        rows.add(method.of[i]);
        columns.add(column);
      } else if (isBetter(i, entry.run)) entry.run = i;
      ++entry.count;
      if (runs.words.status.of[i] !== okay) ++entry.failed;
    }
    // Rows and columns with most entries come first, so that the first page is not empty; families stay together.
    var family = runs.families, inRow = {}, inColumn = {}, inFamily = {};
    map.forEach(function (unused, key) {
      var row = Math.floor(key / width), column = key % width;
      inRow[row] = (inRow[row] || 0) + 1;
      inColumn[column] = (inColumn[column] || 0) + 1;
    });
    rows.forEach(function (row) { inFamily[family[row]] = Math.max(inFamily[family[row]] || 0, inRow[row]); });
    return {map: map, width: width, forms: forms,
      columns: Array.from(columns).sort(function (a, b) { return inColumn[b] - inColumn[a] || a - b; }),
      rows: Array.from(rows).sort(function (a, b) {
        return inFamily[family[b]] - inFamily[family[a]] ||
          (family[a] < family[b] ? -1 : family[a] > family[b] ? 1 : inRow[b] - inRow[a] || a - b);
      })};
  }
  function name(column) {
    if (isAlike())
      return [plumb.name(column.problem), el('br'), el('small', {class: 'soft'}, column.formulation, el('br'),
        alike.described(column.rule, column.problem, errorNames), el('br'), 'to ' + plumb.short(Number(runs.word('t_end', column.first))) + ' s')];
    var problem = plumb.name(runs.words.problem.values[Math.floor(column / entries.forms)]);
    return byFormulation() ? [problem, el('br'), el('small', {class: 'soft'},
      runs.words.formulation.values[column % entries.forms])] : [problem];
  }
  // Returns the entries of comparable runs. Rows that are closest to the best method of each column come first.
  function collectAlike(error, cost) {
    var columns = alike.columns(chosen, error, cost, {wanted: state.compare, target: Number(state.at) || 0, variants: state.variants === 'yes'});
    var rows = new Map();
    columns.forEach(function (c) {
      c.entries.forEach(function (e, method) {
        var row = rows.get(method);
        if (!row) rows.set(method, row = {name: method, first: e.run, sum: 0, known: 0, others: 0});
        row.others = Math.max(row.others, e.series.others);
        if ((e.kind !== 'value' && e.kind !== 'bound') || !(c.best > 0)) return;
        row.sum += Math.log(e.value / c.best);
        ++row.known;
      });
    });
    return {columns: columns, rows: Array.from(rows.values()).sort(function (a, b) {
      return b.known - a.known || a.sum - b.sum || (a.name < b.name ? -1 : 1);
    })};
  }
  function rowHead(row) {
    if (!isAlike()) {
      var method = runs.words.method.values[row];
      return el('th', {scope: 'row', title: runs.families[row]}, plumb.cell.link('method', method, method));
    }
    return el('th', {scope: 'row', title: runs.family(row.first)}, plumb.cell.link('method', runs.word('method', row.first), row.name),
      row.others && state.variants !== 'yes' ? [' ', el('button', {type: 'button', class: 'small', title: 'show the ' + plumb.count(row.others, 'further variant'),
        'aria-label': 'show further variants of ' + row.name, onclick: function () { state.text = alike.base(row.name); state.variants = 'yes'; controls(); update(); }},
        '+' + row.others)] : null);
  }
  function alikeCell(e, column) {
    if (!e) return el('td', {class: 'empty'}, '·');
    var ratio = e.value / column.best, text = {value: plumb.rough(e.value), bound: '≤ ' + plumb.rough(e.value)}[e.kind];
    var rule = alike.described(column.rule, column.problem, errorNames), reason = runs.word('reason', e.run), status = runs.word('status', e.run);
    var label = e.series.name + ' on ' + column.problem + ' ' + column.formulation + ': ' + (text ? rule + ': ' + text + (ratio > 1.0001 ? ', ' + plumb.number(ratio, 3) + ' times the best' : ', the best') :
      e.kind === 'short' ? 'error not reached, least error ' + plumb.number(e.value, 2) : e.kind === 'outside' ? 'not within its costs or steps' :
      e.kind === 'failed' ? status + (reason ? ': ' + reason : '') : 'no error') + '. ' + plumb.count(e.count, 'run') + (e.failed ? ', ' + e.failed + ' failed' : '') + '.';
    var out = el('td', {tabindex: -1, role: 'gridcell', 'data-run': e.run, title: label, 'aria-label': label,
      'aria-selected': runs.id(e.run) === state.cell ? 'true' : 'false'});
    if (text) {
      var k = ratios.filter(function (r) { return ratio >= r; }).length;
      out.style.background = colours[k];
      out.style.color = inks[k];
      if (ratio <= 1.0001) out.className = 'best';
    } else out.className = e.kind === 'failed' ? 'failed' : 'unknown';
    plumb.fill(out, text || (e.kind === 'failed' ? plumb.sign(status) : e.kind === 'short' ? el('small', {}, 'only ' + plumb.number(e.value, 2)) : '–'),
      e.failed && e.kind !== 'failed' ? el('small', {}, ' ' + e.failed + '✕') : null);
    return out;
  }

  // Returns the bounds between the colours. All colours have about the same number of entries; equal values share one.
  function scale() {
    var all = [];
    entries.map.forEach(function (e) { var x = values[e.run]; if (x === x) all.push(x); });
    all.sort(function (a, b) { return a - b; });
    var bounds = [];
    for (var k = 1; k < colours.length; ++k) bounds.push(all[Math.floor(k * all.length / colours.length)]);
    return {bounds: bounds, least: all[0], most: all[all.length - 1]};
  }
  function shade(x, bounds) {
    var k = 0;
    while (k < bounds.length && x >= bounds[k]) ++k;
    return k;
  }

  function entryCell(entry, bounds) {
    if (!entry) return el('td', {class: 'empty'}, '·');
    var i = entry.run, x = values[i], status = runs.word('status', i), reason = runs.word('reason', i);
    var more = entry.count > 1 ? ' ' + entry.count + ' runs' + (entry.failed ? ', ' + entry.failed + ' failed' : '') + '.' : '';
    var label = runs.word('method', i) + ' on ' + runs.word('problem', i) + ' ' + runs.word('formulation', i) + ', h = ' +
      plumb.number(runs.step[i], 6) + ': ' + (x === x ? plumb.number(x, 4) + ', ' : '') + status +
      (reason ? ': ' + reason : '') + '.' + more;
    var out = el('td', {tabindex: -1, role: 'gridcell', 'data-run': i, title: label, 'aria-label': label,
      'aria-selected': runs.id(i) === state.cell ? 'true' : 'false'});
    if (status !== 'ok') {
      out.className = 'failed';
      plumb.fill(out, plumb.sign(status));
    } else if (x !== x) {
      out.className = 'unknown';
      plumb.fill(out, '–');
    } else {
      var k = shade(x, bounds);
      out.style.background = colours[k];
      out.style.color = inks[k];
      plumb.fill(out, plumb.number(x, 2), entry.failed ? el('small', {}, ' ' + entry.failed + '✕') : null);
    }
    return out;
  }

  function paging() {
    function part(label, key, page, size, total) {
      var last = Math.max(Math.ceil(total / size) - 1, 0);
      if (last === 0) return null;
      function go(to) { state[key] = to ? String(to) : ''; draw(); }
      return el('span', {class: 'row'},
        el('button', {type: 'button', disabled: page === 0, onclick: function () { go(page - 1); }}, 'Earlier ' + label),
        label + ' ' + (page * size + 1) + ' to ' + Math.min((page + 1) * size, total) + ' of ' + total,
        el('button', {type: 'button', disabled: page >= last, onclick: function () { go(page + 1); }}, 'Later ' + label));
    }
    var row = Math.min(Number(state.row) || 0, Math.max(Math.ceil(entries.rows.length / rowsOnAPage) - 1, 0));
    var column = Math.min(Number(state.column) || 0, Math.max(Math.ceil(entries.columns.length / columnsOnAPage) - 1, 0));
    plumb.fill(plumb.by('pages'), part('methods', 'row', row, rowsOnAPage, entries.rows.length),
      part('problems', 'column', column, columnsOnAPage, entries.columns.length));
    return {rows: entries.rows.slice(row * rowsOnAPage, (row + 1) * rowsOnAPage),
      columns: entries.columns.slice(column * columnsOnAPage, (column + 1) * columnsOnAPage)};
  }

  function draw() {
    shown = paging();
    var bounds = isAlike() ? {bounds: []} : scale();
    var grid = el('table', {class: 'grid', role: 'grid', 'aria-label': (isAlike() ? 'cost or error' : metric()) + ' of methods on problems'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Method'), shown.columns.map(function (c) {
        return el('th', {scope: 'col'}, name(c));
      }))),
      el('tbody', {}, shown.rows.map(function (r) {
        return el('tr', {}, rowHead(r), shown.columns.map(function (c) {
          return isAlike() ? alikeCell(c.entries.get(r.name), c) : entryCell(entries.map.get(r * entries.width + c), bounds.bounds);
        }));
      })));
    var first = grid.querySelector('td[data-run]');
    if (first) first.tabIndex = 0;
    plumb.fill(plumb.by('matrix'), chosen.length ? grid : el('p', {class: 'notice'},
      runs.n ? 'No run is left by this filter.' : 'These stores have no runs.'));
    legend(bounds);
    plumb.address.write(state);
  }

  function legend(bounds) {
    var q = runs.quantity(metric()), any = bounds.least !== undefined, alikeSigns = isAlike() ? [el('span', {class: 'row'}, el('b', {}, 'best'),
      el('span', {class: 'bar', 'aria-hidden': 'true'}, colours.map(function (c) { var i = el('i'); i.style.background = c; return i; })), 'more than 100 times the best of the column'),
      el('span', {}, '≤ already the largest step is accurate enough'), el('span', {}, el('small', {}, 'only 2e-4'), ' the least error, if the error is not reached')] : null;
    plumb.fill(plumb.by('legend'), alikeSigns,
      isAlike() ? null : el('span', {title: q ? q.meaning : ''}, el('b', {}, plumb.withUnit(metric(), q && q.unit)),
        q && q.meaning ? ' ' + q.meaning : ''),
      any ? el('span', {class: 'row'}, plumb.number(bounds.least), el('span', {class: 'bar', 'aria-hidden': 'true'},
        colours.map(function (c) { var i = el('i'); i.style.background = c; return i; })), plumb.number(bounds.most)) : null,
      index.statuses.filter(function (s) { return s.count && s.name !== 'ok'; }).map(function (s) {
        return el('span', {title: s.meaning}, el('span', {class: 'sign'}, plumb.sign(s.name)), s.name + ' (' + s.count + ')');
      }), el('span', {}, isAlike() ? '– no error at this cost or step' : '– no such number'), el('span', {}, '· not run'),
      someFailed() ? el('span', {}, '2✕ so many runs of the entry failed') : null);
  }

  // Returns whether some runs of an entry failed, but not all.
  function someFailed() {
    if (isAlike())
      return entries.columns.some(function (c) { return Array.from(c.entries.values()).some(function (e) { return e.failed && e.kind !== 'failed'; }); });
    return Array.from(entries.map.values()).some(function (e) { return e.failed > 0 && e.failed < e.count; });
  }

  function reasons() {
    var all = plumb.failures(chosen);
    plumb.by('failures').hidden = !all.length;
    plumb.fill(plumb.by('reasons'), all.length ? plumb.table([
      {name: 'Status', of: function (e) { return e.status; }, show: function (e) { return plumb.cell.status(e.status); }},
      {name: 'Reason', wide: true, of: function (e) { return e.reason; }},
      {name: 'Runs', number: true, of: function (e) { return e.count; }},
      {name: 'For example', of: function (e) { return runs.word('method', e.run); }, show: function (e) {
        return el('button', {type: 'button', onclick: function () { open(e.run); }},
          plumb.name(runs.word('method', e.run) + ' on ' + runs.word('problem', e.run) + ' ' + runs.word('formulation', e.run)));
      }}], all, {limit: 5, label: 'Reasons of failures', wrap: true}) : '');
  }

  function others(i) {
    var key = (isAlike() ? [] : ['method']).concat(['problem'], byFormulation() ? ['formulation'] : []);
    var mine = isAlike() ? alike.base(alike.series(i)) : '';
    return Array.from(chosen).filter(function (k) {
      return (!mine || alike.base(alike.series(k)) === mine) && key.every(function (w) { return runs.words[w].of[k] === runs.words[w].of[i]; });
    });
  }
  function open(i, quiet) {
    state.cell = runs.id(i);
    var panel = plumb.by('cell');
    plumb.cell.show(panel, i, others(i), open, close);
    Array.from(document.querySelectorAll('.grid td[data-run]')).forEach(function (td) {
      td.setAttribute('aria-selected', Number(td.dataset.run) === i ? 'true' : 'false');
    });
    if (!quiet && !window.matchMedia('(min-width: 80rem)').matches) panel.scrollIntoView();
    plumb.address.write(state);
  }
  function close() {
    state.cell = '';
    plumb.cell.hide(plumb.by('cell'));
    draw();
  }

  function update() {
    var begin = performance.now();
    chosen = runs.filter(state);
    var show = function () {
      draw();
      reasons();
      var hidden = isAlike() ? entries.columns.reduce(function (sum, c) { return sum + c.hidden; }, 0) : 0;
      plumb.say((hidden ? plumb.count(hidden, 'run') + ' with other horizons or settings left out; ' : '') + plumb.count(chosen.length, 'run') + ' of ' + runs.n.toLocaleString('en') + ', ' +
        plumb.count(entries.rows.length, 'method') + ', ' + plumb.count(new Set(Array.from(chosen, function (i) { return runs.words.problem.of[i]; })).size, 'problem'));
      plumb.by('status').dataset.milliseconds = String(Math.round(performance.now() - begin));
    };
    if (isAlike())
      alike.load(function (error, cost, names) {
        errorNames = names;
        entries = collectAlike(error, cost);
        show();
      });
    else
      runs.values(metric(), function (all) {
        values = all;
        entries = collect();
        show();
      });
  }
  function changed(key, value) {
    state[key] = value;
    state.row = state.column = '';
    update();
  }

  function controls() {
    var variants = el('input', {type: 'checkbox', name: 'variants', onchange: function () { changed('variants', variants.checked ? 'yes' : ''); }});
    variants.checked = state.variants === 'yes';
    var targets = [['', 'that most methods reach']].concat([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(function (k) { return '1e-' + k; }));
    plumb.fill(plumb.by('filters'),
      plumb.select('Compare', 'compare', [['', 'cost at equal error'], ['error', 'error at equal cost'], ['number', 'any number, all runs']], isAlike() ? state.compare : 'number', rebuilt),
      isAlike() ? [state.compare ? null : plumb.select('At the error', 'at', targets, state.at, changed), el('label', {class: 'check'}, variants, 'all variants of methods')] : [
        plumb.select('Number', 'metric', runs.choices(false), metric(), changed),
        plumb.select('Of several runs', 'pick', [['finest', 'the smallest step'], ['coarsest', 'the largest step'],
          ['best', 'the smallest number'], ['worst', 'the largest number']], pick(), changed),
        plumb.select('Columns', 'columns', [['', 'problem and formulation'], ['problem', 'problem']], state.columns, changed)],
      runs.form(state, changed, keys),
      el('button', {type: 'button', onclick: function () { state = {compare: state.compare, metric: state.metric}; controls(); update(); }}, 'Show all'));
  }
  function rebuilt(key, value) {
    if (value !== 'number') state.metric = '';
    changed(key, value);
    controls();
  }

  // The arrow keys move from entry to entry; Enter opens an entry.
  plumb.by('matrix').addEventListener('keydown', function (event) {
    var td = event.target;
    if (!td.dataset || td.dataset.run === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') { open(Number(td.dataset.run)); event.preventDefault(); return; }
    var moves = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]}, by = moves[event.key];
    if (!by) return;
    var row = td.parentElement, column = td.cellIndex, next = null;
    do {
      row = by[0] > 0 ? row.nextElementSibling : by[0] < 0 ? row.previousElementSibling : row;
      column += by[1];
      next = row && row.cells[column];
    } while (next && next.dataset.run === undefined && next.tagName === 'TD');
    if (!next || next.tagName !== 'TD') return;
    td.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  });
  plumb.by('matrix').addEventListener('click', function (event) {
    var td = event.target.closest('td[data-run]');
    if (td) open(Number(td.dataset.run));
  });
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { state = plumb.address.read(); controls(); update(); });

  // Returns the compared entries as rows for files.
  function compared() {
    var out = [['problem', 'formulation', 't_end', 'compared', 'method', 'kind', 'value', 'times_best', 'runs', 'failed', 'id']];
    entries.columns.forEach(function (c) {
      c.entries.forEach(function (e) {
        out.push([c.problem, c.formulation, runs.word('t_end', c.first), alike.described(c.rule, c.problem, errorNames), e.series.name, e.kind, e.value,
          e.kind === 'value' || e.kind === 'bound' ? e.value / c.best : NaN, e.count, e.failed, runs.id(e.run)]);
      });
    });
    return out;
  }
  plumb.fill(plumb.by('saving'), plumb.saving('matrix', function () {
    if (isAlike()) return compared();
    var named = {};
    named[metric()] = values;
    return runs.rows(chosen, named);
  }));
  controls();
  update();
  if (state.cell && runs.place(state.cell) !== undefined) open(runs.place(state.cell), true);
})();
