/* The beginning of every translated family: exceptions, and arithmetic with Python's results. */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define API __declspec(dllexport)
/* longjmp would unwind the stack, which cannot be done on a stack that greenlet has moved. */
typedef void *py_Buffer[5];
#define SET_JUMP(buffer) __builtin_setjmp(buffer)
#define LONG_JUMP(buffer) __builtin_longjmp(buffer, 1)
#else
#define API __attribute__((visibility("default")))
typedef jmp_buf py_Buffer;
#define SET_JUMP(buffer) _setjmp(buffer)
#define LONG_JUMP(buffer) longjmp(buffer, 1)
#endif

/* The innermost entry that runs in this thread: where an exception goes, and the number of the exception. */
typedef struct py_Catcher {
    py_Buffer buffer;
    volatile int32_t exception;
} py_Catcher;
static _Thread_local py_Catcher *py_catcher;
enum { INDEX_ERROR = 1, ZERO_DIVISION_ERROR, VALUE_ERROR, FIRST_EXCEPTION };

__attribute__((noreturn, noinline, cold)) static void py_raise(int32_t number) {
    py_catcher->exception = number;
    LONG_JUMP(py_catcher->buffer);
}
#define RAISE_IF(condition, number) \
    if (__builtin_expect(!!(condition), 0)) py_raise(number)

static inline int64_t py_index(int64_t index, int64_t length) {
    if (index < 0) index += length; /* It counts from the end. */
    RAISE_IF((uint64_t)index >= (uint64_t)length, INDEX_ERROR);
    return index;
}
static inline double py_divide(double a, double b) { RAISE_IF(b == 0.0, ZERO_DIVISION_ERROR); return a / b; }
static inline int64_t py_floor_divide(int64_t a, int64_t b) {
    RAISE_IF(b == 0, ZERO_DIVISION_ERROR);
    if (b == -1) return -a; /* INT64_MIN / -1 would be a trap. */
    int64_t quotient = a / b, rest = a % b;
    return rest != 0 && (rest ^ b) < 0 ? quotient - 1 : quotient;
}
static inline int64_t py_modulo(int64_t a, int64_t b) {
    RAISE_IF(b == 0, ZERO_DIVISION_ERROR);
    if (b == -1) return 0;
    int64_t rest = a % b;
    return rest != 0 && (rest ^ b) < 0 ? rest + b : rest;
}
/* The steps of CPython's float_floor_div; floor(a / b) differs in about 1 % of decimals. */
static inline double py_floor_divide_float(double a, double b) {
    RAISE_IF(b == 0.0, ZERO_DIVISION_ERROR);
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0.0 && (b < 0.0) != (rest < 0.0)) quotient -= 1.0;
    if (quotient == 0.0) return copysign(0.0, a / b);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1.0 : whole;
}
/* NaN fails both comparisons. Python has whole numbers past 64 bits, rules have not. */
static inline int64_t py_int(double x) { RAISE_IF(!(x > -9.2e18 && x < 9.2e18), VALUE_ERROR); return (int64_t)x; }
static inline double py_sqrt(double x) { RAISE_IF(x < 0.0, VALUE_ERROR); return sqrt(x); }
static inline int64_t py_shift_left(int64_t a, int64_t bits) { RAISE_IF(bits < 0, VALUE_ERROR); return bits > 63 ? 0 : a << bits; }
static inline int64_t py_shift_right(int64_t a, int64_t bits) { RAISE_IF(bits < 0, VALUE_ERROR); return a >> (bits > 63 ? 63 : bits); }
static inline int64_t py_max_int(int64_t a, int64_t b) { return b > a ? b : a; } /* The first of equals. */
static inline int64_t py_min_int(int64_t a, int64_t b) { return b < a ? b : a; }
static inline double py_max_float(double a, double b) { return b > a ? b : a; }
static inline double py_min_float(double a, double b) { return b < a ? b : a; }
static inline int64_t py_abs_int(int64_t a) { return a < 0 ? -a : a; }
static inline double py_abs_float(double a) { return fabs(a); }
