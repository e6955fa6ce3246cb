// Can the attacker of Qawale force a line within so many plies? Many such questions at once: each is
// answered by one warp, with the search that attack.py explains. Here 32 sowings are looked at
// side by side. Every doubt is settled for the attacker, so a "no" is a proof; a "yes" that rests
// on a doubt (a stack too tall for the tables) is reported as open.
//
// A player's plane of a stack is one word: bit i is set if pebble i from the bottom is theirs, and a
// mark stands above the top pebble. Planes and visible pebbles are kept apart for each player, because
// most questions concern one player alone. The driver, gpu.py, makes the tables.
//
// A second opinion goes through the sowings the other way round, rates them otherwise, and files what
// it remembers elsewhere: it reaches its answers by other replies.
#ifndef SECOND_OPINION
#define SECOND_OPINION 0
#endif
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

const u32 ALL = 0xFFFFFFFFu, BOARD = 0xFFFF;
const int ATTACKER = 0, DEFENDER = 1;
const u32 NO = 0, YES = 1, OPEN = 2;
const int TALLEST = 13;        // the tallest stack whose sowings and wins are in the tables
const int LEVELS = 10, WARPS = 13, BLOCKS = 2;
const u32 SHORT = 64;          // planes below that are looked up in shared memory
const int PARRIES = 4;         // replies kept for each stack that threatened, and for none
const u32 SLACK = 20, PICKED = 12, HIGHEST = 1023;
const u32 VISIBLE_COSTS = SECOND_OPINION ? 3 : 5, THREAT_GAINS = SECOND_OPINION ? 25 : 30;
const int SCORE = 22;
const u32 INDEX = (1u << SCORE) - 1;
const u64 HASH_PEBBLES = SECOND_OPINION ? 0x9E3779B97F4A7C15ull : 0x5851F42D4C957F2Dull;
const u64 HASH_ENDS = SECOND_OPINION ? 0xC2B2AE3D27D4EB4Full : 0x2545F4914F6CDD1Dull;
const u64 HASH_ALL = SECOND_OPINION ? 0xD6E8FEB86659FD93ull : 0x369DEA0F31A53F85ull;
#ifdef __CUDA_ARCH__
const u32 LOADERS = 32 * WARPS;
#else
const u32 LOADERS = 32;
#endif
const int WAYS = 8;            // entries of 16 bytes that share a bucket of the memory

// A path is 14 squares of four bits, first step lowest, its number of steps, and the origin.
const int STEPS = 56, ORIGIN = 60;

struct Tables {
  const u32 *wins;     // [plane][origin][8]: completed lines by pattern, as in qawale_wins.py
  const u64 *paths;    // by origin, then height
  const u16 *touched;  // the squares of each path, the origin included
  const u32 *first;    // [16 * origin + height]: the first path
  const u32 *sowings;  // [32 * origin + height]: how many there are, for any height
  ulonglong2 *memory;
  u64 buckets;         // minus one: a mask
  const u32 *shorts;   // [plane][origin][5]: the wins of short stacks, in shared memory
};

struct Node {
  u32 plane[2][16], tops[2];
};

struct Frame {
  u32 start, count, tried, stage;
  u64 pebbles, ends;
};

struct Menu {  // the sowings of one board, numbered through
  u32 upto[16], first[16], total;
};

struct Warp {
  u16 x[512], y[512];  // a board for each lane: [32 * square + lane]
  u32 m[160], second_m[160];
  Node node[LEVELS], second;
  Frame frame[LEVELS];
  u64 parries[17][PARRIES];
  Menu menu, second_menu;
  u32 queue[64], waiting[64], second_queue[64], guard[10], second_guard[10];
  u32 doubt;
  u64 nodes;
};

struct Reply {  // of the defender, that held lately, and the worst rating with which to try it again
  u64 path, limit;
};

struct Work {
  Tables tables;
  const u64 *codes;  // pebbles and ends of each question
  u8 *answers;
  u64 *nodes;
  u32 *lists;        // room for the sowings of a warp's levels
  Reply *replies;    // 32 for each level of a warp
  u64 *counters;     // the next question, strikes, questions with a doubt
  u32 questions, depth, second_attacks, room;
  u64 deadline;      // nanoseconds from the start of the launch
};

__device__ int height(u32 plane) { return 31 - __clz(plane); }

__device__ bool lined(u32 tops) {
  u32 rows = tops & tops >> 1;
  if (rows & rows >> 2 & 0x1111) return true;
  u32 columns = tops & tops >> 4;
  return (columns & columns >> 8 & 15) || (tops & 0x8421) == 0x8421 || (tops & 0x1248) == 0x1248;
}

// The pattern visible on each line, four bits each: rows, columns (both in 16 bits), diagonals.
struct Patterns {
  u32 rows, columns, diagonals;
};

