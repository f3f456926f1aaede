// Charts, students and sentences of the class page. Chart.js draws, TanStack Table sorts, filters and pages; every
// text of a student goes into the page as text.
"use strict";
(function () {
  const kRowsOfPage = 50;
  const kSentencesOfPage = 25;
  const kSymbols = ["circle", "triangle", "rect", "rectRot", "crossRot", "star"];
  const kGlyphs = ["\u25cf", "\u25b2", "\u25a0", "\u25c6", "\u2715", "\u2731"];

  const source = JSON.parse(document.getElementById("class-data").textContent);
  const rows = source.rows.map((cells, index) => {
    const row = { index };
    source.columns.forEach((name, i) => { row[name] = cells[i]; });
    row.device = row.device === null ? "" : source.devices[row.device];
    row.flags = row.flags.map((flag) => source.flags[flag]);
    row.text = [row.id, row.name, row.section, row.outcome, row.device, row.error, row.message, row.sentence,
      row.comment, ...row.flags].join("\n").toLowerCase();
    return row;
  });

  const find = (id) => document.getElementById(id);
  const grouped = (number) => number.toLocaleString("en-US");
  const fixed = (number, digits = 2) => (number === null ? "" : number.toFixed(digits));
  const style = () => getComputedStyle(document.documentElement);

  function element(name, text, attributes = {}) {
    const node = document.createElement(name);
    node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  // ------------------------------------------------------------------------------------------ filters
  // One set of filters for charts, students and sentences.
  const filters = { search: "", outcome: "", section: "", flag: "", hiddenDevices: new Set() };

  function passes(row) {
    if (filters.outcome && row.outcome !== filters.outcome) return false;
    if (filters.section && row.section !== filters.section) return false;
    if (filters.flag && !row.flags.includes(filters.flag)) return false;
    if (row.device && filters.hiddenDevices.has(row.device)) return false;
    return filters.search.split(/\s+/).every((word) => row.text.includes(word));
  }

  function fillSelector(id, values) {
    const selector = find(id);
    const counts = new Map();
    for (const value of values) if (value) counts.set(value, (counts.get(value) || 0) + 1);
    selector.append(element("option", "all", { value: "" }));
    for (const value of [...counts.keys()].sort()) {
      selector.append(element("option", `${value} (${grouped(counts.get(value))})`, { value }));
    }
    selector.disabled = counts.size === 0;
    selector.addEventListener("change", () => { filters[id] = selector.value; applyFilters(); });
  }

  function clearFilters() {
    Object.assign(filters, { search: "", outcome: "", section: "", flag: "" });
    filters.hiddenDevices.clear();
    for (const id of ["search", "outcome", "section", "flag"]) find(id).value = "";
    for (const box of find("devices").querySelectorAll("input")) box.checked = true;
    applyFilters();
  }

  function setUpFilters() {
    fillSelector("outcome", rows.map((row) => row.outcome));
    fillSelector("section", rows.map((row) => row.section));
    fillSelector("flag", rows.flatMap((row) => row.flags));
    find("search").addEventListener("input", () => {
      filters.search = find("search").value.trim().toLowerCase();
      applyFilters();
    });
    find("clear").addEventListener("click", clearFilters);
    const devices = find("devices");
    devices.append(element("legend", "GPU models"));
    const measuredOn = source.devices.filter((name) => rows.some((row) => row.device === name));
    measuredOn.forEach((name) => {
      const label = element("label", "");
      const box = element("input", "", { type: "checkbox", value: name });
      box.checked = true;
      box.addEventListener("change", () => {
        if (box.checked) filters.hiddenDevices.delete(name); else filters.hiddenDevices.add(name);
        applyFilters();
      });
      const kind = source.devices.indexOf(name) % kGlyphs.length;
      label.append(box, element("span", kGlyphs[kind], { class: `glyph device-${kind}` }), element("bdi", name));
      devices.append(label);
    });
    devices.hidden = measuredOn.length === 0;
    document.querySelector(".filters").hidden = false;
  }

  // ----------------------------------------------------------------------------------------- students
  const kColumns = [
    { id: "id", title: "id" },
    { id: "name", title: "name" },
    { id: "section", title: "section" },
    { id: "outcome", title: "outcome" },
    { id: "score", title: "score", text: (row) => (row.score === null ? "" : `${row.score} of ${row.max_score}`) },
    { id: "by_hand", title: "by hand", text: (row) => (row.by_hand === null ? "" : String(row.by_hand)) },
    { id: "flags", title: "flags", text: (row) => row.flags.join(", ") },
    { id: "ratio", title: "measured", text: (row) => fixed(row.ratio) },
    { id: "claimed", title: "claimed", text: (row) => fixed(row.claimed) },
    { id: "predicted", title: "by lane-slots", text: (row) => fixed(row.predicted) },
    { id: "sectors", title: "by sectors", text: (row) => fixed(row.sectors) },
    { id: "slots", title: "lane-slots", text: (row) => (row.slots === null ? "" : grouped(row.slots)) },
    { id: "device", title: "GPU" },
    { id: "error", title: "error" },
  ];
  const kNumbers = new Set(["score", "by_hand", "slots", "predicted", "sectors", "ratio", "claimed"]);

  // A number that is not there comes last, whichever way the column is sorted.
  const columnOf = ({ id }) => ({
    id,
    accessorFn: (row) => (id === "flags" ? row.flags.join(", ") : row[id] === null ? undefined : row[id]),
    sortingFn: kNumbers.has(id) ? "basic" : "alphanumeric",
    sortUndefined: "last",
    sortDescFirst: kNumbers.has(id),
  });

  // A table of TanStack Table's core, which keeps its state here and calls `draw` when that changed.
  function makeTable(data, columns, pageSize, draw) {
    const table = TableCore.createTable({
      data,
      columns,
      state: {},
      onStateChange: () => {},
      renderFallbackValue: null,
      autoResetPageIndex: false,
      globalFilterFn: (row) => passes(row.original),
      getColumnCanGlobalFilter: () => true,
      getCoreRowModel: TableCore.getCoreRowModel(),
      getFilteredRowModel: TableCore.getFilteredRowModel(),
      getSortedRowModel: TableCore.getSortedRowModel(),
      getPaginationRowModel: TableCore.getPaginationRowModel(),
    });
    let state = { ...table.initialState, pagination: { pageIndex: 0, pageSize } };
    table.setOptions((options) => ({
      ...options,
      state,
      onStateChange: (change) => {
        state = typeof change === "function" ? change(state) : change;
        table.setOptions((now) => ({ ...now, state }));
        draw();
      },
    }));
    return table;
  }

  // A new object each time, so that the table sees that the filters changed.
  const filterAgain = (table) => {
    table.setState((state) => ({
      ...state, globalFilter: {}, pagination: { ...state.pagination, pageIndex: 0 },
    }));
  };

  function drawPages(place, table, name) {
    const { pageIndex } = table.getState().pagination;
    const pages = table.getPageCount();
    const steps = [
      ["first", "First", () => table.setPageIndex(0), pageIndex > 0],
      ["previous", "Previous", () => table.previousPage(), pageIndex > 0],
      ["next", "Next", () => table.nextPage(), pageIndex < pages - 1],
      ["last", "Last", () => table.setPageIndex(pages - 1), pageIndex < pages - 1],
    ];
    if (!place.firstChild) {
      for (const [step, text] of steps) {
        place.append(element("button", text, { type: "button", "data-step": step, "aria-label": `${text} page of ${name}` }));
      }
      place.insertBefore(element("span", ""), place.children[2]);
    }
    place.querySelector("span").textContent = `page ${grouped(pageIndex + 1)} of ${grouped(Math.max(pages, 1))}`;
    for (const [step, , go, possible] of steps) {
      const button = place.querySelector(`[data-step=${step}]`);
      button.disabled = !possible;
      button.onclick = go;
    }
    place.hidden = pages < 2;
  }

  let chosen = null;  // index of the row that was last gone to
  const students = makeTable(rows, kColumns.map(columnOf), kRowsOfPage, drawStudents);

  function makeHead() {
    const line = element("tr", "");
    for (const column of kColumns) {
      const cell = element("th", "", { scope: "col", "data-column": column.id });
      const button = element("button", column.title, { type: "button" });
      button.addEventListener("click", () => students.getColumn(column.id).toggleSorting());
      cell.append(button);
      if (kNumbers.has(column.id)) cell.classList.add("number");
      line.append(cell);
    }
    const head = element("thead", "");
    head.append(line);
    find("student-table").append(head, element("tbody", ""));
  }

  function studentLine(row) {
    const line = element("tr", "", { "data-row": row.index });
    for (const column of kColumns) {
      const cell = element(column.id === "id" ? "th" : "td", "");
      if (column.id === "id") {
        cell.scope = "row";
        cell.append(element("button", row.id, { type: "button", class: "point-of", title: "show in the charts" }));
      } else {
        cell.append(element("bdi", column.text ? column.text(row) : row[column.id]));
      }
      if (kNumbers.has(column.id)) cell.classList.add("number");
      if (column.id === "outcome") cell.classList.add(`outcome-${row.outcome.replace(" ", "-")}`);
      if (column.id === "error" && row.message) cell.title = row.message;
      if (column.id === "ratio" && row.low !== null) cell.title = `${fixed(row.low, 3)} to ${fixed(row.high, 3)}`;
      line.append(cell);
    }
    if (row.index === chosen) line.classList.add("chosen");
    return line;
  }

  function drawStudents() {
    const sorting = students.getState().sorting[0];
    for (const cell of document.querySelectorAll("#student-table thead th")) {
      const sorted = sorting && sorting.id === cell.dataset.column;
      if (sorted) cell.setAttribute("aria-sort", sorting.desc ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    find("student-table").tBodies[0].replaceChildren(
      ...students.getRowModel().rows.map((row) => studentLine(row.original)));
    const shown = students.getFilteredRowModel().rows.length;
    find("shown").textContent = `${grouped(shown)} of ${grouped(rows.length)} students`;
    drawPages(find("student-pages"), students, "students");
  }

  // Opens the page of the table that the row is on, and puts the focus there.
  function goToRow(index) {
    if (!passes(rows[index])) clearFilters();
    chosen = index;
    const order = students.getSortedRowModel().rows;
    const place = order.findIndex((row) => row.original.index === index);
    students.setPageIndex(Math.floor(place / students.getState().pagination.pageSize));
    drawStudents();
    const button = document.querySelector(`#student-table tr[data-row="${index}"] button`);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "center", inline: "nearest" });
    mark(index);
  }

  // Up and down go from student to student.
  function setUpStudents() {
    makeHead();
    const body = find("student-table").tBodies[0];
    body.addEventListener("click", (event) => {
      const line = event.target.closest("tr");
      if (line && event.target.closest("button")) goToPoint(Number(line.dataset.row));
    });
    body.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const line = event.target.closest("tr");
      const other = event.key === "ArrowDown" ? line.nextElementSibling : line.previousElementSibling;
      if (!other) return;
      event.preventDefault();
      other.querySelector("button").focus();
    });
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button.student");
      if (button) goToRow(Number(button.dataset.row));
    });
  }

  // ---------------------------------------------------------------------------------------- sentences
  const sentences = makeTable(rows.filter((row) => row.sentence), [{ id: "id", accessorFn: (row) => row.id }],
    kSentencesOfPage, drawSentences);

  function sentenceItem(row) {
    const item = element("li", "", { "data-row": row.index });
    const heading = element("p", "", { class: "who" });
    heading.append(element("button", row.id, { type: "button", class: "student", "data-row": row.index }),
      " ", element("bdi", row.name));
    const points = row.by_hand === null ? "no points by hand yet" : `${row.by_hand} by hand`;
    heading.append(element("span", points, { class: "by-hand" }));
    item.append(heading);
    const quote = element("blockquote", "");
    quote.append(element("bdi", row.sentence));
    item.append(quote);
    if (row.comment) {
      const comment = element("p", "", { class: "comment" });
      comment.append("Comment: ", element("bdi", row.comment));
      item.append(comment);
    }
    return item;
  }

  function drawSentences() {
    const { pageIndex, pageSize } = sentences.getState().pagination;
    const list = find("sentence-list");
    list.start = pageIndex * pageSize + 1;
    const shown = sentences.getRowModel().rows.map((row) => sentenceItem(row.original));
    if (shown.length === 0) shown.push(element("li", "No sentence passes the filters.", { class: "none" }));
    list.replaceChildren(...shown);
    drawPages(find("sentence-pages"), sentences, "sentences");
  }

  // ------------------------------------------------------------------------------------------- charts
  const charts = [];
  const points = rows.filter((row) => row.ratio !== null && row.ratio > 0);
  let marked = null;  // index of the row whose point has a ring

  // The least and the largest of both charts, with some room, so that both have the same axes.
  function rangeOf(values, least, most) {
    const found = values.filter((value) => value > 0);
    return { min: Math.min(least, ...found.map((v) => v / 1.15)), max: Math.max(most, ...found.map((v) => v * 1.15)) };
  }

  const isMark = (value) => [1, 1.5, 2, 3, 5, 7].some((one) => {
    const power = Math.log10(value / one);
    return Math.abs(power - Math.round(power)) < 1e-6;
  });

  function axis(title, range) {
    return {
      type: "logarithmic",
      ...range,
      title: { display: true, text: title },
      ticks: { callback: (value) => (isMark(value) ? String(Number(value.toPrecision(3))) : "") },
    };
  }

  const lines = {
    id: "lines",
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.width, area.height);
      ctx.clip();
      ctx.strokeStyle = style().getPropertyValue("--ink");
      ctx.setLineDash([6, 4]);
      ctx.beginPath();
      ctx.moveTo(x.getPixelForValue(x.min), y.getPixelForValue(x.min));
      ctx.lineTo(x.getPixelForValue(x.max), y.getPixelForValue(x.max));
      ctx.stroke();
      ctx.setLineDash([1, 3]);
      ctx.beginPath();
      ctx.moveTo(area.left, y.getPixelForValue(1));
      ctx.lineTo(area.right, y.getPixelForValue(1));
      ctx.stroke();
      ctx.restore();
    },
  };

  const intervals = {
    id: "intervals",
    beforeDatasetDraw(chart, { index, meta }) {
      const dataset = chart.data.datasets[index];
      const { ctx, scales: { y } } = chart;
      ctx.save();
      ctx.strokeStyle = dataset.borderColor;
      ctx.beginPath();
      dataset.data.forEach((point, i) => {
        if (point.row.low === null) return;
        const x = meta.data[i].x;
        ctx.moveTo(x, y.getPixelForValue(point.row.low));
        ctx.lineTo(x, y.getPixelForValue(point.row.high));
      });
      ctx.stroke();
      ctx.restore();
    },
  };

  const ring = {
    id: "ring",
    afterDatasetsDraw(chart) {
      if (marked === null) return;
      const place = placeOf(chart, marked);
      if (!place) return;
      const { ctx } = chart;
      const at = chart.getDatasetMeta(place.datasetIndex).data[place.index];
      ctx.save();
      ctx.strokeStyle = style().getPropertyValue("--ink");
      ctx.lineWidth = 3;
      ctx.beginPath();
      ctx.arc(at.x, at.y, 10, 0, 2 * Math.PI);
      ctx.stroke();
      ctx.restore();
    },
  };

  function placeOf(chart, rowIndex) {
    for (const [datasetIndex, dataset] of chart.data.datasets.entries()) {
      const index = dataset.data.findIndex((point) => point.row.index === rowIndex);
      if (index >= 0) return { datasetIndex, index };
    }
    return null;
  }

  // Two for each device, the hollow one above, so that within one all marks are the same, which Chart.js draws several times as fast.
  function datasets(key) {
    const shown = points.filter((row) => row[key] !== null && row[key] > 0 && passes(row));
    const ground = style().getPropertyValue("--ground");
    return source.devices.flatMap((device) => [false, true].map((isConclusive) => {
      const kind = source.devices.indexOf(device) % kSymbols.length;
      const colour = style().getPropertyValue(`--device-${kind}`).trim();
      return {
        label: device,
        data: shown.filter((row) => row.device === device && (row.conclusive !== false) === isConclusive)
          .map((row) => ({ x: row[key], y: row.ratio, row })),
        pointStyle: kSymbols[kind],
        borderColor: colour,
        backgroundColor: isConclusive ? colour + "80" : ground,  // half transparent
        pointRadius: 4,
        pointHoverRadius: 6,
        borderWidth: 1.5,
      };
    }));
  }

  function describe(row) {
    const interval = row.low === null ? "" : ` (${fixed(row.low)} to ${fixed(row.high)})`;
    const doubt = row.conclusive === false ? ", inconclusive" : "";
    return `${row.id}${row.name ? ` ${row.name}` : ""}: measured ${fixed(row.ratio)}${interval}${doubt}, ` +
      `by lane-slots ${fixed(row.predicted)}, by sectors ${fixed(row.sectors)}, ${row.device}`;
  }

  function mark(index) {
    marked = index;
    const row = rows[index];
    find("point").textContent = row.ratio === null ? `${row.id} has no measured ratio` : describe(row);
    for (const { chart } of charts) chart.draw();
  }

  // From a student to the point, which gets a ring in both charts; the focus goes there too, so that arrow keys
  // start from it.
  function goToPoint(index) {
    chosen = index;
    mark(index);
    for (const line of document.querySelectorAll("#student-table tbody tr")) {
      line.classList.toggle("chosen", Number(line.dataset.row) === index);
    }
    const canvas = charts.length > 0 ? charts[0].chart.canvas : find("point");
    canvas.focus({ preventScroll: true });
    find("ratios").scrollIntoView();
  }

  function stepToPoint(chart, key, step) {
    const order = chart.data.datasets.flatMap((dataset) => dataset.data.map((point) => point.row))
      .sort((a, b) => a[key] - b[key] || a.ratio - b.ratio || a.index - b.index);
    if (order.length === 0) return;
    const at = order.findIndex((row) => row.index === marked);
    const next = at < 0 ? (step > 0 ? 0 : order.length - 1) : Math.min(Math.max(at + step, 0), order.length - 1);
    mark(order[next].index);
  }

  function onChartKey(event, chart, key) {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      event.preventDefault();
      stepToPoint(chart, key, Math.max(Math.min(steps[event.key], rows.length), -rows.length));
    } else if (event.key === "Enter" && marked !== null) {
      event.preventDefault();
      goToRow(marked);
    }
  }

  function makeScatter(id, key, title, x, y) {
    const canvas = find(id);
    const chart = new Chart(canvas, {
      type: "scatter",
      data: { datasets: [] },  // recolour() fills it
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: { x: axis(title, x), y: axis("measured ratio", y) },
        interaction: { mode: "nearest", intersect: true },
        plugins: {
          legend: { display: false },
          tooltip: { displayColors: false, callbacks: { label: (item) => describe(item.raw.row) } },
        },
        onClick: (event, found, own) => {
          if (found.length > 0) goToRow(own.data.datasets[found[0].datasetIndex].data[found[0].index].row.index);
        },
      },
      plugins: [lines, intervals, ring],
    });
    canvas.addEventListener("keydown", (event) => onChartKey(event, chart, key));
    charts.push({ chart, key });
  }

  function makeScatters() {
    if (points.length === 0) {
      document.querySelector("#ratios .pair").hidden = true;
      find("devices").hidden = true;
      find("point").textContent = "No submission has a measured ratio: there was no GPU to measure on.";
      return;
    }
    const x = rangeOf(points.flatMap((row) => [row.predicted, row.sectors]), 0.7, 2);
    const y = rangeOf(points.flatMap((row) => [row.ratio, row.low, row.high]), 0.5, 2);
    makeScatter("by-slots", "predicted", "predicted by lane-slots", x, y);
    makeScatter("by-sectors", "sectors", "predicted by load sectors", x, y);
  }

  const kCurves = [
    { key: "ratio", label: "ratio", dash: [], symbol: "circle" },
    { key: "unsorted", label: "unsorted time", dash: [6, 3], symbol: "triangle" },
    { key: "submitted", label: "reference's time", dash: [2, 2], symbol: "rect" },
  ];

  function calibrationCurves() {
    return kCurves.map(({ key, label, dash, symbol }, i) => ({
      label,
      borderDash: dash,
      pointStyle: symbol,
      borderColor: style().getPropertyValue(`--device-${i}`),
      backgroundColor: style().getPropertyValue(`--device-${i}`),
      pointRadius: 4,
      data: source.calibration.filter((run) => run[key] !== null)
        .map((run) => ({ x: Date.parse(run.graded_at), y: 100 * run[key], run })),
    }));
  }

  function makeCalibration() {
    const canvas = find("calibration-chart");
    if (!canvas) return null;
    const clock = (value) => new Date(value).toISOString().slice(11, 16);
    return new Chart(canvas, {
      type: "line",
      data: { datasets: [] },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: {
          x: { type: "linear", title: { display: true, text: "time of day, UTC" },
            ticks: { maxRotation: 0, callback: (value) => clock(value) } },
          y: { suggestedMin: -6, suggestedMax: 6, title: { display: true, text: "% from the median" } },
        },
        plugins: {
          legend: { labels: { usePointStyle: true } },
          tooltip: { callbacks: {
            title: (items) => `run ${items[0].raw.run.number}, ${items[0].raw.run.graded_at}`,
            label: (item) => `${item.dataset.label}: ${fixed(item.raw.y)}%`,
          } },
        },
      },
      plugins: [{
        id: "limits",
        beforeDatasetsDraw({ ctx, chartArea: area, scales: { y } }) {
          ctx.save();
          ctx.strokeStyle = style().getPropertyValue("--fail");
          for (const [limit, dash] of [[source.limits.ratio, []], [source.limits.time, [6, 3]]]) {
            ctx.setLineDash(dash);
            for (const value of [100 * limit, -100 * limit]) {
              ctx.beginPath();
              ctx.moveTo(area.left, y.getPixelForValue(value));
              ctx.lineTo(area.right, y.getPixelForValue(value));
              ctx.stroke();
            }
          }
          ctx.restore();
        },
      }],
    });
  }

  let calibration = null;

  // Colours come from the style sheet, whichever one holds: light, dark or print.
  function recolour() {
    const ink = style().getPropertyValue("--ink");
    const faint = style().getPropertyValue("--faint");
    const all = charts.map(({ chart, key }) => { chart.data.datasets = datasets(key); return chart; });
    if (calibration) {
      calibration.data.datasets = calibrationCurves();
      calibration.options.plugins.legend.labels.color = ink;
      all.push(calibration);
    }
    for (const chart of all) {
      for (const scale of Object.values(chart.options.scales)) {
        scale.ticks.color = ink;
        scale.title.color = ink;
        scale.grid = { color: faint };
      }
      chart.update("none");
    }
  }

  // ---------------------------------------------------------------------------------- all of it
  function applyFilters() {
    filterAgain(students);
    filterAgain(sentences);
    drawCharts();
  }

  function drawCharts() {
    for (const { chart, key } of charts) {
      chart.data.datasets = datasets(key);
      chart.update("none");
    }
  }

  // Paper has no pages to turn: all rows that pass the filters are printed.
  function setUpPrint() {
    const setPageSize = (table, pageSize) => table.setState((state) => ({
      ...state, pagination: { pageIndex: 0, pageSize },
    }));
    addEventListener("beforeprint", () => {
      setPageSize(students, rows.length || 1);
      setPageSize(sentences, rows.length || 1);
      recolour();
    });
    addEventListener("afterprint", () => {
      setPageSize(students, kRowsOfPage);
      setPageSize(sentences, kSentencesOfPage);
      recolour();
    });
  }

  setUpFilters();
  setUpStudents();
  makeScatters();
  calibration = makeCalibration();
  recolour();
  filterAgain(students);
  filterAgain(sentences);
  setUpPrint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
})();
