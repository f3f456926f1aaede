/// What the CUDA runtime sees of a driver for CUDA 11.4: the library by its name, its version, and
/// the call by which the runtime looks for others. For the test of a driver that is older than the
/// toolkit.

extern "C" {

int cuInit(unsigned flags);
int cuDriverGetVersion(int* version);
int cuGetProcAddress(const char* symbol, void** function, int version, unsigned long long flags);

int cuInit(unsigned) {
  return 0;
}

int cuDriverGetVersion(int* version) {
  *version = 11040;
  return 0;
}

int cuGetProcAddress(const char*, void** function, int, unsigned long long) {
  *function = nullptr;
  return 500;  // CUDA_ERROR_NOT_FOUND
}

}  // extern "C"
