// A warp without a GPU: 32 lanes take turns, each running until it has to wait for the others.
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>

#include <vector>

#define __device__ static
#define __global__
#define __launch_bounds__(threads, blocks)
#define __shared__
#define __ldg(address) (*(address))
#define __ldcg(address) (*(address))
#define __stcg(address, value) (*(address) = (value))

struct uint4 { unsigned x, y, z, w; };
struct alignas(16) ulonglong2 { unsigned long long x, y; };
struct Place { unsigned x; };
static Place threadIdx, blockIdx;

static inline int __clz(unsigned word) { return word ? __builtin_clz(word) : 32; }
static inline int __ffs(unsigned word) { return __builtin_ffs((int)word); }
static inline int __popc(unsigned word) { return __builtin_popcount(word); }

namespace warp {
const int LANES = 32;
static jmp_buf resumed[LANES];
static bool begun[LANES], done[LANES];
static ucontext_t contexts[LANES], outside;
static std::vector<char> stacks[LANES];
static unsigned long long shown[2][LANES];
static int phase[LANES];
static void (*body)();

static void turn(int lane) {
  threadIdx.x = lane;
  if (begun[lane]) longjmp(resumed[lane], 1);
  begun[lane] = true;
  setcontext(&contexts[lane]);
}

// The next lane that still runs goes on; the last one to end leaves the warp.
static void pass_on(int lane) {
  for (int step = 1; step <= LANES; step++) {
    int next = (lane + step) % LANES;
    if (!done[next]) turn(next);
  }
  setcontext(&outside);
}

static void run() {
  body();
  done[threadIdx.x] = true;
  pass_on(threadIdx.x);
}

static void launch(void (*kernel)()) {
  body = kernel;
  memset(begun, 0, sizeof begun);
  memset(done, 0, sizeof done);
  memset(phase, 0, sizeof phase);
  volatile bool over = false;
  getcontext(&outside);
  if (over) return;
  over = true;
  for (int lane = 0; lane < LANES; lane++) {
    stacks[lane].resize(1 << 17);
    getcontext(&contexts[lane]);
    contexts[lane].uc_stack.ss_sp = stacks[lane].data();
    contexts[lane].uc_stack.ss_size = stacks[lane].size();
    makecontext(&contexts[lane], run, 0);
  }
  turn(0);
}

// Show a word to the other lanes and wait for theirs.
static unsigned long long *exchange(unsigned long long word) {
  int lane = threadIdx.x, now = phase[lane] ^= 1;
  shown[now][lane] = word;
  if (!setjmp(resumed[lane])) pass_on(lane);
  return shown[now];
}
}  // namespace warp

static inline void __syncwarp() { warp::exchange(0); }

static inline void __syncthreads() { __syncwarp(); }

static inline unsigned __ballot_sync(unsigned, bool yes) {
  unsigned long long *all = warp::exchange(yes);
  unsigned set = 0;
  for (int lane = 0; lane < 32; lane++) set |= (unsigned)all[lane] << lane;
  return set;
}

static inline bool __any_sync(unsigned mask, bool yes) { return __ballot_sync(mask, yes) != 0; }

template <class T> T __shfl_sync(unsigned, T word, int lane) { return (T)warp::exchange(word)[lane & 31]; }
template <class T> T __shfl_xor_sync(unsigned, T word, int bits) {
  int lane = threadIdx.x;
  return (T)warp::exchange(word)[lane ^ bits];
}
template <class T> T __shfl_up_sync(unsigned, T word, int by) {
  int lane = threadIdx.x;
  return (T)warp::exchange(word)[lane >= by ? lane - by : lane];
}

static inline unsigned __reduce_min_sync(unsigned, unsigned word) {
  unsigned long long *all = warp::exchange(word);
  unsigned least = ~0u;
  for (int lane = 0; lane < 32; lane++) least = (unsigned)all[lane] < least ? (unsigned)all[lane] : least;
  return least;
}

static inline unsigned __reduce_add_sync(unsigned, unsigned word) {
  unsigned long long *all = warp::exchange(word);
  unsigned sum = 0;
  for (int lane = 0; lane < 32; lane++) sum += (unsigned)all[lane];
  return sum;
}

static inline unsigned long long atomicAdd(unsigned long long *at, unsigned long long by) {
  unsigned long long was = *at;
  *at += by;
  return was;
}
