#pragma once

#include "rowsort/page/markup.h"

#include <string>

#include "report/findings.h"

/// The parts of the class page. Each appends one section to `main`. Students and sentences are left
/// empty: class_page.js fills them in.
namespace rowsort::report {

void add_class_heading(page::Node main, const ClassGrades& grades, const Findings& findings,
                       const std::string& title);

/// Predicted against measured ratios: two charts, and a table by device.
void add_ratio_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The table of students, with search and filters, which apply to the charts too.
void add_student_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// Reruns, claims that disagree, identical submissions, who is missing, kinds of errors.
void add_attention_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// How many lane-slots the submitted orders need.
void add_lane_slot_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// Pass rate of each check.
void add_check_rate_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The reference over time, and the rule that says whether the runner drifts.
void add_calibration_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The sentences, for the person who grades them.
void add_sentence_section(page::Node main, const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort::report
