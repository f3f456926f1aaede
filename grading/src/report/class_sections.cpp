#include "report/class_sections.h"

#include "rowsort/page/bar_chart.h"
#include "rowsort/page/drawing.h"
#include "rowsort/text.h"

#include <algorithm>

namespace rowsort::report {
namespace {

using namespace page;

constexpr std::pair<const char*, const char*> kSections[] = {
    {"ratios", "Ratios"},         {"students", "Students"}, {"attention", "Attention"},
    {"lane-slots", "Lane-slots"}, {"checks", "Checks"},     {"calibration", "Calibration"},
    {"sentences", "Sentences"}};

void add_fact(Node list, const std::string& name, const std::string& value) {
  Node fact = add(list, "div");
  add_text(fact, "dt", name);
  add_text(fact, "dd", value);
}

std::size_t count(const ClassGrades& grades, Outcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(grades.rows.begin(), grades.rows.end(),
                    [&](const ClassRow& row) { return row.outcome == outcome; }));
}

std::string number(const std::optional<double>& value, int digits = 2) {
  return value ? fixed(*value, digits) : "";
}

// A canvas which a script draws on; its text stands for it where nothing can be drawn.
void add_chart(Node figure, const std::string& id, const std::string& label) {
  Node box = add(figure, "div", {{"class", "chart"}});
  add_text(box, "canvas", label,
           {{"id", id}, {"role", "img"}, {"tabindex", "0"}, {"aria-label", label}});
}

void add_needs_script(Node section) {
  add_text(add(section, "noscript"), "p", "This part is drawn by a script, and scripts are off.");
}

std::vector<std::string> device_cells(const DeviceSummary& device) {
  const bool measured = device.measured > 0;
  return {device.device,
          grouped(device.graded),
          grouped(device.measured),
          grouped(device.inconclusive),
          measured ? fixed(device.middle, 2) : "",
          measured ? fixed(device.low, 2) + " to " + fixed(device.high, 2) : "",
          number(device.predicted),
          number(device.predicted_by_sectors)};
}

void add_selector(Node form, const std::string& id, const std::string& label) {
  Node line = add(form, "label");
  put_text(line, label + " ");
  add_text(line, "select", "", {{"id", id}});
}

std::string off_text(const CalibrationRun& run, const CalibrationJudgement& judgement) {
  if (!judgement.is_off()) return "steady";
  if (run.message.empty()) return "off: " + judgement.off_because;
  return "off: " + judgement.off_because + ": " + run.message;
}

std::string deviation(const std::optional<double>& share) {
  if (!share) return "";
  return (*share < 0 ? "-" : "+") + percent(std::abs(*share));
}

std::vector<std::string> calibration_cells(const CalibrationRun& run,
                                           const CalibrationJudgement& judgement) {
  const GradeDocument grade = run.grade ? *run.grade : GradeDocument{};
  return {std::to_string(run.number),
          run.graded_at,
          grade.device,
          number(grade.measured_ratio, 3),
          deviation(judgement.ratio),
          number(grade.unsorted_microseconds, 1),
          deviation(judgement.unsorted),
          number(grade.submitted_microseconds, 1),
          deviation(judgement.submitted),
          off_text(run, judgement)};
}

}  // namespace

void add_class_heading(Node main, const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  Node header = add(main, "header");
  add_text(add(header, "h1"), "bdi", title);
  Node facts = add(header, "dl", {{"class", "facts"}});
  add_fact(facts, "Students", grouped(grades.rows.size()));
  for (const Outcome outcome : {Outcome::kPass, Outcome::kFail, Outcome::kUnreadable,
                                Outcome::kMissing, Outcome::kInfrastructure, Outcome::kNotDone}) {
    add_fact(facts, outcome_name(outcome), grouped(count(grades, outcome)));
  }
  add_fact(facts, "Want a rerun", grouped(findings.reruns.size()));
  const Drift& drift = findings.drift;
  const char* const steady = drift.compared > 1 ? "verdict pass" : "verdict";
  add_text(header, "p", drift.verdict(),
           {{"id", "drift"}, {"class", drift.drifts() ? "verdict fail" : steady}});
  Node links = add(add(header, "nav", {{"aria-label", "Parts of this page"}}), "ul");
  for (const auto& [id, name] : kSections) {
    add_text(add(links, "li"), "a", name, {{"href", std::string("#") + id}});
  }
}

void add_ratio_section(Node main, const ClassGrades&, const Findings& findings) {
  Node section = add_section(main, "ratios", "Predicted and measured ratios");
  add_text(section, "p",
           "Unsorted time / sorted time, on the same axes twice: as lane-slots predict it, and as "
           "load sectors do. Bars are 95% intervals where a grade states one; hollow marks are "
           "inconclusive. Dashed: measured = predicted. Dotted: sorting changes nothing. A "
           "measured ratio below 1 costs nobody points.");
  add_text(section, "fieldset", "", {{"id", "devices"}, {"hidden", ""}});
  Node pair = add(section, "div", {{"class", "pair"}});
  const char* const how = "Arrow keys go from point to point, Enter goes to the student's row.";
  add_chart(add_figure(pair), "by-slots",
            std::string("Measured ratio against the ratio by lane-slots. ") + how);
  add_chart(add_figure(pair), "by-sectors",
            std::string("Measured ratio against the ratio by load sectors. ") + how);
  add_text(section, "p", "", {{"id", "point"}, {"class", "point"}, {"aria-live", "polite"}});
  add_needs_script(section);
  std::vector<std::vector<std::string>> rows;
  for (const DeviceSummary& device : findings.devices) rows.push_back(device_cells(device));
  if (rows.empty()) return;
  Node table = add_table(section,
                         {"device", "graded", "measured", "inconclusive", "median ratio",
                          "10% to 90%", "by lane-slots", "by sectors"},
                         rows);
  table.append_attribute("id").set_value("device-table");
}

