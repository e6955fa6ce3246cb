// Qomet solved backwards on a GPU. What the words of the table mean, and why the passes are right,
// is told in coder.py and in research/qomet/backwards.py, whose functions this file repeats; the
// numbering of positions is that of index.py, the bits of the board are those of kernels/qomet.py.
// STARS is given by the driver, gpu.py, which also lays out `fixed`, the small tables that every
// block of threads copies to its shared memory.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

const u32 SPACES = 0x1FFFFFF, OUTER = 0xFF0000, CENTRE = 1u << 24, WALL = 1u << 25;
const u32 PLIES = 2047, OVER = 127, TO_DO = 1u << 31, SELF_SIMILAR = 1u << 24;
const int WITH_UNDO = 11, UNDO = 22;
const int WON = 4096, LOST = 4097;  // instead of plies, after a move that ends the game

struct Step { u32 at, behind, block, undo, forbids, action; };

struct Fixed {
  u32 ranks[4608];
  Step from[200];  // steps of the star on a bit, 8 a bit, ended by at = 0; `at` is the target
  Step to[200];    // steps that lead to a bit; `at` is the origin
  u32 undo_image[520];
  u32 set_start[9], smallest_start[9];
  u32 choose[200];
  u32 placing[25], leaving[25];  // actions
};

struct Index {  // in global memory
  const u32 *sets, *smallest;
  u64 offsets[65], widths[64];
};

__device__ void load(Fixed *here, const Fixed *fixed) {
  for (u32 i = threadIdx.x; i < sizeof(Fixed) / 4; i += blockDim.x) ((u32 *)here)[i] = ((const u32 *)fixed)[i];
  __syncthreads();
}

__device__ bool has_square(u32 s) {
  if ((s & 0xAA) == 0xAA || (s & 0xAA00) == 0xAA00 || (s & 0xAA0000) == 0xAA0000) return true;
  u32 after = (s >> 1 & 0x7F7F7F) | (s & 0x010101) << 7, second = (s >> 2 & 0x3F3F3F) | (s & 0x030303) << 6;
  return (s & CENTRE) && (s & after & second & 0x555555);
}

__device__ u32 image(u32 s, u32 symmetry) {
  u32 rings = s & 0xFFFFFF, turn = 2 * (symmetry & 3);
  if (symmetry & 4) {  // reversing the bits of a ring takes spoke s to 7 - s: one more makes it -s
    rings = __byte_perm(__brev(rings), 0, 0x4123);
    turn++;
  }
  u32 top = 0x010101u * ((1u << turn) - 1);
  return (s & CENTRE) | (rings << turn & 0xFFFFFF & ~top) | (rings >> (8 - turn) & top);
}

__device__ u32 rank(const Fixed *f, u32 s) {
  u32 low = s & 511, middle = s >> 9 & 255, below = __popc(low);
  return f->ranks[low] + f->ranks[512 + 256 * below + middle] + f->ranks[2560 + 256 * (below + __popc(middle)) + (s >> 17)];
}

__device__ u32 closed_up(u32 s, u32 gaps) {
  for (; gaps; gaps &= ~(1u << (31 - __clz(gaps)))) {
    u32 low = (1u << (31 - __clz(gaps))) - 1;
    s = (s & low) | (s >> 1 & ~low);
  }
  return s;
}

__device__ u32 spread_out(u32 s, u32 gaps) {
  for (; gaps; gaps &= gaps - 1) {
    u32 low = (gaps & -gaps) - 1;
    s = (s & low) | (s & ~low) << 1;
  }
  return s;
}

__device__ u32 unrank(const Fixed *f, u32 place, int stars) {
  u32 result = 0;
  for (int bit = 24; stars; bit--) {
    u32 here = f->choose[8 * bit + stars];
    if (here <= place) result |= 1u << bit, place -= here, stars--;
  }
  return result;
}

struct Seat { u32 symmetry, place, smallest, similar; };  // how the table sees the player to move

__device__ Seat seat(const Fixed *f, const Index *index, u32 mine) {
  u32 found = index->sets[f->set_start[__popc(mine)] + rank(f, mine)];
  u32 symmetry = found & 7;
  return Seat{symmetry, (found & (SELF_SIMILAR - 1)) >> 3, image(mine, symmetry), found & SELF_SIMILAR};
}

