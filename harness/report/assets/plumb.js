/* plumb report: functions for all pages: data, elements, numbers, the address, files to save. Texts from stores become
   text nodes, never markup. */
var plumb = (function () {
  'use strict';
  var stored = {};
  var waiting = {};
  var root = document.documentElement.dataset.root || '';

  function data(name, value) { stored[name] = value; }
  function get(name) { return stored[name]; }

  // Loads a file with a script element, because pages from disk cannot use fetch.
  function script(file, then, failed) {
    if (waiting[file]) { waiting[file].push(then); return; }
    waiting[file] = [then];
    var element = document.createElement('script');
    element.src = root + file;
    element.onload = function () {
      var all = waiting[file];
      delete waiting[file];
      all.forEach(function (f) { f(); });
    };
    element.onerror = function () {
      delete waiting[file];
      if (failed) failed(); else say('The file ' + file + ' is missing.');
    };
    document.head.appendChild(element);
  }

  function load(names, then) {
    var missing = names.filter(function (n) { return stored[n] === undefined; });
    if (!missing.length) { then(); return; }
    var left = missing.length;
    missing.forEach(function (n) { script('data/' + n + '.js', function () { if (--left === 0) then(); }); });
  }

  function plotly(then) {
    if (window.Plotly) { then(window.Plotly); return; }
    script('assets/plotly.js', function () { then(window.Plotly); });
  }

  function add(element, child) {
    if (child === null || child === undefined || child === '') return;
    if (Array.isArray(child)) child.forEach(function (c) { add(element, c); });
    else element.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  function el(tag, attributes) {
    var out = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (key) {
      var value = attributes[key];
      if (value === null || value === undefined || value === false) return;
      if (key.slice(0, 2) === 'on') out.addEventListener(key.slice(2), value);
      else out.setAttribute(key, value === true ? '' : value);
    });
    for (var i = 2; i < arguments.length; ++i) add(out, arguments[i]);
    return out;
  }
  function fill(element) {
    while (element.firstChild) element.removeChild(element.firstChild);
    for (var i = 1; i < arguments.length; ++i) add(element, arguments[i]);
    return element;
  }
  // Returns a text whose parts in backticks are code.
  function marked(text) { return text.split('`').map(function (part, k) { return k % 2 ? el('code', {}, part) : part; }); }
  function by(id) { return document.getElementById(id); }
  function say(text) { var line = by('status'); if (line) line.textContent = text; }

  function number(x, digits) {
    if (x === null || x === undefined || x !== x) return '–';
    if (x === 0) return '0';
    var size = Math.abs(x);
    if (Number.isInteger(x) && size < 1e7) return String(x);
    if (size >= 0.01 && size < 1e5) return String(Number(x.toPrecision(digits || 3)));
    return x.toExponential((digits || 3) - 1).replace('e+', 'e');
  }
  function rough(x) { return number(x > 0 ? Number(x.toPrecision(2)) : x, 2); }
  // Returns a long name that may be broken at its commas and brackets.
  function name(text) { return text.split(/(?<=[(,])/).map(function (part, k) { return k ? [el('wbr'), part] : part; }); }
  // Returns a number without superfluous zeros: 0.005, 1e-4.
  function short(x) {
    var rounded = Number(x.toPrecision(6)), size = Math.abs(rounded);
    return size >= 1e-3 && size < 1e6 || size === 0 ? String(rounded) : rounded.toExponential().replace('e+', 'e');
  }
  // Returns numbers of a data file as Float64Array, NaN for none. They are stored as a list, in Base64, or in blocks of rows.
  function numbers(stored) {
    if (stored.blocks) {
      var out = new Float64Array(stored.count).fill(NaN), known = numbers(stored.values), at = 0;
      for (var b = 0; b < stored.blocks.length; b += 2)
        for (var row = stored.blocks[b]; row < stored.blocks[b + 1]; ++row) out[row] = known[at++];
      return out;
    }
    if (Array.isArray(stored)) return Float64Array.from(stored, function (x) { return x === null ? NaN : x; });
    var text = atob(stored.float64 || stored.float32 || ''), size = stored.float64 ? 8 : 4;
    var bytes = new Uint8Array(text.length), view = new DataView(bytes.buffer);
    for (var i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return Float64Array.from({length: text.length / size}, function (unused, k) {
      return size === 8 ? view.getFloat64(8 * k, true) : Number(view.getFloat32(4 * k, true).toPrecision(7));
    });
  }
  function count(n, noun) { return n.toLocaleString('en') + ' ' + noun + (n === 1 ? '' : 's'); }
  function withUnit(name, unit) { return unit && unit !== '-' ? name + ' [' + unit + ']' : name; }

  // The address contains the user's choices, so that a link shows the same view.
  var address = {
    read: function () {
      var out = {};
      new URLSearchParams(location.hash.slice(1)).forEach(function (value, key) { out[key] = value; });
      return out;
    },
    write: function (state) {
      var out = new URLSearchParams();
      Object.keys(state).sort().forEach(function (key) { if (state[key]) out.set(key, state[key]); });
      var hash = '#' + out.toString();
      if (location.hash === hash || (hash === '#' && !location.hash)) return;
      try { history.replaceState(null, '', hash); } catch (e) { location.hash = hash; }
    }
  };

  function save(name, text, type) {
    var link = el('a', {download: name, href: URL.createObjectURL(new Blob([text], {type: type}))});
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }
  function csv(rows) {
    return rows.map(function (row) {
      return row.map(function (x) {
        var text = x === null || x === undefined || x !== x ? '' : String(x);
        return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
      }).join(',');
    }).join('\r\n') + '\r\n';
  }
  // Returns buttons that save rows as files. The first row contains the names of the columns.
  function saving(name, rows) {
    function objects() {
      var all = rows(), names = all[0];
      return all.slice(1).map(function (row) {
        var out = {};
        names.forEach(function (n, i) { out[n] = row[i] === undefined || row[i] !== row[i] ? null : row[i]; });
        return out;
      });
    }
    return [
      el('button', {type: 'button', 'data-save': 'csv',
        onclick: function () { save(name + '.csv', csv(rows()), 'text/csv'); }}, 'Save as CSV'),
      el('button', {type: 'button', 'data-save': 'json',
        onclick: function () { save(name + '.json', JSON.stringify({schema: 1, rows: objects()}), 'application/json'); }},
        'Save as JSON')];
  }

  function select(label, name, choices, value, changed) {
    var box = el('select', {name: name, onchange: function () { changed(name, box.value); }});
    choices.forEach(function (c) {
      var pair = Array.isArray(c) ? c : [c, c];
      box.appendChild(el('option', {value: pair[0]}, pair[1]));
    });
    box.value = value || '';
    if (box.selectedIndex < 0) box.selectedIndex = 0;
    return el('label', {}, label, box);
  }

  // Returns a table that can be sorted by each column; `columns` are {name, of(row), number, show(row)}.
  function table(columns, rows, options) {
    options = options || {};
    var sorted = options.sort === undefined ? -1 : options.sort, down = false, limit = options.limit || 20;
    var body = el('tbody'), note = el('p', {class: 'soft'}), heads = [];
    function order() {
      if (sorted < 0) return rows;
      var of = columns[sorted].of, sign = down ? -1 : 1;
      return rows.slice().sort(function (a, b) {
        var x = of(a), y = of(b);
        var noX = x === null || x === undefined || x !== x, noY = y === null || y === undefined || y !== y;
        if (noX || noY) return noX - noY;
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    function draw() {
      var shown = order().slice(0, limit);
      fill(body, shown.map(function (row) {
        return el('tr', {}, columns.map(function (c) {
          return el('td', {class: c.number ? 'number' : c.wide ? 'wide' : null}, c.show ? c.show(row) : c.number ? number(c.of(row)) : c.of(row));
        }));
      }));
      fill(note, rows.length > limit ? ['The first ' + limit + ' of ' + count(rows.length, 'row') + '. ',
        el('button', {type: 'button', onclick: function () { limit *= 4; draw(); }}, 'Show more'), ' ',
        el('button', {type: 'button', onclick: function () { limit = Infinity; draw(); }}, 'Show all')] : '');
      heads.forEach(function (h, i) {
        h.setAttribute('aria-sort', i === sorted ? (down ? 'descending' : 'ascending') : 'none');
      });
    }
    columns.forEach(function (c, i) {
      heads.push(el('th', {scope: 'col', class: c.number ? 'number' : null, title: c.meaning || null},
        el('button', {type: 'button', onclick: function () {
          down = sorted === i ? !down : false;
          sorted = i;
          draw();
        }}, c.name)));
    });
    draw();
    return el('div', {}, el('div', {class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': options.label || 'Table'},
      el('table', {class: options.wrap ? 'plain wrap' : 'plain'}, options.label ? el('caption', {}, options.label) : null,
        el('thead', {}, el('tr', {}, heads)), body)), note);
  }

  var signs = {ok: '●', 'newton-diverged': '↯', singular: '⊘', 'tolerance-unreachable': '≈', 'non-finite': '∞',
    'step-limit': '⇥', timeout: '◷', 'out-of-memory': '▣', crashed: '✖', unsupported: '∅', interrupted: '‖'};

  return {data: data, get: get, load: load, script: script, plotly: plotly, el: el, fill: fill, marked: marked, by: by, say: say,
    number: number, short: short, rough: rough, name: name, numbers: numbers, count: count, withUnit: withUnit, address: address, save: save, csv: csv, saving: saving,
    select: select, table: table, root: root, sign: function (status) { return signs[status] || '?'; }};
})();
