/// JUnit XML, as CI systems read it: each check a test case. What is wrong is a failure; where the
/// submission could not be run to its end (it crashed, ran past a limit, does not compile) or the
/// machine was at fault, it is an error.

#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "export/formats.h"
#include "export/summary.h"
#include <pugixml.hpp>

namespace rowsort {
namespace {

// Verdicts on what a submission that ran to its end did.
constexpr std::array kWrong = {"wrong_answer", "tampered_input", "unreadable_answers"};

bool is_wrong(const std::string& kind) {
  return std::find(kWrong.begin(), kWrong.end(), kind) != kWrong.end();
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

class Suite {
 public:
  Suite(pugi::xml_node parent, const GradeDocument& grade)
      : grade_(grade), suite_(parent.append_child("testsuite")) {}

  void write() {
    set(suite_, "name", "rowsort");
    for (const char* count : {"tests", "failures", "errors", "skipped"}) {
      suite_.append_attribute(count);
    }
    properties();
    for (const DocumentCheck& check : grade_.checks) add(check);
    if (has_error() && errors_ == 0) {
      finding(test_case("grade"), "error", grade_.error->kind, grade_.error->message);
      ++errors_;
    }
    count("tests", tests_);
    count("failures", failures_);
    count("errors", errors_);
    count("skipped", skipped_);
  }

 private:
  bool has_error() const { return grade_.error && !is_wrong(grade_.error->kind); }

  void count(const char* name, int number) { suite_.attribute(name).set_value(number); }

  pugi::xml_node test_case(const std::string& name) {
    ++tests_;
    pugi::xml_node node = suite_.append_child("testcase");
    set(node, "name", name);
    set(node, "classname", "rowsort");
    return node;
  }

  static void finding(pugi::xml_node node, const char* element, const std::string& type,
                      const std::string& message) {
    pugi::xml_node child = node.append_child(element);
    set(child, "message", message);
    if (!type.empty()) set(child, "type", type);
  }

  // Without answers.json the code is judged all the same, so that check is never what an error
  // stopped.
  void add(const DocumentCheck& check) {
    pugi::xml_node node = test_case(check.id);
    if (check.status == "skipped") {
      finding(node, "skipped", "", check.message);
      ++skipped_;
    } else if (check.status == "fail" && has_error() && check.id != "answers") {
      finding(node, "error", grade_.error->kind, check.message);
      ++errors_;
    } else if (check.status == "fail") {
      finding(node, "failure", check.id, check.message);
      ++failures_;
    }
  }

  void properties() {
    pugi::xml_node list = suite_.append_child("properties");
    const auto put = [&](const char* name, const std::string& value) {
      pugi::xml_node property = list.append_child("property");
      set(property, "name", name);
      set(property, "value", value);
    };
    put("submission", grade_.submission);
    put("result", headline(grade_));
    if (grade_.score) put("score", shortest(*grade_.score));
    put("max_score", shortest(grade_.max_score));
    if (grade_.submitted_lane_slots) {
      put("submitted_lane_slots", std::to_string(*grade_.submitted_lane_slots));
    }
    if (grade_.measured_ratio) put("measured_ratio", shortest(*grade_.measured_ratio));
    if (!grade_.device.empty()) put("device", grade_.device);
    if (!grade_.build_log.empty()) put("build_log", grade_.build_log);
  }

  const GradeDocument& grade_;
  pugi::xml_node suite_;
  int tests_ = 0;
  int failures_ = 0;
  int errors_ = 0;
  int skipped_ = 0;
};

}  // namespace

ExportedGrade junit_grade(const GradeDocument& grade) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  Suite(document.append_child("testsuites"), grade).write();
  std::ostringstream text;
  document.save(text, "  ");
  return {text.str(), ""};
}

}  // namespace rowsort
