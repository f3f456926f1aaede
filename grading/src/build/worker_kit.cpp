#include "build/worker_kit.h"

#include "rowsort/errors.h"

#include <fstream>

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

nlohmann::json read_json(const fs::path& file) try {
  std::ifstream stream(file);
  if (!stream)
    throw EnvironmentError("cannot read " + file.string() +
                           ": build rowsort, or name its worker kit with --kit");
  return nlohmann::json::parse(stream);
} catch (const nlohmann::json::exception& error) {
  throw EnvironmentError(file.string() + " is no worker kit: " + error.what());
}

// The program in the folder that it really lies in, which is the one that the sandbox shows. Its
// own name stays: clang++ is a link to clang and does something else.
fs::path without_links(const fs::path& program) {
  return fs::canonical(program.parent_path()) / program.filename();
}

fs::path required_program(const nlohmann::json& kit, const char* name) {
  fs::path program = kit.at(name).get<std::string>();
  if (access(program.c_str(), X_OK) == 0) return without_links(program);
  throw EnvironmentError("the " + std::string(name) + " of the worker kit, " + program.string() +
                         ", is not on this machine: install it, or build rowsort here");
}

}  // namespace

WorkerKit read_worker_kit(const fs::path& folder) try {
  const nlohmann::json json = read_json(folder / "kit.json");
  WorkerKit kit;
  kit.folder = fs::canonical(folder);
  kit.compiler = required_program(json, "compiler");
  kit.linker = required_program(json, "linker");
  kit.objcopy = required_program(json, "objcopy");
  json.at("compiler_name").get_to(kit.compiler_name);
  json.at("compile").get_to(kit.compile);
  json.at("compile_traced").get_to(kit.compile_traced);
  json.at("traced_symbols").get_to(kit.traced_symbols);
  json.at("libraries").get_to(kit.libraries);
  kit.nvcc = json.at("nvcc").get<std::string>();
  if (access(kit.nvcc.c_str(), X_OK) == 0) {
    kit.nvcc = without_links(kit.nvcc);
  } else {
    kit.nvcc.clear();
  }
  for (const fs::path& part : {kit.headers(), kit.worker_object(), kit.guard()}) {
    if (!fs::exists(part)) throw EnvironmentError("the worker kit lacks " + part.string());
  }
  return kit;
} catch (const nlohmann::json::exception& error) {
  throw EnvironmentError((folder / "kit.json").string() + " is no worker kit: " + error.what());
}

fs::path default_worker_kit() {
  return fs::canonical("/proc/self/exe").parent_path().parent_path() / "lib" / "rowsort";
}

}  // namespace rowsort
