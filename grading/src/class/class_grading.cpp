#include "class/class_grading.h"

#include "rowsort/grade/grade_json.h"
#include "rowsort/text.h"

#include "class/grader_process.h"

namespace rowsort {
namespace {

namespace fs = std::filesystem;

bool is_grade(StudentState state) {
  return state == StudentState::kGraded || state == StudentState::kUnreadable;
}

GraderEnd grade_one(const ClassGrading& grading, const fs::path& submission,
                    const std::string& name, const fs::path& json, const Descriptor& lock) {
  return run_grader({.submission = submission,
                     .name = name,
                     .arguments = grading.arguments,
                     .json = json,
                     .limit = grading.limit,
                     .lock = lock.get()});
}

class StudentGrading {
 public:
  StudentGrading(const ClassGrading& grading, const Student& student, const Descriptor& lock)
      : grading_(grading), student_(student), lock_(lock), folder_(grading.grades, student.id) {
    folder_.recover();
    old_ = folder_.state();
    // A grade that is gone has to be made again.
    if (old_ && is_grade(old_->state) && !folder_.has_grade()) old_.reset();
  }

  StudentOutcome run(const std::function<void()>& before_grading) {
    if (!student_.problem.empty()) return failed(student_.problem);
    if (!student_.submission) return missing("nothing was handed in");
    if (!fs::exists(*student_.submission)) {
      return missing(student_.submission->string() + " does not exist");
    }
    const Fingerprint fingerprint = take_fingerprint(*student_.submission);
    if (!fingerprint.unreachable.empty()) return failed(fingerprint.unreachable);
    if (is_up_to_date(fingerprint)) return unchanged();
    if (grading_.look_only) return to_do();
    before_grading();
    return grade(fingerprint);
  }

 private:
  bool has_old_grade() const { return old_ && is_grade(old_->state); }

  // The name comes from the roster and may have been corrected there.
  StudentRecord named(StudentRecord record) const {
    record.id = student_.id;
    record.name = student_.name;
    record.section = student_.section;
    return record;
  }

  // A record that holds nothing but what was handed in, and by whom.
  StudentRecord new_record(StudentState state) const {
    StudentRecord record = named({});
    record.submission = student_.submission;
    record.state = state;
    record.graded_at = utc_now();
    record.attempts = old_ ? old_->attempts : 0;
    return record;
  }

  bool is_up_to_date(const Fingerprint& fingerprint) const {
    if (!has_old_grade() || old_->regrade) return false;
    if (old_->options != grading_.deciding) return false;
    if (grading_.seed && old_->seed != grading_.seed) return false;
    if (old_->source_sha256 != fingerprint.source_sha256 ||
        old_->answers_sha256 != fingerprint.answers_sha256) {
      return false;
    }
    return fingerprint.refusal.empty() || old_->message == fingerprint.refusal;
  }

  StudentOutcome done(const StudentRecord& record, const std::string& headline) {
    if (record != old_) folder_.commit_state(record);
    return {record, true, false, headline};
  }

  StudentOutcome unchanged() {
    StudentRecord record = named(*old_);
    record.submission = student_.submission;
    // It may be about a later submission that could not be graded and was withdrawn.
    if (record.state == StudentState::kGraded) record.message.reset();
    return done(record, "graded before");
  }

  StudentOutcome to_do() const {
    StudentRecord record = named(old_.value_or(StudentRecord()));
    if (!old_) record.state = StudentState::kInfrastructure;
    return {record, false, false, "not graded yet"};
  }

  // A submission that is gone, for example because a folder is not mounted, keeps its grade.
  StudentOutcome missing(const std::string& why) {
    if (has_old_grade()) {
      StudentRecord record = named(*old_);
      record.message = why + "; this is the grade of an earlier submission";
      return done(record, "graded before; " + why);
    }
    StudentRecord record = new_record(StudentState::kMissing);
    record.message = why;
    if (old_) record.graded_at = old_->graded_at;
    return done(record, "missing: " + why);
  }

  StudentOutcome failed(const std::string& why) {
    StudentRecord record;
    if (has_old_grade()) {
      record = named(*old_);
      record.message = "an earlier grade was kept because a new one could not be made on " +
                       utc_now() + ": " + why;
    } else {
      record = new_record(StudentState::kInfrastructure);
      record.message = why;
      record.seconds = seconds_;
      record.options = grading_.deciding;
    }
    record.attempts += attempted_ ? 1 : 0;
    folder_.commit_state(record);
    return {record, false, attempted_,
            (has_old_grade() ? "earlier grade kept: " : "not graded: ") + why};
  }

  StudentOutcome grade(const Fingerprint& fingerprint) {
    const GraderEnd end =
        grade_one(grading_, *student_.submission, student_.id, folder_.new_grade(), lock_);
    seconds_ = end.seconds;
    attempted_ = true;
    if (!end.graded) return failed(end.headline);

    const bool unreadable = end.refused && !fingerprint.refusal.empty();
    StudentRecord record =
        new_record(unreadable ? StudentState::kUnreadable : StudentState::kGraded);
    // If the submission was replaced during grading, these differ from it and it is graded next
    // time.
    record.source_sha256 = fingerprint.source_sha256;
    record.answers_sha256 = fingerprint.answers_sha256;
    if (unreadable) record.message = fingerprint.refusal;
    record.seconds = end.seconds;
    ++record.attempts;
    record.options = grading_.deciding;
    record.seed = grading_.seed;
    folder_.commit_grade(record);
    return {record, true, true, end.headline};
  }

  const ClassGrading& grading_;
  const Student& student_;
  const Descriptor& lock_;
  StudentFolder folder_;
  std::optional<StudentRecord> old_;
  double seconds_ = 0;
  bool attempted_ = false;
};

}  // namespace

void ask_for_regrade(const ClassGrading& grading, const std::string& id) {
  const Descriptor lock = lock_folder(grading.grades.student(id));
  const StudentFolder folder(grading.grades, id);
  folder.recover();
  std::optional<StudentRecord> record = folder.state();
  if (!record || record->regrade) return;
  record->regrade = true;
  folder.commit_state(*record);
}

StudentOutcome bring_up_to_date(const ClassGrading& grading, const Student& student,
                                const Descriptor& lock,
                                const std::function<void()>& before_grading) {
  return StudentGrading(grading, student, lock).run(before_grading);
}

std::string calibrate(const ClassGrading& grading, const fs::path& reference) {
  const ClassFolder& grades = grading.grades;
  const Descriptor lock = lock_folder(grades.calibration());
  const fs::path json = grades.calibration() / ".next.json";
  fs::remove(json);
  const GraderEnd end = grade_one(grading, reference, "calibration", json, lock);
  if (!end.graded || read_grade(json).status != GradeStatus::kPass) {
    fs::remove(json);
    return end.headline;
  }
  // Also after a grade whose state was never written.
  const std::uint64_t number = last_number(grades.calibration()) + 1;
  fs::rename(json, grades.calibration_grade(number));
  write_calibration_state(grades.calibration_state(number), {utc_now(), end.seconds});
  return {};
}

}  // namespace rowsort