__device__ Patterns patterns(u32 tops) {
  Patterns p;
  u32 t = (tops & 0xA5A5) | (tops & 0x0A0A) << 3 | (tops & 0x5050) >> 3;
  u32 d = tops & 0x8421, e = tops & 0x1248;
  p.rows = tops;
  p.columns = (t & 0xCC33) | (t & 0x00CC) << 6 | (t & 0x3300) >> 6;
  p.diagonals = (d | d >> 4 | d >> 8 | d >> 12) & 15;
  p.diagonals |= ((e >> 3 & 1) | (e >> 5 & 2) | (e >> 7 & 4) | (e >> 9 & 8)) << 4;
  return p;
}

__device__ u32 pattern(const Patterns &p, u32 line) {
  u32 word = line < 4 ? p.rows : line < 8 ? p.columns : p.diagonals;
  return word >> 4 * (line & 3) & 15;
}

__device__ u32 squares_of(u32 line) {
  return line < 4 ? 15u << 4 * line : line < 8 ? 0x1111u << (line - 4) : line == 8 ? 0x8421 : 0x1248;
}

// A lane's own board -----------------------------------------------------------------------------

// What a sowing starts from: the planes of a node, and a lane's board for the squares of an earlier sowing.
struct Ground {
  const u32 *plane;
  const u16 *board;
  u32 touched;
};

__device__ u32 before(const Ground &ground, u32 square) {
  return ground.touched >> square & 1 ? ground.board[32 * square] : ground.plane[square];
}

__device__ bool fits(const Ground &ground, u64 path) {
  return height(before(ground, path >> ORIGIN)) + 1 == (int)(path >> STEPS & 15);
}

// Sow one player's plane; `mine` if the new pebble is theirs. Returns what they show then. The board
// holds the touched squares alone. A stack of fifteen grows no more: nobody looks at it closely.
__device__ u32 sow(u16 *board, const Ground &ground, u64 path, bool mine, u32 tops, u32 &touched) {
  u32 origin = path >> ORIGIN, steps = path >> STEPS & 15;
  u32 hand = before(ground, origin);
  if (!mine) hand ^= 1u << (steps - 1);
  board[32 * origin] = 1;
  touched = 1u << origin;
  tops &= ~touched;
  #pragma unroll 1
  for (; steps; steps--, path >>= 4, hand >>= 1) {
    u32 square = path & 15, pebble = hand & 1, bit = 1u << square;
    u32 plane = touched & bit ? board[32 * square] : before(ground, square);
    u32 mark = height(plane);
    board[32 * square] = mark < 15 ? plane + ((1 + pebble) << mark) : plane;
    tops = (tops & ~bit) | pebble << square;
    touched |= bit;
  }
  return tops;
}

// The stacks with which the player, if to move, can complete a line. Those not touched since the node
// whose masks are `m` was looked at are found there, the others in the table.
__device__ u32 old_winners(const u32 *m, int player, const Patterns &p, u32 touched) {
  u32 found = 0;
  for (u32 line = 0; line < 4; line++) {
    found |= m[16 * line + (p.rows >> 4 * line & 15)];
    found |= m[64 + 16 * line + (p.columns >> 4 * line & 15)];
  }
  found |= m[128 + (p.diagonals & 15)] | m[144 + (p.diagonals >> 4 & 15)];
  return found >> 16 * player & BOARD & ~touched;
}

// Two patterns, each as one bit of a half word.
__device__ u32 hot(u32 patterns) { return 1u << (patterns & 15) | 65536u << (patterns >> 4 & 15); }

__device__ u32 new_winners(Warp *w, const Tables &tables, const u16 *board, u32 touched,
                           const Ground &ground, int player, const Patterns &p, bool all) {
  u32 rows = hot(p.rows), more_rows = hot(p.rows >> 8), columns = hot(p.columns);
  u32 more_columns = hot(p.columns >> 8), diagonals = hot(p.diagonals), found = 0;
  #pragma unroll 1
  for (u32 left = touched | ground.touched; left; left &= left - 1) {
    u32 square = __ffs(left) - 1;
    u32 plane = touched >> square & 1 ? board[32 * square] : ground.board[32 * square];
    bool hit;
    if (plane < SHORT) {
      const u32 *words = tables.shorts + 5 * (16 * plane + square);
      hit = (words[0] & rows) | (words[1] & more_rows) | (words[2] & columns) |
            (words[3] & more_columns) | (words[4] & diagonals);
    } else if (plane >> (TALLEST + 1)) {
      w->doubt = 1;
      hit = player == ATTACKER;
    } else {
      const u32 *words = tables.wins + 8 * (16 * plane + square);
      uint4 some = __ldg((const uint4 *)words);
      hit = (some.x & rows) | (some.y & more_rows) | (some.z & columns) |
            (some.w & more_columns) | (__ldg(words + 4) & diagonals);
    }
    if (hit) {
      found |= 1u << square;
      if (!all) break;
    }
  }
  return found;
}