__device__ u64 entry_of(const Fixed *f, const Index *index, Seat s, u32 symmetry, u32 theirs) {
  int block = 8 * __popc(s.smallest) + __popc(theirs);
  return index->offsets[block] + s.place * index->widths[block] + rank(f, closed_up(image(theirs, symmetry), s.smallest));
}

__device__ bool is_complete(u32 word) {
  u32 undo = word >> UNDO & 127;
  return undo == OVER || ((word & PLIES) && (!undo || (word >> WITH_UNDO & PLIES)));
}

__device__ int plies_at(const Fixed *f, const Index *index, const u32 *words, Seat s, u32 theirs, u32 undo, int before) {
  u32 word = __ldcg(words + entry_of(f, index, s, s.symmetry, theirs));
  int plies = word & PLIES;
  if (undo && (word >> UNDO & 127) == f->undo_image[65 * s.symmetry + undo]) plies = word >> WITH_UNDO & PLIES;
  return plies <= before ? plies : 0;
}

// Calls visit(plies, undo, action) for every move: plies after it as known before some pass, and
// which undo it would be, or 0. Stops when visit returns true.
template <class Visit>
__device__ void each_move(const Fixed *f, const Index *index, const u32 *words, u32 mine, u32 theirs, int before, Visit visit) {
  u32 all = mine | theirs;
  Seat still = seat(f, index, theirs);
  if (__popc(mine) < STARS)
    for (u32 e = ~all & SPACES; e; e &= e - 1) {
      u32 a = mine | (e & -e);
      if (visit(has_square(a) ? WON : plies_at(f, index, words, still, a, 0, before), 0, f->placing[__ffs(e) - 1])) return;
    }
  for (u32 m = mine; m; m &= m - 1) {
    int bit = __ffs(m) - 1;
    u32 rest = mine & ~(1u << bit);
    if ((m & -m) & OUTER)
      if (visit(plies_at(f, index, words, still, rest, 0, before), 0, f->leaving[bit])) return;
    for (int i = 8 * bit; i < 8 * bit + 8 && f->from[i].at; i++) {
      Step s = f->from[i];
      u32 a = rest | s.at, b = theirs, undo = 0;
      int plies;
      if ((all & s.at) && ((all | WALL) & s.block)) continue;
      if (theirs & s.at) {
        b = (theirs ^ s.at) | s.behind;
        undo = s.undo;
        plies = has_square(b) ? LOST : has_square(a) ? WON : plies_at(f, index, words, seat(f, index, b), a, s.forbids, before);
      } else {
        if (mine & s.at) a |= s.behind;
        plies = has_square(a) ? WON : plies_at(f, index, words, still, a, 0, before);
      }
      if (visit(plies, undo, s.action)) return;
    }
  }
}

struct Tally { int wins, holds; u32 winning, holding; };

// An odd pass finds wins only and an even one losses only, so two moves that speak against settle it.
__device__ Tally tally(const Fixed *f, const Index *index, const u32 *words, u32 mine, u32 theirs, int pass, u32 skip) {
  Tally t = {0, 0, 0, 0};
  each_move(f, index, words, mine, theirs, pass - 1, [&](int plies, u32 undo, u32) {
    if (undo && undo == skip) return false;
    if (plies && !(plies & 1)) t.wins++, t.winning = undo;
    if (!(plies & 1)) t.holds++, t.holding = undo;
    return pass & 1 ? t.wins == 2 : t.holds == 2;
  });
  return t;
}

__device__ u32 judged(const Fixed *f, const Index *index, const u32 *words, u32 mine, u32 theirs, u32 word, int pass) {
  u32 plies = word & PLIES, undo = word >> UNDO & 127, with_undo = word >> WITH_UNDO & PLIES;
  if (!plies) {
    Tally t = tally(f, index, words, mine, theirs, pass, 0);
    if (t.wins || !t.holds) {
      plies = pass;
      if (t.wins == 1 && !undo) undo = t.winning;
    } else if (!(pass & 1) && t.holds == 1 && !undo && t.holding) undo = t.holding, with_undo = pass;
  } else if (undo && !with_undo) {
    Tally t = tally(f, index, words, mine, theirs, pass, undo);
    if (t.wins || !t.holds) with_undo = pass;
  }
  return plies | with_undo << WITH_UNDO | undo << UNDO;
}

