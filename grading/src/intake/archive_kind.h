#pragma once

#include <string>
#include <string_view>

namespace rowsort {

enum class ArchiveKind { kZip, kTar, kTarGz };

/// What kind of archive the bytes are, told by their first bytes, whatever the file is called.
/// `where` names it. Throws IntakeError for anything else, and says what it is where that is known;
/// also for a tar archive that was cut off.
ArchiveKind archive_kind(std::string_view bytes, const std::string& where);

/// Throws IntakeError unless these bytes, which a .gz unpacked to, are a whole tar archive.
void require_tar(std::string_view unpacked, const std::string& where);

}  // namespace rowsort