__device__ bool can_win(Warp *w, const Tables &tables, const u32 *m, const u16 *board, u32 touched,
                        const Ground &ground, int player, u32 tops) {
  Patterns p = patterns(tops);
  return old_winners(m, player, p, touched | ground.touched) ||
         new_winners(w, tables, board, touched, ground, player, p, false);
}

// What a warp finds out about a board together ---------------------------------------------------

// Row i of a matrix of bits is in lane i; afterwards column i is.
__device__ u32 transposed(u32 row, int lane) {
  u32 low = 0x0000FFFF;
  for (int j = 16; j; j >>= 1, low ^= low << j) {
    u32 other = __shfl_xor_sync(ALL, row, j);
    row = lane & j ? (row & ~low) | (other & ~low) >> j : (row & low) | (other & low) << j;
  }
  return row;
}

// m[16 * line + pattern]: the stacks that complete the line where this pattern is visible; the
// attacker's in the low half, the defender's in the high one.
__device__ void look(Warp *w, const Tables &tables, u32 *m, const Node *node, int lane) {
  int player = lane >> 4, square = lane & 15;
  u32 plane = node->plane[player][square], words[5];
  if (plane >> (TALLEST + 1)) {
    w->doubt = 1;
    for (int i = 0; i < 5; i++) words[i] = player == ATTACKER ? ALL : 0;
  } else {
    for (int i = 0; i < 5; i++) words[i] = __ldg(tables.wins + 8 * (16 * plane + square) + i);
  }
  __syncwarp();
  for (int i = 0; i < 5; i++) m[32 * i + lane] = transposed(words[i], lane);
  __syncwarp();
}

// The lines that the player threatens to complete: what must be touched to meet each of them. Visible
// pebbles on the line in the low half, one of which is enough; in the high one stacks, all needed.
__device__ u32 threatened(const u32 *m, int player, u32 tops, u32 *guard, int lane) {
  Patterns p = patterns(tops);
  u32 stacks = lane < 10 ? m[16 * lane + pattern(p, lane)] >> 16 * player & BOARD : 0;
  u32 lines = __ballot_sync(ALL, stacks != 0);
  if (stacks) guard[__popc(lines & ((1u << lane) - 1))] = (squares_of(lane) & tops) | stacks << 16;
  __syncwarp();
  return __popc(lines);
}

__device__ bool met(const u32 *guard, u32 guards, u32 touched) {
  #pragma unroll 1
  for (u32 i = 0; i < guards; i++)
    if (!(guard[i] & touched) && (guard[i] >> 16 & ~touched)) return false;
  return true;
}

// Number the sowings through; false if a stack is too tall for that, and is left out.
__device__ bool number(Menu *menu, const Tables &tables, const u32 *plane, int lane) {
  int tall = lane < 16 ? height(plane[lane & 15]) : 0;
  u32 first = 0, count = 0;
  if (lane < 16 && tall <= TALLEST) {
    first = __ldg(tables.first + 16 * lane + tall);
    count = tall ? __ldg(tables.first + 16 * lane + tall + 1) - first : 0;
  }
  u32 upto = count;
  for (int j = 1; j < 16; j <<= 1) {
    u32 below = __shfl_up_sync(ALL, upto, j);
    if (lane >= j) upto += below;
  }
  if (lane < 16) {
    menu->upto[lane] = upto;
    menu->first[lane] = first - (upto - count);
  }
  if (lane == 15) menu->total = upto;
  bool all = !__any_sync(ALL, tall > TALLEST);
  __syncwarp();
  return all;
}

// The number, among all paths, of a board's sowing.
__device__ u32 numbered(const Menu *menu, u32 sowing) {
  u32 square = 0;
  for (u32 half = 8; half; half >>= 1)
    if (menu->upto[square + half - 1] <= sowing) square += half;
  return menu->first[square] + sowing;
}

// Put those of the next 32 sowings that meet every threat into the queue; returns how many it holds then.
__device__ u32 enqueue(const Menu *menu, const Tables &tables, u32 at, const u32 *guard, u32 guards,
                       u32 *queue, u32 queued, int lane) {
  u32 sowing = at + lane, path = 0;
  bool wanted = sowing < menu->total;
  if (wanted) {
    path = numbered(menu, SECOND_OPINION ? menu->total - 1 - sowing : sowing);
    wanted = met(guard, guards, __ldg(tables.touched + path));
  }
  u32 those = __ballot_sync(ALL, wanted);
  if (wanted) queue[queued + __popc(those & ((1u << lane) - 1))] = path;
  __syncwarp();
  return queued + __popc(those);
}