__device__ void stars_at(const Fixed *f, const Index *index, int block, u64 within, u32 *mine, u32 *theirs) {
  u64 width = index->widths[block], place = within / width;
  *mine = index->smallest[f->smallest_start[block >> 3] + place];
  *theirs = spread_out(unrank(f, (u32)(within - place * width), block & 7), *mine);
}

__device__ void touch(const Fixed *f, const Index *index, u32 *words, u32 mine, u32 theirs) {
  Seat s = seat(f, index, mine);
  for (u32 symmetry = s.similar ? 0 : s.symmetry; symmetry < 8; symmetry++) {
    if (symmetry == s.symmetry || image(mine, symmetry) == s.smallest) {
      u64 entry = entry_of(f, index, s, symmetry, theirs);
      u32 word = __ldcg(words + entry);
      if (!(word & TO_DO) && !is_complete(word)) atomicOr(words + entry, TO_DO);
    }
    if (!s.similar) break;
  }
}

__device__ void touch_before(const Fixed *f, const Index *index, u32 *words, u32 mine, u32 theirs) {
  u32 all = mine | theirs;
  bool spare = __popc(theirs) < STARS, theirs_spare = __popc(mine) < STARS;
  for (u32 m = theirs; m; m &= m - 1) {
    u32 target = m & -m;
    int bit = __ffs(m) - 1;
    touch(f, index, words, theirs ^ target, mine);
    for (int i = 8 * bit; i < 8 * bit + 8 && f->to[i].at; i++) {
      Step s = f->to[i];
      if (all & s.at) continue;
      u32 back = (theirs ^ target) | s.at;
      touch(f, index, words, back, mine);
      if (s.behind & theirs) touch(f, index, words, (theirs ^ s.behind) | s.at, mine);
      else if (s.behind & mine) touch(f, index, words, back, (mine ^ s.behind) | target);
      else if (!s.behind && !s.block) {
        if (spare) touch(f, index, words, theirs | s.at, mine);
        if (theirs_spare) touch(f, index, words, back, mine | target);
      }
    }
  }
  if (spare)
    for (u32 e = ~all & OUTER; e; e &= e - 1) touch(f, index, words, theirs | (e & -e), mine);
}

__device__ u64 first_of_thread() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u64 threads() { return (u64)gridDim.x * blockDim.x; }

// Marks what is over and decides what is won in one ply, in one block of the index.
extern "C" __global__ void first_pass(const Fixed *fixed, const Index *index, u32 *words, int block, u64 size, u64 *changed) {
  __shared__ Fixed f;
  load(&f, fixed);
  words += index->offsets[block];
  u32 count = 0;
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 mine, theirs;
    stars_at(&f, index, block, i, &mine, &theirs);
    if (has_square(mine) || has_square(theirs)) {
      words[i] = OVER << UNDO;
      continue;
    }
    u32 word = 0, winning = 0;
    int wins = 0;
    u32 all = mine | theirs;
    if (__popc(mine) < STARS)
      for (u32 e = ~all & SPACES; e && wins < 2; e &= e - 1) wins += has_square(mine | (e & -e));
    for (u32 m = mine; m && wins < 2; m &= m - 1) {
      int bit = __ffs(m) - 1;
      u32 rest = mine & ~(1u << bit);
      for (int j = 8 * bit; j < 8 * bit + 8 && f.from[j].at && wins < 2; j++) {
        Step s = f.from[j];
        if ((all & s.at) && ((all | WALL) & s.block)) continue;
        u32 a = rest | s.at | (mine & s.at ? s.behind : 0);
        if (!has_square(a)) continue;
        bool push = theirs & s.at;
        if (push && has_square((theirs ^ s.at) | s.behind)) continue;
        wins++, winning = push ? s.undo : 0;
      }
    }
    if (wins) word = 1 | (wins == 1 ? winning << UNDO : 0), count++;
    words[i] = word;
  }
  atomicAdd(changed, (u64)count);
}

// Marks what may change because of what was decided in a pass.
extern "C" __global__ void mark_pass(const Fixed *fixed, const Index *index, u32 *words, int block, u64 size, int pass, u64 *) {
  __shared__ Fixed f;
  load(&f, fixed);
  const u32 *mine_words = words + index->offsets[block];
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 word = mine_words[i];
    if ((word & PLIES) != pass && (word >> WITH_UNDO & PLIES) != pass) continue;
    u32 mine, theirs;
    stars_at(&f, index, block, i, &mine, &theirs);
    touch_before(&f, index, words, mine, theirs);
  }
}

