// Students, filters and sentences of the class page, and the ways between a student's row and point. TanStack Table
// sorts, filters and pages. The charts and all texts but a few come from the page; every text of a student is added as
// text.
"use strict";
(function () {
  const kRowsOfPage = 50;
  const kSentencesOfPage = 25;

  const find = (id) => document.getElementById(id);
  const grouped = (number) => number.toLocaleString("en-US");
  const { columns, rows: cells } = JSON.parse(find("class-data").textContent);
  const shownColumns = columns.filter((column) => column.heading);
  const rows = cells.map((values, index) => {
    const row = { index };
    columns.forEach(({ name }, i) => { row[name] = values[i]; });
    row.words = values.filter((value) => typeof value === "string").join("\n").toLowerCase();
    return row;
  });

  function textOf(row, { name, digits }) {
    if (!digits || row[name] === null) return row[name] || "";
    return row[name].toLocaleString("en-US", { minimumFractionDigits: digits[0], maximumFractionDigits: digits[1] });
  }

  const hintOf = (row, { hint }) => hint.map((name) => textOf(row, columns.find((column) => column.name === name)))
    .filter((text) => text).join(" to ");

  function element(name, text, attributes = {}) {
    const node = document.createElement(name);
    node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  // ------------------------------------------------------------------------------------------ filters
  // One set of filters for charts, students and sentences.
  const kSelectors = ["outcome", "section", "flags"];
  const boxes = [...document.querySelectorAll("#devices input")];
  const wordsOf = (row, id) => row[id].split("; ").filter((word) => word);

  function fillSelector(id) {
    const counts = new Map();
    for (const word of rows.flatMap((row) => wordsOf(row, id))) counts.set(word, (counts.get(word) || 0) + 1);
    find(id).append(element("option", "all", { value: "" }));
    for (const value of [...counts.keys()].sort()) {
      find(id).append(element("option", `${value} (${grouped(counts.get(value))})`, { value }));
    }
    find(id).disabled = counts.size === 0;
    find(id).addEventListener("change", applyFilters);
  }

  function clearFilters() {
    for (const id of ["search", ...kSelectors]) find(id).value = "";
    for (const box of boxes) box.checked = true;
    applyFilters();
  }

  function applyFilters() {
    const words = find("search").value.toLowerCase().split(/\s+/);
    const wanted = kSelectors.map((id) => [id, find(id).value]).filter(([, value]) => value);
    const hidden = new Set(boxes.filter((box) => !box.checked).map((box) => box.value));
    passing = new Set(rows.filter((row) => !hidden.has(row.device) && words.every((word) => row.words.includes(word)) &&
      wanted.every(([id, value]) => wordsOf(row, id).includes(value))));
    filterAgain(students);
    filterAgain(sentences);
    for (const point of document.querySelectorAll(".points [data-row]")) {
      point.toggleAttribute("hidden", !passing.has(rows[point.dataset.row]));
    }
    if (chosen !== null) moveRings();
  }

  function setUpFilters() {
    kSelectors.forEach(fillSelector);
    find("search").addEventListener("input", applyFilters);
    find("clear").addEventListener("click", clearFilters);
    for (const box of boxes) box.addEventListener("change", applyFilters);
    if (find("devices")) find("devices").disabled = false;
    document.querySelector(".filters").hidden = false;
  }

  // ------------------------------------------------------------------------------------------- tables
  // A table of TanStack Table's core, which keeps its state here and calls `draw` when that changed. A number that is
  // not there comes last, whichever way its column is sorted.
  function makeTable(data, pageSize, draw) {
    const table = TableCore.createTable({
      data,
      columns: shownColumns.map(({ name, digits }) => ({
        id: name,
        accessorFn: (row) => (row[name] === null ? undefined : row[name]),
        sortingFn: digits ? "basic" : "alphanumeric",
        sortUndefined: "last",
        sortDescFirst: Boolean(digits),
      })),
      state: {},
      onStateChange: () => {},
      renderFallbackValue: null,
      autoResetPageIndex: false,
      globalFilterFn: (row) => passing.has(row.original),
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

  // ----------------------------------------------------------------------------------------- students
  let passing = new Set(rows);
  let chosen = null;  // index of the row that was last chosen, in the table or in a chart
  const students = makeTable(rows, kRowsOfPage, drawStudents);

  function makeHead() {
    const line = element("tr", "");
    for (const { name, heading, digits } of shownColumns) {
      const cell = element("th", "", { scope: "col", "data-column": name, class: digits ? "number" : "" });
      const button = element("button", heading, { type: "button" });
      button.addEventListener("click", () => students.getColumn(name).toggleSorting());
      cell.append(button);
      line.append(cell);
    }
    const head = element("thead", "");
    head.append(line);
    find("student-table").append(head, element("tbody", ""));
  }

  function studentLine(row) {
    const line = element("tr", "", { "data-row": row.index, "data-outcome": row.outcome });
    for (const column of shownColumns) {
      const cell = element(column.name === "id" ? "th" : "td", "",
        { "data-column": column.name, class: column.digits ? "number" : "", title: hintOf(row, column) });
      if (column.name === "id") {
        cell.scope = "row";
        cell.append(element("button", row.id, { type: "button", class: "point-of", title: "show in the charts" }));
      } else {
        cell.append(element("bdi", textOf(row, column)));
      }
      line.append(cell);
    }
    line.classList.toggle("chosen", row.index === chosen);
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
    if (!passing.has(rows[index])) clearFilters();
    choose(index);
    const place = students.getSortedRowModel().rows.findIndex((row) => row.original.index === index);
    students.setPageIndex(Math.floor(place / students.getState().pagination.pageSize));
    const button = document.querySelector(`#student-table tr[data-row="${index}"] button`);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "center", inline: "nearest" });
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
      const target = event.target.closest("button.student, .points [data-row]");
      if (target) goToRow(Number(target.dataset.row));
    });
  }

  // ---------------------------------------------------------------------------------------- sentences
  const sentences = makeTable(rows.filter((row) => row.sentence), kSentencesOfPage, drawSentences);

  function sentenceItem(row) {
    const item = element("li", "", { "data-row": row.index });
    const heading = element("p", "", { class: "who" });
    heading.append(element("button", row.id, { type: "button", class: "student", "data-row": row.index }),
      " ", element("bdi", row.name));
    const points = row.points_by_hand === null ? "no points by hand yet" : `${row.points_by_hand} by hand`;
    heading.append(element("span", points, { class: "by-hand" }));
    const quote = element("blockquote", "");
    quote.append(element("bdi", row.sentence));
    item.append(heading, quote);
    if (row.comment_by_hand) {
      const comment = element("p", "Comment: ", { class: "comment" });
      comment.append(element("bdi", row.comment_by_hand));
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
  const charts = [...document.querySelectorAll(".scatter")];
  const pointOf = (chart, index) => chart.querySelector(`.points [data-row="${index}"]:not([hidden])`);

  function describe(row) {
    const ratios = shownColumns.filter(({ name }) => name.startsWith("ratio_")).map((column) => {
      const hint = hintOf(row, column);
      return `${column.heading} ${textOf(row, column)}${hint && ` (${hint})`}`;
    });
    return [`${row.id} ${row.name}`.trim() + ": " + ratios.join(", "), row.device, row.flags].filter((text) => text).join(", ");
  }

  function moveRings() {
    for (const chart of charts) {
      const point = pointOf(chart, chosen);
      const ring = chart.querySelector(".ring");
      ring.toggleAttribute("hidden", !point);
      if (point) ring.setAttribute("transform", point.getAttribute("transform"));
    }
  }

  // Marks the student's point and row.
  function choose(index) {
    chosen = index;
    const row = rows[index];
    find("point").textContent = row.ratio_measured === null ? `${row.id} has no measured ratio` : describe(row);
    moveRings();
    for (const line of document.querySelectorAll("#student-table tbody tr")) {
      line.classList.toggle("chosen", Number(line.dataset.row) === index);
    }
  }

  // The focus goes to a chart, so that arrow keys start from the student's point.
  function goToPoint(index) {
    choose(index);
    (charts[0] || find("point")).focus({ preventScroll: true });
    find("ratios").scrollIntoView();
  }

  function onChartKey(event, chart) {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -rows.length, End: rows.length };
    if (event.key in steps) {
      event.preventDefault();
      const points = [...chart.querySelectorAll(".points [data-row]:not([hidden])")];
      if (points.length === 0) return;
      const step = steps[event.key];
      const at = points.indexOf(pointOf(chart, chosen));
      const wanted = at < 0 ? (step > 0 ? 0 : points.length - 1) : at + step;
      choose(Number(points[Math.min(Math.max(wanted, 0), points.length - 1)].dataset.row));
    } else if (event.key === "Enter" && chosen !== null) {
      event.preventDefault();
      goToRow(chosen);
    }
  }

  // A point gets its tooltip when it is first pointed at: those of all would make the page several times as large.
  function addTooltip({ target }) {
    if (!target.dataset.row || target.firstChild) return;
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = describe(rows[target.dataset.row]);
    target.append(title);
  }

  function setUpCharts() {
    for (const chart of charts) {
      chart.addEventListener("keydown", (event) => onChartKey(event, chart));
      chart.querySelector(".points").addEventListener("pointerover", addTooltip);
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
    });
    addEventListener("afterprint", () => {
      setPageSize(students, kRowsOfPage);
      setPageSize(sentences, kSentencesOfPage);
    });
  }

  setUpFilters();
  setUpStudents();
  setUpCharts();
  applyFilters();
  setUpPrint();
})();