// Move what is behind the first 32 of a queue to its front.
__device__ u32 shorten(u32 *queue, u32 queued, int lane) {
  u32 rest = queue[32 + lane];
  __syncwarp();
  queue[lane] = rest;
  __syncwarp();
  return queued > 32 ? queued - 32 : 0;
}

// The last three plies ---------------------------------------------------------------------------

// A reply to the position in `second` after which the attacker cannot win at once, or 0.
__device__ u64 parry(Warp *w, const Tables &tables, int lane) {
  const Node *node = &w->second;
  look(w, tables, w->second_m, node, lane);
  u32 guards = threatened(w->second_m, ATTACKER, node->tops[ATTACKER], w->second_guard, lane), queued = 0;
  if (!number(&w->second_menu, tables, node->plane[ATTACKER], lane)) w->doubt = 1;
  u32 total = w->second_menu.total;
  for (u32 at = 0; at < total || queued; at += 32) {
    if (at < total)
      queued = enqueue(&w->second_menu, tables, at, w->second_guard, guards, w->second_queue, queued, lane);
    if (queued < 32 && at + 32 < total) continue;
    bool holds = false;
    u64 path = 0;
    if (lane < queued) {
      Ground ground = {node->plane[ATTACKER], 0, 0};
      u32 touched;
      path = __ldg(tables.paths + w->second_queue[lane]);
      u32 tops = sow(w->y + lane, ground, path, false, node->tops[ATTACKER], touched);
      holds = !lined(tops) &&
              !can_win(w, tables, w->second_m, w->y + lane, touched, ground, ATTACKER, tops);
    }
    u32 found = __ballot_sync(ALL, holds);
    if (found) return __shfl_sync(ALL, path, __ffs(found) - 1);
    queued = shorten(w->second_queue, queued, lane);
  }
  return 0;
}

// Whether a reply parries the attacker's sowing, which made the ground.
__device__ bool parries(Warp *w, const Tables &tables, u64 reply, const Ground &ground, u32 tops,
                        int lane) {
  if (!reply || !fits(ground, reply)) return false;
  u32 touched;
  tops = sow(w->y + lane, ground, reply, false, tops, touched);
  return !lined(tops) && !can_win(w, tables, w->m, w->y + lane, touched, ground, ATTACKER, tops);
}

// Put those sowings of the queue that leave the defender no line into the next queue.
__device__ u32 harmless(Warp *w, const Tables &tables, const Node *node, u32 queued, u32 waiting,
                        int lane) {
  bool open = false;
  u32 index = w->queue[lane];
  if (lane < queued) {
    Ground ground = {node->plane[DEFENDER], 0, 0};
    u32 touched;
    u32 tops = sow(w->y + lane, ground, __ldg(tables.paths + index), false, node->tops[DEFENDER], touched);
    open = !lined(tops) && !can_win(w, tables, w->m, w->y + lane, touched, ground, DEFENDER, tops);
  }
  u32 those = __ballot_sync(ALL, open);
  if (open) w->waiting[waiting + __popc(those & ((1u << lane) - 1))] = index;
  __syncwarp();
  return waiting + __popc(those);
}

// Whether one of the sowings that wait leaves the defender no parry.
__device__ bool decisive(Warp *w, const Tables &tables, const Node *node, u32 waiting, int lane) {
  bool open = lane < waiting;
  u32 tops = 0, list = 0;
  Ground ground = {node->plane[ATTACKER], w->x + lane, 0};
  if (open) {
    Ground whole = {node->plane[ATTACKER], 0, 0};
    u64 path = __ldg(tables.paths + w->waiting[lane]);
    tops = sow(w->x + lane, whole, path, true, node->tops[ATTACKER], ground.touched);
    Patterns p = patterns(tops);
    u32 winners = old_winners(w->m, ATTACKER, p, ground.touched);
    if (!winners) winners = new_winners(w, tables, w->x + lane, ground.touched, whole, ATTACKER, p, false);
    list = __ffs(winners);
  }
  #pragma unroll 1
  for (int i = 0; i < PARRIES && __any_sync(ALL, open); i++) {
    open = open && !parries(w, tables, w->parries[list][i], ground, tops, lane);
  }
  for (u32 left = __ballot_sync(ALL, open); left; left = __ballot_sync(ALL, open)) {
    int one = __ffs(left) - 1;
    u32 shown = __shfl_sync(ALL, tops, one), its = __shfl_sync(ALL, list, one);
    Ground theirs = {node->plane[ATTACKER], w->x + one, __shfl_sync(ALL, ground.touched, one)};
    if (lane < 16) w->second.plane[ATTACKER][lane] = before(theirs, lane);
    if (lane == 0) w->second.tops[ATTACKER] = shown;
    __syncwarp();
    u64 reply = parry(w, tables, lane);
    if (!reply) return true;
    if (lane == 0) {
      for (int i = PARRIES - 1; i; i--) w->parries[its][i] = w->parries[its][i - 1];
      w->parries[its][0] = reply;
    }
    __syncwarp();
    // It may do for other lanes, too.
    open = open && lane != one && !parries(w, tables, reply, ground, tops, lane);
  }
  return false;
}