// Judges what is marked, or everything that is not complete, and counts what it decided.
extern "C" __global__ void judge_pass(const Fixed *fixed, const Index *index, u32 *words, int block, u64 size, int pass, int all, u64 *changed) {
  __shared__ Fixed f;
  load(&f, fixed);
  u32 *mine_words = words + index->offsets[block];
  u32 count = 0;
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 word = mine_words[i];
    if (!(word & TO_DO) && (!all || is_complete(word))) continue;
    u32 mine, theirs;
    stars_at(&f, index, block, i, &mine, &theirs);
    u32 next = judged(&f, index, words, mine, theirs, word & ~TO_DO, pass);
    count += next != (word & ~TO_DO);
    mine_words[i] = next;
  }
  atomicAdd(changed, (u64)count);
}

// Derives every word anew from the finished words of its successors, and counts those that differ.
extern "C" __global__ void verify(const Fixed *fixed, const Index *index, const u32 *words, int block, u64 size, u64 *wrong) {
  __shared__ Fixed f;
  load(&f, fixed);
  u32 count = 0;
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 word = words[index->offsets[block] + i], mine, theirs;
    stars_at(&f, index, block, i, &mine, &theirs);
    if (has_square(mine) || has_square(theirs)) {
      count += word != OVER << UNDO;
      continue;
    }
    // The best move, the best of the others, and the undo that the best one is. A move is worth
    // more the sooner it wins or the later it loses; 0 is neither.
    int best = -9999, second = -9999;
    u32 undo = 0;
    each_move(&f, index, words, mine, theirs, PLIES, [&](int plies, u32 u, u32) {
      int ends = plies >= WON ? 1 : plies + 1;
      int worth = !plies ? 0 : plies & 1 ? ends - 3000 : 3000 - ends;
      if (worth > best) second = best, best = worth, undo = u;
      else if (worth > second) second = worth;
      return false;
    });
    u32 expected = best == 0 ? 0 : best > 0 ? 3000 - best : best + 3000;
    if (undo && second < best)
      expected |= undo << UNDO | (second == 0 ? 0 : second > 0 ? 3000 - second : second + 3000) << WITH_UNDO;
    count += word != expected;
  }
  atomicAdd(wrong, (u64)count);
}

// Counts the positions of a block by plies, each with its weight; the last place counts those over.
extern "C" __global__ void count_plies(const Fixed *fixed, const Index *index, const u32 *words, int block, u64 size, const u8 *weights, u64 *counts) {
  __shared__ u32 here[2048];
  for (u32 i = threadIdx.x; i < 2048; i += blockDim.x) here[i] = 0;
  __syncthreads();
  weights += fixed->smallest_start[block >> 3];
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 word = words[index->offsets[block] + i];
    atomicAdd(here + ((word >> UNDO & 127) == OVER ? 2047 : word & PLIES), (u32)weights[i / index->widths[block]]);
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < 2048; i += blockDim.x)
    if (here[i]) atomicAdd(counts + i, (u64)here[i]);
}

// Collects the indices of positions that end in a given number of plies.
extern "C" __global__ void find_plies(const u32 *words, u64 size, int plies, u64 *found, int most, u32 *count) {
  for (u64 i = first_of_thread(); i < size; i += threads())
    if ((words[i] & PLIES) == plies && (words[i] >> UNDO & 127) != OVER) {
      u32 place = atomicAdd(count, 1u);
      if (place < most) found[place] = i;
    }
}

// The plies after every action of many positions, 129 a position; -1 where the action is not legal.
extern "C" __global__ void plies_after(const Fixed *fixed, const Index *index, const u32 *words, const u64 *keys, u64 size, short *plies) {
  __shared__ Fixed f;
  load(&f, fixed);
  for (u64 i = first_of_thread(); i < size; i += threads()) {
    u32 mine = keys[i] & SPACES, theirs = keys[i] >> 25 & SPACES, forbidden = keys[i] >> 50;
    short *row = plies + 129 * i;
    for (int a = 0; a < 129; a++) row[a] = -1;
    if (has_square(mine) || has_square(theirs)) continue;
    each_move(&f, index, words, mine, theirs, PLIES, [&](int after, u32 undo, u32 action) {
      if (!undo || undo != forbidden) row[action] = after;
      return false;
    });
  }
}
