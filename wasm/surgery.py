"""What of Numba's LLVM a page cannot have, and what takes its place.

Numba writes for a process with Python in it: beside each function a wrapper for the interpreter, in
it references that are counted, allocations by Python's runtime and multiplications that look for
overflow in 128 bits. In a page nothing outlives a call but what the page itself reserved: so memory
grows like a stack, each entry puts it back as it was, and references need not be counted.
"""

from __future__ import annotations

import re

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"

_DEFINED = re.compile(r'^define\b[^@\n]*@("[^"]+"|[\w.$]+)\(.*?^\}\n', re.M | re.S)
_DECLARED = re.compile(r'^declare\b[^@\n]*@("[^"]+"|[\w.$]+)\(.*\n', re.M)
# How an error is put into words: here it just is one, and whoever made it hears of it.
_WORDING = re.compile(
    r"^(define [^@\n]*@_ZN5numba7cpython(?:7unicode|8builtins14ol_str)[^\n]*?)"
    r"(?: #\d+)? \{\n.*?^\}\n",
    re.M | re.S,
)
# The address of something in this process, which compiled code names but never uses.
_ADDRESS = re.compile(r"inttoptr \(i64 \d+ to ptr\)")
# Replaced by what stands in RUNTIME, or not needed once the wrappers are gone.
_REPLACED = {
    "NRT_Allocate",
    "NRT_Free",
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_alloc_safe_aligned",
    "NRT_MemInfo_new_varsize_dtor",
    "NRT_MemInfo_varsize_alloc",
    "NRT_decref",
    "NRT_incref",
    "llvm.smul.with.overflow.i64",
}

# A page's memory. `top` is where the free part begins; the host reserves arrays there, and puts it
# back with `release`. A block of Numba's is a header of 32 bytes, whose fourth field points to the
# data behind it; what is asked for is rounded up to 16 bytes.
RUNTIME = """
@__heap_base = external hidden global i8
@top = global i32 0

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare void @llvm.trap()
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define i32 @mark() {
  %now = load i32, ptr @top
  %fresh = icmp eq i32 %now, 0
  %base = ptrtoint ptr @__heap_base to i32
  %up = add i32 %base, 15
  %first = and i32 %up, -16
  %top = select i1 %fresh, i32 %first, i32 %now
  store i32 %top, ptr @top
  ret i32 %top
}

define i32 @take(i64 %size) {
  %from = call i32 @mark()
  %wide = zext i32 %from to i64
  %padded = add i64 %size, 15
  %rounded = and i64 %padded, -16
  %end = add i64 %wide, %rounded
  %too_much = icmp ugt i64 %end, 2147483648
  br i1 %too_much, label %fail, label %look
look:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %last = add i64 %end, 65535
  %needed_wide = lshr i64 %last, 16
  %needed = trunc i64 %needed_wide to i32
  %enough = icmp ule i32 %needed, %pages
  br i1 %enough, label %done, label %grow
grow:
  %more = sub i32 %needed, %pages
  %grown = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %grown, -1
  br i1 %failed, label %fail, label %done
done:
  %after = trunc i64 %end to i32
  store i32 %after, ptr @top
  ret i32 %from
fail:
  call void @llvm.trap()
  unreachable
}

define ptr @block(i64 %size) {
  %all = add i64 %size, 32
  %from = call i32 @take(i64 %all)
  %header = inttoptr i32 %from to ptr
  %body = getelementptr i8, ptr %header, i32 32
  %field = getelementptr {FIELDS}, ptr %header, i32 0, i32 3
  store ptr %body, ptr %field
  ret ptr %header
}

define i64 @reserve(i64 %size) {
  %from = call i32 @take(i64 %size)
  %start = inttoptr i32 %from to ptr
  %bytes = trunc i64 %size to i32
  call void @llvm.memset.p0.i32(ptr %start, i8 0, i32 %bytes, i1 false)
  %address = zext i32 %from to i64
  ret i64 %address
}

define i64 @release(i64 %address) {
  %to = trunc i64 %address to i32
  store i32 %to, ptr @top
  ret i64 %address
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %block = call ptr @block(i64 %size)
  ret ptr %block
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @block(i64 %size)
  ret ptr %block
}

define ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %dtor) {
  %block = call ptr @block(i64 %size)
  ret ptr %block
}

define ptr @NRT_MemInfo_varsize_alloc(ptr %block, i64 %size) {
  %from = call i32 @take(i64 %size)
  %data = inttoptr i32 %from to ptr
  %field = getelementptr {FIELDS}, ptr %block, i32 0, i32 3
  store ptr %data, ptr %field
  ret ptr %data
}

define ptr @NRT_Allocate(i64 %size) {
  %from = call i32 @take(i64 %size)
  %data = inttoptr i32 %from to ptr
  ret ptr %data
}

define void @NRT_Free(ptr %data) {
  ret void
}

define void @NRT_incref(ptr %block) alwaysinline {
  ret void
}

define void @NRT_decref(ptr %block) alwaysinline {
  ret void
}

define {i64, i1} @product(i64 %one, i64 %two) alwaysinline {
  %product = mul i64 %one, %two
  %pair = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %product, 0
  ret {i64, i1} %pair
}
""".replace("{FIELDS}", "{i64, ptr, ptr, ptr, i64, ptr}")

# The same, for the modules that are linked with it.
_DECLARATIONS = "@top = external global i32\ndeclare void @llvm.trap()\n" + "".join(
    f"declare {head}\n"
    for head in re.findall(r"^define (.*?)(?: alwaysinline)? \{$", RUNTIME, re.M)
)


def for_a_page(text: str) -> str:
    """A module for the other machine, with what a page cannot have taken out."""
    for pattern in (_DEFINED, _DECLARED):
        text = pattern.sub(lambda found: "" if _unwanted(found[1]) else found[0], text)
    text = _WORDING.sub(r"\1 {\n  ret i32 1\n}\n", text)
    text = _ADDRESS.sub("null", text)
    text = text.replace("@llvm.smul.with.overflow.i64", "@product")
    text = re.sub(r"^(target (triple|datalayout)|source_filename) = .*\n", "", text, flags=re.M)
    # A wrapper's table for the interpreter may be missing and shared, which this machine knows not.
    text = re.sub(r"= common (local_unnamed_addr )?global", r"= weak \1global", text)
    return _addressed(text + _DECLARATIONS)


def runtime() -> str:
    """The module that takes the place of Python's runtime."""
    return _addressed(RUNTIME)


def _addressed(text: str) -> str:
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{LAYOUT}"\n{text}'


def _unwanted(name: str) -> bool:
    plain = name.strip('"')
    return plain in _REPLACED or plain.startswith(("_ZN7cpython", "cfunc."))


def entry(name: str, function: str, arguments: int) -> str:
    """What the page calls: a function of whole numbers that leaves the memory as it was.

    An error, which compiled code has none of, would stop the module.
    """
    given = ", ".join(f"i64 %a{number}" for number in range(arguments))
    passed = "".join(f", i64 %a{number}" for number in range(arguments))
    return f"""
define i64 @{name}({given}) {{
  %answer = alloca i64
  %error = alloca ptr
  store i64 0, ptr %answer
  %before = call i32 @mark()
  %status = call i32 @{function}(ptr %answer, ptr %error{passed})
  store i32 %before, ptr @top
  %well = icmp eq i32 %status, 0
  br i1 %well, label %done, label %fail
done:
  %number = load i64, ptr %answer
  ret i64 %number
fail:
  call void @llvm.trap()
  unreachable
}}
"""
