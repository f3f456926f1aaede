/// GitHub Actions: a step summary (Markdown), and annotations (workflow commands on standard output).
///
/// In the summary, text of a submission is inside an HTML block, where Markdown has no meaning.
/// There, all characters but letters, digits and a few harmless ones are character references. In
/// commands, it has the escapes that the runner knows.

#include "rowsort/page/wording.h"

#include <cctype>
#include <string_view>

#include "export/formats.h"

namespace rowsort {
namespace {

// GitHub shows at most ten annotations of a step.
constexpr int kMaxAnnotations = 10;

std::string html_text(std::string_view text, const char* line_feed = "<br>") {
  constexpr std::string_view harmless = " ,.-()";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += line_feed;
    } else if (byte >= 0x80 || std::isalnum(byte) != 0 || harmless.find(c) != std::string::npos) {
      result += c;
    } else {
      result += "&#" + std::to_string(byte) + ";";
    }
  }
  return result;
}

// The value of a workflow command. A line feed would end it and could start another command.
std::string command_value(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '%') {
      result += "%25";
    } else if (c == '\r') {
      result += "%0D";
    } else if (c == '\n') {
      result += "%0A";
    } else {
      result += c;
    }
  }
  return result;
}

// "to do" for a check that costs points in a grade that passes.
std::string outcome(const Grade& grade, const CheckResult& check) {
  if (check.status == CheckStatus::kSkipped) return "not run";
  if (check.status == CheckStatus::kPass) return "pass";
  return grade.status == GradeStatus::kPass ? "to do" : "fail";
}

std::string row(const std::string& tag, const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) {
    text += "<" + tag + ">" + html_text(cell) + "</" + tag + ">";
  }
  return text + "</tr>\n";
}

std::string annotation(const std::string& title, const std::string& message) {
  return "::error title=" + title + "::" + command_value(message) + "\n";
}

}  // namespace

std::string github_grade(const Grade& grade) {
  std::string text = "## rowsort: " + headline(grade) + "\n\n<ul>\n";
  for (const std::string& line : facts(grade)) text += "<li>" + html_text(line) + "</li>\n";
  if (const std::string& sentence = grade.answers->sentence; !sentence.empty()) {
    text += "<li>sentence: " + html_text(sentence) + "</li>\n";
  }
  text += "</ul>\n\n";
  if (!grade.build_log.empty()) {
    text += "<pre>" + html_text(grade.build_log, "&#10;") + "</pre>\n\n";
  }
  if (grade.checks.empty()) return text;
  text += "<table>\n" + row("th", {"check", "outcome", "points", ""});
  for (const CheckResult& check : grade.checks) {
    text += row("td", {check.id, outcome(grade, check), points_text(check), check.message});
  }
  return text + "</table>\n\n";
}

std::string github_annotations(const Grade& grade) {
  if (grade.status == GradeStatus::kPass) {
    return "::notice title=rowsort::" + command_value(headline(grade)) + "\n";
  }
  std::string lines;
  int count = 0;
  if (grade.error) {
    lines += annotation("rowsort " + grade.error->kind, grade.error->message);
    ++count;
  }
  for (const CheckResult& check : grade.checks) {
    const bool said = grade.error && grade.error->message == check.message;
    if (check.status != CheckStatus::kFail || said || count == kMaxAnnotations) continue;
    lines += annotation("rowsort " + check.id, check.message);
    ++count;
  }
  return lines;
}

}  // namespace rowsort
