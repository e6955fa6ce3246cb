// qawale.cu on one warp of the processor, for a test that has no GPU.
#include "warp.h"
#include "qawale.cu"

static const Work *given;
static void kernel() { prove(given); }

extern "C" void prove_here(const Work *work) {
  given = work;
  warp::launch(kernel);
}