// Whether some sowing of the attacker leaves the defender neither a line nor a parry.
__device__ u32 strike(Warp *w, const Tables &tables, const Node *node, int lane) {
  if (!number(&w->menu, tables, node->plane[ATTACKER], lane)) {
    w->doubt = 1;
    return YES;
  }
  look(w, tables, w->m, node, lane);
  u32 guards = threatened(w->m, DEFENDER, node->tops[DEFENDER], w->guard, lane);
  u32 queued = 0, waiting = 0, total = w->menu.total;
  if (lane == 0) w->nodes += total;
  for (u32 at = 0; at < total || queued || waiting; at += 32) {
    if (at < total) queued = enqueue(&w->menu, tables, at, w->guard, guards, w->queue, queued, lane);
    if (queued >= 32 || at + 32 >= total) {
      waiting = harmless(w, tables, node, queued, waiting, lane);
      queued = shorten(w->queue, queued, lane);
    }
    if (waiting >= 32 || (at + 32 >= total && !queued)) {
      if (decisive(w, tables, node, waiting, lane)) return YES;
      waiting = shorten(w->waiting, waiting, lane);
    }
  }
  return NO;
}

// What is remembered -----------------------------------------------------------------------------

__device__ u64 mixed(u64 word) {
  word = (word ^ word >> 29) * HASH_ALL;
  return word ^ word >> 32;
}

// The least code of the eight symmetric boards, the same in all lanes.
__device__ void canonical(const Node *node, u64 &pebbles, u64 &ends, int lane) {
  u64 mine = 0, theirs = 0;
  u32 read = 0;
  ends = 0;
  #pragma unroll 1
  for (int place = 0; place < 16; place++) {
    u32 row = place >> 2, column = place & 3;
    if (lane & 1) row = 3 - row;
    if (lane & 2) column = 3 - column;
    u32 square = lane & 4 ? 4 * column + row : 4 * row + column;
    u32 one = node->plane[ATTACKER][square], mark = height(one);
    mine |= (u64)(one ^ 1u << mark) << read;
    theirs |= (u64)(node->plane[DEFENDER][square] ^ 1u << mark) << read;
    read += mark;
    ends |= 1ull << (read + place);
  }
  pebbles = mine | theirs << 24;
  for (int j = 1; j < 8; j <<= 1) {
    u64 other = __shfl_xor_sync(ALL, pebbles, j), others = __shfl_xor_sync(ALL, ends, j);
    if (other < pebbles || (other == pebbles && others < ends)) {
      pebbles = other;
      ends = others;
    }
  }
}

__device__ ulonglong2 *bucket(const Tables &tables, u64 pebbles, u64 ends) {
  u64 word = pebbles * HASH_PEBBLES + ends * HASH_ENDS;
  return tables.memory + WAYS * (mixed(word) & tables.buckets);
}

// An entry is the pebbles, mixed with the second word so that halves of two entries do not fit
// together; and the ends, above them the answer plus one, and the question: how many plies were left,
// and who attacked. It counts for this question alone.
const int VALUE = 40, QUESTION = 42;
const u64 ENDS = (1ull << VALUE) - 1;

__device__ bool is_about(const ulonglong2 &entry, u64 pebbles, u64 ends, u32 question) {
  return (entry.x ^ mixed(entry.y)) == pebbles && (entry.y & ENDS) == ends && entry.y >> QUESTION == question;
}

__device__ u32 recall(const Tables &tables, u64 pebbles, u64 ends, u32 question, int lane) {
  ulonglong2 entry = __ldcg(bucket(tables, pebbles, ends) + (lane & (WAYS - 1)));
  u32 where = __ballot_sync(ALL, is_about(entry, pebbles, ends, question));
  u32 answer = (u32)(entry.y >> VALUE & 3) - 1;
  return where ? __shfl_sync(ALL, answer, __ffs(where) - 1) : OPEN;
}

