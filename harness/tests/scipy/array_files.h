#pragma once

#include <bit>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

/// What the programs have in common that write arrays for Python to make again (array_files.py).
namespace rowsort::testing {

static_assert(std::endian::native == std::endian::little);

/// Where write() puts its files; set by dump_main().
inline std::filesystem::path directory;

/// Writes the elements' bytes to NAME.bin.
template <typename T>
void write(const std::string& name, const std::vector<T>& array) {
  const std::filesystem::path path = directory / (name + ".bin");
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(array.data()),
             static_cast<std::streamsize>(array.size() * sizeof(T)));
  file.close();
  if (!file) throw std::runtime_error(path.string() + " cannot be written");
}

/// main() of such a program: its one argument is the directory.
inline int dump_main(int argc, char** argv, void (*dump_all)()) {
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  if (argc != 2) {
    std::cerr << "usage: " << program << " DIRECTORY\n";
    return 2;
  }
  directory = argv[1];
  try {
    dump_all();
  } catch (const std::exception& error) {
    std::cerr << program << ": " << error.what() << '\n';
    return 3;
  }
  return 0;
}

}  // namespace rowsort::testing
