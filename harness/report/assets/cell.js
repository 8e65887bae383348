/* plumb report: all data of one run. */
plumb.cell = (function () {
  'use strict';
  var el = plumb.el, runs = plumb.runs, index = plumb.get('index');

  // Returns run k of a file of details, which contains its runs in columns.
  function unpacked(part, k) {
    function word(name) { return part.words[name].values[part.words[name].of[k]]; }
    var out = {id: runs.id(part.first + k), command: part.commands[k], quantities: [], numbers: [],
      trajectory: part.trajectories[runs.id(part.first + k)], animation: part.animations[runs.id(part.first + k)]};
    Object.keys(part.words).forEach(function (name) { out[name] = word(name); });
    part.decoded = part.decoded || part.numbers.map(plumb.numbers);
    part.decoded.forEach(function (values, at) {
      if (values[k] === values[k]) { out.quantities.push(part.quantities[at]); out.numbers.push(values[k]); }
    });
    return out;
  }
  function detail(i, then) {
    var file = 'cell/' + Math.floor(i / index.runs_in_a_file);
    plumb.load([file], function () {
      var part = plumb.get(file);
      then(unpacked(part, i - part.first));
    });
  }
  function facts(pairs) {
    var list = el('dl', {class: 'facts'});
    pairs.forEach(function (p) {
      if (p[1] === null || p[1] === undefined || p[1] === '') return;
      list.appendChild(el('dt', {}, p[0]));
      list.appendChild(el('dd', {}, p[1]));
    });
    return list;
  }
  function link(kind, name, text) {
    var known = index[kind + 's'][name];
    return known && known.known && known.name.charAt(0) !== '@'
      ? el('a', {href: plumb.root + kind + '/' + encodeURIComponent(known.name) + '.html'}, text) : text;
  }
  function copy(text) {
    var button = el('button', {type: 'button', onclick: function () {
      if (navigator.clipboard && navigator.clipboard.writeText)
        navigator.clipboard.writeText(text).then(function () { button.textContent = 'Copied'; }, function () {});
    }}, 'Copy');
    return button;
  }
  function numbersOf(cell, kinds) {
    var rows = [];
    cell.quantities.forEach(function (k, at) {
      var q = index.quantities[k];
      if (kinds.indexOf(q.kind) >= 0) rows.push({name: q.name, value: cell.numbers[at], unit: q.unit, meaning: q.meaning});
    });
    if (!rows.length) return null;
    return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Numbers of the run'}, el('table', {class: 'plain'}, el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Name'),
      el('th', {scope: 'col', class: 'number'}, 'Value'), el('th', {scope: 'col'}, 'Unit'))),
      el('tbody', {}, rows.map(function (r) {
        return el('tr', {title: r.meaning}, el('td', {}, r.name), el('td', {class: 'number'}, String(r.value)),
          el('td', {}, r.unit === '-' ? '' : r.unit));
      }))));
  }
  function part(title, content, open) {
    return content ? el('details', {open: open}, el('summary', {}, title), content) : null;
  }
  function status(name) {
    return el('span', {class: 'tag ' + (name === 'ok' ? 'good' : 'bad')}, plumb.sign(name) + ' ' + name);
  }
  function meaning(name) {
    var known = index.statuses.filter(function (s) { return s.name === name; })[0];
    return known ? known.meaning : '';
  }
  // Maximal number of plotted lines: more are unreadable. The file contains all lines.
  var mostLines = 24;
  function overTime(file) {
    var place = el('div', {class: 'picture small', role: 'group', 'aria-label': 'Motion over time'}), choice = el('div', {class: 'filters'});
    var note = el('p', {class: 'soft'});
    plumb.load([file], function () {
      var kept = plumb.get(file);
      function draw(name) {
        plumb.picture.again = function () { draw(name); };
        var group = kept.groups.filter(function (g) { return g.name === name; })[0], columns = group.columns.slice(0, mostLines);
        var units = Array.from(new Set(columns.map(function (c) { return c.unit; })));
        plumb.picture.draw(place, columns.map(function (c, k) {
          var look = plumb.picture.look(k);
          return {type: 'scatter', mode: 'lines', name: plumb.picture.escaped(plumb.withUnit(c.name, c.unit)), x: kept.t,
            y: group.log ? c.values.map(function (v) { return v > 0 ? v : null; }) : c.values,
            line: {color: look.color, dash: look.dash, width: 1.6}, hovertemplate: '%{x:.5g} s: %{y:.6g}<extra>' + plumb.picture.escaped(c.name) + '</extra>'};
        }), {x: 't [s]', y: columns.length === 1 ? plumb.withUnit(columns[0].name, columns[0].unit) : plumb.withUnit(group.name, units.length === 1 ? units[0] : ''),
          yLog: group.log, name: 'motion'});
        plumb.fill(note, kept.samples > kept.t.length ? kept.t.length + ' of ' + kept.samples + ' samples are drawn. ' : '',
          group.columns.length > mostLines ? 'The first ' + mostLines + ' of ' + group.columns.length + ' are drawn.' : '');
      }
      var names = kept.groups.map(function (g) { return g.name; });
      plumb.fill(choice, plumb.select('Over time', 'over-time', names, names[0], function (key, value) { draw(value); }));
      draw(names[0]);
    });
    return el('div', {'data-over-time': ''}, choice, place, note);
  }
  function environment(at) {
    var known = index.environments[at];
    if (!known) return null;
    var e = known.environment;
    return facts(Object.keys(e).map(function (key) {
      var value = e[key];
      if (value && typeof value === 'object')
        value = Object.keys(value).map(function (k) { return k + ' ' + value[k]; }).join(', ');
      return [key, value === null ? '' : String(value)];
    }));
  }
  function settings(cell) {
    return facts(Object.keys(cell.settings).map(function (key) {
      var value = cell.settings[key];
      return [key, value === null ? 'default' : String(value)];
    }));
  }

  // Fills the panel with run i. `others` are the indices of the runs that belong to the same entry of the matrix.
  function show(panel, i, others, choose, close) {
    detail(i, function (cell) {
      var name = runs.word('status', i), reason = runs.word('reason', i);
      plumb.fill(panel,
        el('div', {class: 'row'}, el('h2', {id: 'cell-title', tabindex: -1}, 'Run ' + cell.id),
          el('button', {type: 'button', onclick: close}, 'Close')),
        facts([['problem', link('problem', runs.word('problem', i), runs.word('problem', i))],
          ['formulation', runs.word('formulation', i)],
          ['method', link('method', runs.word('method', i), runs.word('method', i))],
          ['step', runs.step[i] + ' s'], ['horizon', runs.word('t_end', i) + ' s'],
          ['precision', runs.word('precision', i)],
          ['status', [status(name), ' ', meaning(name)]], ['reason', reason], ['note', cell.note],
          ['reached', runs.reached(i) === null ? '' : runs.reached(i) + ' s'],
          ['reference until', cell.reference_until === null ? '' : cell.reference_until + ' s'],
          ['linear algebra', cell.linear_algebra], ['made', cell.created]]),
        el('h3', {}, 'Run it again'), el('pre', {'data-command': ''}, cell.command), copy(cell.command),
        cell.animation ? el('img', {class: 'drawing', src: plumb.root + cell.animation, alt: 'Animation of this run'}) : null,
        cell.trajectory ? overTime(cell.trajectory) : null,
        part('Errors and drifts', numbersOf(cell, ['metric', 'uncertainty']), true),
        part('Cost and counters', numbersOf(cell, ['cost', 'counter']), true),
        part('Times', numbersOf(cell, ['timing'])),
        part('Settings', settings(cell)),
        part('Environment', environment(cell.environment)),
        others.length > 1 ? el('div', {}, el('h3', {}, plumb.count(others.length, 'run') + ' of this entry'),
          el('ul', {class: 'many'}, Array.from(others).slice(0, 200).map(function (k) {
            return el('li', {}, el('button', {type: 'button', 'aria-current': k === i ? 'true' : null,
              onclick: function () { choose(k); }},
              plumb.sign(runs.word('status', k)) + ' h = ' + plumb.number(runs.step[k], 6),
              runs.word('settings', k) ? ', ' + runs.word('settings', k) : ''));
          }))) : null);
      panel.hidden = false;
      panel.parentElement.classList.add('open');
      panel.dataset.cell = cell.id;
    });
  }
  function hide(panel) {
    panel.hidden = true;
    panel.parentElement.classList.remove('open');
    delete panel.dataset.cell;
  }
  return {show: show, hide: hide, facts: facts, status: status, detail: detail, link: link};
})();