__device__ void remember(const Tables &tables, u64 pebbles, u64 ends, u32 answer, u32 question, int lane) {
  ulonglong2 *at = bucket(tables, pebbles, ends) + (lane & (WAYS - 1));
  ulonglong2 entry = __ldcg(at);
  u32 plies = entry.y >> QUESTION & 31, worth = 1;
  if (is_about(entry, pebbles, ends, question)) worth = 0;
  else if (entry.y) worth = 8 + 8 * plies + ((lane + (u32)(pebbles >> 3)) & 7);
  u32 least = __reduce_min_sync(ALL, worth << 5 | lane);
  if (lane == (int)(least & 31)) {
    entry.y = ends | (u64)(answer + 1) << VALUE | (u64)question << QUESTION;
    entry.x = pebbles ^ mixed(entry.y);
    __stcg(at, entry);
  }
}

// Four plies and more ----------------------------------------------------------------------------

__device__ u32 sowings_after(const Tables &tables, const u32 *plane, const u16 *board, u32 before,
                             u32 touched) {
  #pragma unroll 1
  for (; touched; touched &= touched - 1) {
    u32 square = __ffs(touched) - 1;
    const u32 *sowings = tables.sowings + 32 * square;
    before += __ldg(sowings + height(board[32 * square])) - __ldg(sowings + height(plane[square]));
  }
  return before;
}

__device__ u32 sowings_of(const Tables &tables, const u32 *plane, int lane) {
  u32 count = lane < 16 ? __ldg(tables.sowings + 32 * lane + height(plane[lane & 15])) : 0;
  return __reduce_add_sync(ALL, count);
}

// How early to try the mover's sowing, less is earlier; ALL if it loses at once.
__device__ u32 rated(Warp *w, const Tables &tables, const Node *node, u64 path, int mover, u32 sowings,
                     int lane) {
  u16 *x = w->x + lane, *y = w->y + lane;
  u32 touched;
  int other = 1 - mover;
  Ground their_ground = {node->plane[other], 0, 0}, our_ground = {node->plane[mover], 0, 0};
  u32 theirs = sow(x, their_ground, path, false, node->tops[other], touched);
  if (lined(theirs) || can_win(w, tables, w->m, x, touched, their_ground, other, theirs)) return ALL;
  u32 ours = sow(y, our_ground, path, true, node->tops[mover], touched);
  u32 score = sowings_after(tables, node->plane[other], x, sowings, touched);
  if (mover == ATTACKER) {
    score += VISIBLE_COSTS * __popc(ours);
    return HIGHEST - (score < HIGHEST ? score : HIGHEST);
  }
  Patterns p = patterns(ours);
  u32 winners = old_winners(w->m, DEFENDER, p, touched);
  winners |= new_winners(w, tables, y, touched, our_ground, DEFENDER, p, true);
  score += VISIBLE_COSTS * __popc(theirs) + THREAT_GAINS * (16 - __popc(winners));
  return score < HIGHEST ? score : HIGHEST;
}

// Make the child of a level by a path. Unlike a lane's board, a node has stacks of any height.
__device__ void make(Warp *w, int level, u64 path, int mover, int lane) {
  const Node *node = w->node + level;
  Node *child = w->node + level + 1;
  child->plane[lane >> 4][lane & 15] = node->plane[lane >> 4][lane & 15];
  __syncwarp();
  if (lane < 2) {
    u32 origin = path >> ORIGIN, steps = path >> STEPS & 15, tops = node->tops[lane] & ~(1u << origin);
    u32 *plane = child->plane[lane], hand = plane[origin];
    if (lane != mover) hand ^= 1u << (steps - 1);
    plane[origin] = 1;
    #pragma unroll 1
    for (; steps; steps--, path >>= 4, hand >>= 1) {
      u32 square = path & 15, pebble = hand & 1;
      plane[square] += (1 + pebble) << height(plane[square]);
      tops = (tops & ~(1u << square)) | pebble << square;
    }
    child->tops[lane] = tops;
  }
  __syncwarp();
}

// Make a reply that held at this level lately if it looks as good here; else false.
__device__ bool recalled(Warp *w, const Tables &tables, int level, const Reply *replies, int lane) {
  const Node *node = w->node + level;
  look(w, tables, w->m, node, lane);
  u32 sowings = sowings_of(tables, node->plane[ATTACKER], lane), score = ALL;
  Ground ground = {node->plane[ATTACKER], 0, 0};
  Reply reply = replies[32 * level + lane];
  if (reply.path && fits(ground, reply.path)) {
    score = rated(w, tables, node, reply.path, DEFENDER, sowings, lane);
    if (score > reply.limit) score = ALL;
  }
  u32 least = __reduce_min_sync(ALL, score);
  if (least == ALL) return false;
  u32 those = __ballot_sync(ALL, score == least);
  make(w, level, __shfl_sync(ALL, reply.path, __ffs(those) - 1), DEFENDER, lane);
  return true;
}