void add_student_section(Node main, const ClassGrades&, const Findings&) {
  Node section = add_section(main, "students", "Students");
  Node form = add(section, "div", {{"class", "filters"}, {"role", "search"}, {"hidden", ""}});
  Node line = add(form, "label");
  put_text(line, "Search ");
  add(line, "input", {{"id", "search"}, {"type", "search"}, {"autocomplete", "off"}});
  add_selector(form, "outcome", "Outcome");
  add_selector(form, "section", "Section");
  add_selector(form, "flag", "Flag");
  add_text(form, "button", "Clear", {{"id", "clear"}, {"type", "button"}});
  add_text(section, "p", "", {{"id", "shown"}, {"aria-live", "polite"}});
  Node box = add(section, "div", {{"class", "table"}, {"tabindex", "0"}});
  add_text(box, "table", "", {{"id", "student-table"}});
  add_text(section, "div", "", {{"id", "student-pages"}, {"class", "pages"}});
  add_needs_script(section);
}

void add_lane_slot_section(Node main, const ClassGrades&, const Findings& findings) {
  Node section = add_section(main, "lane-slots", "Lane-slots of the submitted orders");
  BarChart chart;
  chart.labels_name = "lane-slots, as multiples of the minimum";
  chart.values_name = "submissions";
  std::string text = "Of the published matrix.";
  for (const SlotBin& bin : findings.lane_slots) {
    chart.bars.push_back(
        {bin.label, static_cast<double>(bin.rows), grouped(bin.rows), BarStyle::kSubmitted});
  }
  if (findings.without_lane_slots > 0) {
    text += " " + counted(findings.without_lane_slots, "submission") +
            " with a grade gave no order that could be counted.";
  }
  Node figure = add_figure(section);
  draw_bar_chart(figure, {"slot-bars", "Lane-slots of the submitted orders", text}, chart);
  add_text(figure, "figcaption", text);
}

void add_check_rate_section(Node main, const ClassGrades&, const Findings& findings) {
  Node section = add_section(main, "checks", "Pass rate of each check");
  std::vector<std::vector<std::string>> rows;
  for (const CheckRate& rate : findings.checks) {
    const auto share = rate.pass_rate();
    rows.push_back({rate.id, share ? percent(*share) : "", grouped(rate.passed),
                    grouped(rate.failed), grouped(rate.skipped)});
  }
  if (rows.empty()) {
    add_text(section, "p", "There is no grade yet.");
    return;
  }
  add_table(section, {"check", "pass rate", "pass", "fail", "skipped"}, rows);
  add_text(section, "p",
           "The rate is of those that passed or failed. Skipped: it did not apply, or an earlier "
           "check stopped it.");
}

void add_calibration_section(Node main, const ClassGrades& grades, const Findings& findings) {
  Node section = add_section(main, "calibration", "Was the runner steady?");
  add_text(section, "p", findings.drift.verdict());
  const DriftRule rule;
  add_text(section, "p",
           "A run of the reference is off when it does not pass, or when its ratio differs from "
           "the median of all runs on the same device by more than " +
               percent(rule.ratio) + " or one of its times by more than " + percent(rule.time) +
               ". With " + grouped(rule.runs_for_trend) +
               " runs or more, the first third and the last third are compared in the same way. "
               "What was measured beside a run that is off wants a rerun.");
  if (grades.calibration.empty()) return;
  if (findings.drift.compared > 0) {
    add_chart(add_figure(section), "calibration-chart",
              "The reference's ratio and times over the batch, as deviations from their medians.");
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < grades.calibration.size(); ++i) {
    rows.push_back(calibration_cells(grades.calibration[i], findings.drift.runs[i]));
  }
  add_table(section,
            {"run", "graded at", "device", "ratio", "", "unsorted, us", "", "submitted, us", "",
             "judgement"},
            rows);
}

void add_sentence_section(Node main, const ClassGrades&, const Findings&) {
  Node section = add_section(main, "sentences", "The sentences");
  add_text(section, "p",
           "For the person who grades them. Points go into the column points_by_hand of the CSV "
           "and come back with rowsort report GRADES --points FILE. The filters above hold here "
           "too.");
  add_text(section, "ol", "", {{"id", "sentence-list"}});
  add_text(section, "div", "", {{"id", "sentence-pages"}, {"class", "pages"}});
  add_needs_script(section);
}

}  // namespace rowsort::report
