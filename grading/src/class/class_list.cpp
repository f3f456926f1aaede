#include "class/class_list.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "class/roster.h"

namespace rowsort {
namespace {

namespace fs = std::filesystem;

// Of uploads, including kinds that intake refuses with a message.
constexpr std::array<std::string_view, 14> kExtensions = {
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tar", ".zip",
    ".cu",     ".7z",      ".rar",    ".gz",      ".xz",  ".bz2", ".pdf"};

// A folder's whole name is the id.
std::string id_of(const fs::directory_entry& entry) {
  std::string name = entry.path().filename();
  if (entry.is_directory()) return name;
  for (const std::string_view extension : kExtensions) {
    if (name.size() > extension.size() && name.ends_with(extension)) {
      return name.substr(0, name.size() - extension.size());
    }
  }
  return name;
}

using Found = std::map<std::string, std::vector<fs::path>>;  // by id

Found find_submissions(const fs::path& folder, const std::optional<fs::path>& roster,
                       std::vector<std::string>& not_taken) {
  Found found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    std::error_code error;
    if (name.starts_with('.') || (roster && fs::equivalent(entry.path(), *roster, error))) continue;
    const std::string id = id_of(entry);
    if (is_student_id(id)) {
      found[id].push_back(entry.path());
    } else {
      not_taken.push_back(visible_text(name));
    }
  }
  std::sort(not_taken.begin(), not_taken.end());
  return found;
}

void take_found(Student& student, const std::vector<fs::path>& paths) {
  if (paths.size() == 1) {
    student.submission = paths.front();
    return;
  }
  std::vector<std::string> names;
  for (const fs::path& path : paths) names.push_back(path.filename());
  std::sort(names.begin(), names.end());
  student.problem = "found " + joined(names, " and ") + ": keep only the one that counts";
}

void add_roster_row(ClassList& list, const RosterRow& row, const fs::path& folder, Found& found) {
  Student student{row.id, row.name, row.section, {}, {}};
  const auto by_name = found.extract(row.id);
  if (!row.submission.empty()) {
    student.submission = folder / row.submission;
  } else if (by_name) {
    take_found(student, by_name.mapped());
  }
  list.students.push_back(std::move(student));
}

std::string roster_of_ids(const std::vector<Student>& students) {
  std::string text = "id,name,section\n";
  for (const Student& student : students) text += student.id + ",,\n";
  return text;
}

// A submission that the roster gives to one student belongs to nobody else, whatever its name is.
void drop_named(const Roster& roster, const fs::path& folder, Found& found) {
  for (const RosterRow& row : roster.rows) {
    if (row.submission.empty()) continue;
    std::error_code error;
    const fs::path named = fs::weakly_canonical(folder / row.submission, error);
    std::erase_if(found, [&](const auto& entry) {
      return std::any_of(entry.second.begin(), entry.second.end(), [&](const fs::path& path) {
        return fs::weakly_canonical(path, error) == named;
      });
    });
  }
}

void add_students_of(const ClassFolder& grades, ClassList& list) {
  std::set<std::string> ids = ids_in(grades);
  for (const Student& student : list.students) ids.erase(student.id);
  for (const std::string& id : ids) {
    try {
      const auto record = read_state(grades.state(id));
      if (record) list.students.push_back({id, record->name, record->section, {}, {}});
    } catch (const UsageError&) {
      list.students.push_back({id, {}, {}, {}, {}});
    }
  }
}

}  // namespace

ClassList list_class(const fs::path& submissions, const std::optional<fs::path>& roster_file,
                     const ClassFolder& grades) {
  const fs::path path = fs::absolute(submissions).lexically_normal();
  if (!fs::exists(path)) throw UsageError(submissions.string() + " does not exist");
  const bool is_folder = fs::is_directory(path);
  if (!is_folder && roster_file) {
    throw UsageError(submissions.string() +
                     " is not a folder: give a folder and --roster, or only a roster with a column "
                     "submission");
  }
  const std::optional<fs::path> file = is_folder ? roster_file : std::optional(path);
  const fs::path folder = is_folder ? path : path.parent_path();
  ClassList list;
  Found found = is_folder ? find_submissions(folder, file, list.not_taken) : Found();
  if (file) {
    const Roster roster = read_roster(*file);
    if (!is_folder && !roster.column("submission")) {
      throw UsageError(submissions.string() +
                       " has no column submission: add one, or give the folder of submissions and "
                       "this file as --roster");
    }
    drop_named(roster, folder, found);
    for (const RosterRow& row : roster.rows) add_roster_row(list, row, folder, found);
    list.roster = read_file(*file);
  }
  for (const auto& [id, paths] : found) {
    list.students.push_back({id, {}, {}, {}, {}});
    take_found(list.students.back(), paths);
  }
  add_students_of(grades, list);
  std::ranges::sort(list.students, {}, &Student::id);
  if (!file) list.roster = roster_of_ids(list.students);
  return list;
}

}  // namespace rowsort