// Keep a reply that was rated best, in front if it is new.
__device__ void keep(Reply *replies, u64 path, u32 score, int lane) {
  Reply reply = replies[lane];
  bool same = reply.path == path;
  if (same && reply.limit < score + SLACK) replies[lane].limit = score + SLACK;
  if (__any_sync(ALL, same)) return;
  Reply before;
  before.path = __shfl_up_sync(ALL, reply.path, 1);
  before.limit = __shfl_up_sync(ALL, reply.limit, 1);
  if (lane == 0) {
    before.path = path;
    before.limit = score + SLACK;
  }
  replies[lane] = before;
  __syncwarp();
}

// A path's place among sowings of one score; and the path of a place.
__device__ u32 placed(u32 index) { return SECOND_OPINION ? INDEX - index : index; }

// List score and path of the sowings that do not lose at once; false if that cannot be done here.
__device__ bool list(Warp *w, const Tables &tables, int level, int mover, u32 *entries, u32 room,
                     int lane) {
  const Node *node = w->node + level;
  Frame *frame = w->frame + level;
  int other = 1 - mover;
  bool all = number(&w->menu, tables, node->plane[ATTACKER], lane);
  look(w, tables, w->m, node, lane);
  u32 guards = threatened(w->m, other, node->tops[other], w->guard, lane), queued = 0, count = 0;
  u32 sowings = sowings_of(tables, node->plane[ATTACKER], lane), total = w->menu.total;
  u32 start = frame->start;
  if (!all) w->doubt = 1;
  if ((!all || start + total > room) && mover == ATTACKER) {
    w->doubt = 1;
    return false;
  }
  for (u32 at = 0; at < total || queued; at += 32) {
    if (at < total) queued = enqueue(&w->menu, tables, at, w->guard, guards, w->queue, queued, lane);
    if (queued < 32 && at + 32 < total) continue;
    u32 score = ALL, index = 0;
    if (lane < queued) {
      index = w->queue[lane];
      score = rated(w, tables, node, __ldg(tables.paths + index), mover, sowings, lane);
    }
    u32 those = __ballot_sync(ALL, score != ALL);
    u32 place = start + count + __popc(those & ((1u << lane) - 1));
    if (score != ALL && place < room) entries[place] = score << SCORE | placed(index);
    count += __popc(those);
    if (start + count > room) {
      w->doubt = 1;
      count = room - start;
    }
    queued = shorten(w->queue, queued, lane);
  }
  if (lane == 0) {
    frame->count = count;
    frame->tried = 0;
  }
  __syncwarp();
  return true;
}

// Make the most promising of the sowings not yet tried.
__device__ void descend(Warp *w, const Tables &tables, int level, int mover, u32 *entries,
                        Reply *replies, int lane) {
  Frame *frame = w->frame + level;
  u32 first = frame->start + frame->tried, end = frame->start + frame->count;
  if (frame->tried < PICKED) {
    u32 least = ALL;
    #pragma unroll 1
    for (u32 i = first + lane; i < end; i += 32) least = entries[i] < least ? entries[i] : least;
    least = __reduce_min_sync(ALL, least);
    u32 top = entries[first];
    __syncwarp();
    #pragma unroll 1
    for (u32 i = first + lane; i < end; i += 32)
      if (entries[i] == least) {
        entries[i] = top;
        entries[first] = least;
      }
    __syncwarp();
  }
  u32 entry = entries[first];
  u64 path = __ldg(tables.paths + placed(entry & INDEX));
  if (frame->tried == 0 && mover == DEFENDER) keep(replies + 32 * level, path, entry >> SCORE, lane);
  __syncwarp();
  if (lane == 0) frame->tried++;
  make(w, level, path, mover, lane);
}

const u32 FRESH = 0, RECALLING = 1, LISTED = 2;

__device__ u64 nanoseconds() {
  u64 now;
#ifdef __CUDA_ARCH__
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
#else
  now = 0;
#endif
  return now;
}

