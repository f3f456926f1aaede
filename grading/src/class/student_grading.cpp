#include "class/student_grading.h"

#include "class/grader_process.h"
#include "class/student_folder.h"

namespace rowsort {
namespace {

bool is_grade(StudentState state) {
  return state == StudentState::kGraded || state == StudentState::kUnreadable;
}

class StudentGrading {
 public:
  StudentGrading(const ClassGrading& grading, const Student& student, const FolderLock& lock)
      : grading_(grading), student_(student), lock_(lock), folder_(grading.grades, student.id) {
    folder_.recover();
    old_ = folder_.state();
    // A grade that is gone has to be made again.
    if (old_ && is_grade(old_->state) && !folder_.has_grade()) old_.reset();
  }

  StudentOutcome run(const std::function<void()>& before_grading) {
    if (!student_.problem.empty()) return failed(student_.problem);
    if (!student_.submission) return missing("nothing was handed in");
    if (!std::filesystem::exists(*student_.submission)) {
      return missing(student_.submission->string() + " is not there");
    }
    const Fingerprint fingerprint = take_fingerprint(*student_.submission);
    if (!fingerprint.unreachable.empty()) return failed(fingerprint.unreachable);
    if (is_up_to_date(fingerprint)) return unchanged();
    if (grading_.look_only) return to_do();
    before_grading();
    return grade(fingerprint);
  }

 private:
  // Who the student is comes from the roster, and may be mended there.
  StudentRecord named(StudentRecord record) const {
    record.id = student_.id;
    record.name = student_.name;
    record.section = student_.section;
    return record;
  }

  bool is_up_to_date(const Fingerprint& fingerprint) const {
    if (!old_ || old_->regrade || !is_grade(old_->state)) return false;
    if (old_->options != grading_.deciding) return false;
    if (grading_.seed && old_->seed != grading_.seed) return false;
    if (old_->source_sha256 != fingerprint.source_sha256 ||
        old_->answers_sha256 != fingerprint.answers_sha256) {
      return false;
    }
    return fingerprint.refusal.empty() || old_->message == fingerprint.refusal;
  }

  StudentOutcome unchanged() {
    StudentRecord record = named(*old_);
    record.submission = student_.submission;
    // Of an attempt that failed since, at a submission that was taken back.
    if (record.state == StudentState::kGraded) record.message.reset();
    if (record != *old_) folder_.commit_state(record);
    return {record, true, false, "graded before"};
  }

  StudentOutcome to_do() const {
    StudentRecord record = named(old_.value_or(StudentRecord()));
    if (!old_) record.state = StudentState::kInfrastructure;
    return {record, false, false, "not graded yet"};
  }

  // A submission that is gone, as from a folder that is not mounted, takes no grade with it.
  StudentOutcome missing(const std::string& why) {
    if (old_ && is_grade(old_->state)) {
      StudentRecord record = named(*old_);
      record.message = why + "; this is the grade of what was there before";
      if (record != *old_) folder_.commit_state(record);
      return {record, true, false, "graded before; " + why};
    }
    StudentRecord record = named({});
    record.submission = student_.submission;
    record.state = StudentState::kMissing;
    record.message = why;
    record.graded_at = old_ ? old_->graded_at : utc_now();
    record.attempts = old_ ? old_->attempts : 0;
    const bool is_new = record != old_;
    if (is_new) folder_.commit_state(record);
    return {record, true, is_new, "missing: " + why};
  }

  StudentOutcome failed(const std::string& why) {
    StudentRecord record = named(old_.value_or(StudentRecord()));
    const bool kept = old_ && is_grade(old_->state);
    if (kept) {
      record.message = "this earlier grade was kept, since a newer one could not be made on " +
                       utc_now() + ": " + why;
    } else {
      record.submission = student_.submission;
      record.state = StudentState::kInfrastructure;
      record.message = why;
      record.graded_at = utc_now();
      record.seconds = seconds_;
      record.options = grading_.deciding;
    }
    record.attempts += attempted_ ? 1 : 0;
    folder_.commit_state(record);
    return {record, false, attempted_, (kept ? "earlier grade kept: " : "not graded: ") + why};
  }

  StudentOutcome grade(const Fingerprint& fingerprint) {
    GraderJob job;
    job.submission = *student_.submission;
    job.name = student_.id;
    job.arguments = grading_.arguments;
    job.json = folder_.new_grade();
    job.limit = grading_.limit;
    job.lock = lock_.descriptor();
    const auto start = std::chrono::steady_clock::now();
    const GraderEnd end = run_grader(job);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    attempted_ = true;
    if (!end.graded) return failed(end.headline);

    StudentRecord record = named({});
    record.submission = student_.submission;
    const bool unreadable = end.refused && !fingerprint.refusal.empty();
    record.state = unreadable ? StudentState::kUnreadable : StudentState::kGraded;
    // Of the bytes before: what was replaced meanwhile differs from them and is graded next time.
    record.source_sha256 = fingerprint.source_sha256;
    record.answers_sha256 = fingerprint.answers_sha256;
    if (unreadable) record.message = fingerprint.refusal;
    record.graded_at = utc_now();
    record.seconds = seconds_;
    record.attempts = (old_ ? old_->attempts : 0) + 1;
    record.options = grading_.deciding;
    record.seed = grading_.seed;
    folder_.commit_grade(record);
    return {record, true, true, end.headline};
  }

  const ClassGrading& grading_;
  const Student& student_;
  const FolderLock& lock_;
  StudentFolder folder_;
  std::optional<StudentRecord> old_;
  double seconds_ = 0;
  bool attempted_ = false;
};

}  // namespace

void ask_for_regrade(const ClassGrading& grading, const std::string& id) {
  const FolderLock lock = FolderLock::wait(grading.grades.student(id));
  const StudentFolder folder(grading.grades, id);
  folder.recover();
  std::optional<StudentRecord> record = folder.state();
  if (!record || record->regrade) return;
  record->regrade = true;
  folder.commit_state(*record);
}

StudentOutcome bring_up_to_date(const ClassGrading& grading, const Student& student,
                                const FolderLock& lock,
                                const std::function<void()>& before_grading) {
  return StudentGrading(grading, student, lock).run(before_grading);
}

}  // namespace rowsort
