// 
#include "@SOURCE_DIR@/reference/row_sort.cu"