// Answer the question whose position is at level 0. The mover must not be able to win at once.
__device__ u32 answer(Warp *w, const Work &work, u32 *entries, Reply *replies, u64 deadline, int lane) {
  const Tables &tables = work.tables;
  int level = 0, depth = work.depth;
  u32 asked = work.second_attacks << 5;
  bool entering = true;
  while (true) {
    int left = depth - level, mover = left & 1 ? ATTACKER : DEFENDER;
    u32 wanted = mover == ATTACKER ? YES : NO, value = OPEN;
    Frame *frame = w->frame + level;
    __syncwarp();
    if (entering) {
      u64 pebbles, ends;
      canonical(w->node + level, pebbles, ends, lane);
      value = recall(tables, pebbles, ends, left | asked, lane);
      if (lane == 0) {
        w->nodes++;
        frame->start = level ? frame[-1].start + frame[-1].count : 0;
        frame->count = 0;
        frame->stage = FRESH;
        frame->pebbles = pebbles;
        frame->ends = ends;
      }
      __syncwarp();
      if (value == OPEN && left == 3) {
        value = strike(w, tables, w->node + level, lane);
        if (lane == 0) atomicAdd(work.counters + 1, 1ull);
      }
      if (nanoseconds() > deadline) value = OPEN + 1;
      value = __shfl_sync(ALL, value, 0);
      if (value > OPEN) return OPEN;
    }
    u32 stage = frame->stage;
    __syncwarp();
    if (value == OPEN && stage == FRESH && mover == DEFENDER) {
      if (lane == 0) frame->stage = RECALLING;
      __syncwarp();
      if (recalled(w, tables, level, replies, lane)) {
        level++;
        entering = true;
        continue;
      }
    }
    if (value == OPEN && stage != LISTED) {
      if (lane == 0) frame->stage = LISTED;
      __syncwarp();
      if (!list(w, tables, level, mover, entries, work.room, lane)) value = YES;
    }
    if (value == OPEN && frame->tried < frame->count) {
      descend(w, tables, level, mover, entries, replies, lane);
      level++;
      entering = true;
      continue;
    }
    if (value == OPEN) value = YES + NO - wanted;
    bool sure = value == NO || !w->doubt;
    if (sure) remember(tables, frame->pebbles, frame->ends, value, left | asked, lane);
    if (level > 0 && value != wanted) {
      level--;
      frame--;
      if (sure) remember(tables, frame->pebbles, frame->ends, value, left + 1 | asked, lane);
    }
    if (level == 0) return value;
    level--;
    entering = false;
  }
}

// Set up the position of a code, whose planes belong to FIRST and SECOND.
__device__ void unpack(Node *node, u64 pebbles, u64 ends, u32 second_attacks, int lane) {
  if (lane < 2) {
    u64 mine = pebbles >> ((u32)lane != second_attacks ? 32 : 0) & 0xFFFFFF;
    u32 tops = 0;
    #pragma unroll 1
    for (int square = 0; square < 16; square++) {
      u32 plane = 0, tall = 0;
      #pragma unroll 1
      for (; !(ends & 1); ends >>= 1, mine >>= 1, tall++) plane |= (u32)(mine & 1) << tall;
      ends >>= 1;
      if (tall && plane >> (tall - 1)) tops |= 1u << square;
      node->plane[lane][square] = plane | 1u << tall;
    }
    node->tops[lane] = tops;
  }
  __syncwarp();
}

struct Shared {  // by the warps of a block
  Warp warps[WARPS];
  u32 shorts[80 * SHORT];
};

// The bytes of shared memory and the warps of a block, and the levels of a warp.
extern "C" __global__ void shape(u32 *numbers) {
  numbers[0] = sizeof(Shared);
  numbers[1] = WARPS;
  numbers[2] = LEVELS;
}

extern "C" __global__ void __launch_bounds__(32 * WARPS, BLOCKS) prove(const Work *given) {
  Work work = *given;
#ifdef __CUDA_ARCH__
  extern __shared__ u32 room[];
#else
  static u32 room[sizeof(Shared) / 4];
#endif
  Shared *shared = (Shared *)room;
  Warp *w = shared->warps + threadIdx.x / 32;
  for (u32 i = threadIdx.x; i < 80 * SHORT; i += LOADERS)
    shared->shorts[i] = work.tables.wins[8 * (i / 5) + i % 5];
  work.tables.shorts = shared->shorts;
  __syncthreads();
  int lane = threadIdx.x & 31;
  u64 number = blockIdx.x * WARPS + threadIdx.x / 32;
  u32 *entries = work.lists + work.room * number;
  Reply *replies = work.replies + 32 * LEVELS * number;
  u64 deadline = nanoseconds() + work.deadline;
  w->second.plane[DEFENDER][lane & 15] = 1;
  for (u32 i = lane; i < 17 * PARRIES; i += 32) (&w->parries[0][0])[i] = 0;
  for (u32 i = lane; i < 32 * LEVELS; i += 32) replies[i].path = 0;
  while (true) {
    u32 question = lane == 0 ? (u32)atomicAdd(work.counters, 1ull) : 0;
    question = __shfl_sync(ALL, question, 0);
    if (question >= work.questions) return;
    if (lane == 0) {
      w->doubt = 0;
      w->nodes = 0;
    }
    __syncwarp();
    unpack(w->node, work.codes[2 * question], work.codes[2 * question + 1], work.second_attacks, lane);
    u32 found = answer(w, work, entries, replies, deadline, lane);
    if (lane == 0) {
      if (w->doubt) atomicAdd(work.counters + 2, 1ull);
      work.answers[question] = found == YES && w->doubt ? OPEN : found;
      work.nodes[question] = w->nodes;
    }
    __syncwarp();
    if (found == OPEN) return;
  }
}
