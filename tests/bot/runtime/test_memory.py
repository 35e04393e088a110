"""The memory that the C library keeps once the bot has freed it."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from bot.runtime.memory import limit_free_memory
from tests.paths import ROOT

POOLS = """
import ctypes, tempfile, threading
from bot.runtime.memory import limit_free_memory
if {limited}:
    limit_free_memory()
libc, full = ctypes.CDLL(None), threading.Barrier(5)
libc.malloc.restype = libc.fdopen.restype = ctypes.c_void_p
def allocate():
    blocks = [libc.malloc(50_000) for _ in range(20)]
    full.wait()
    for block in blocks:
        libc.free(ctypes.c_void_p(block))
threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
full.wait()
for thread in threads:
    thread.join()
with tempfile.TemporaryFile() as file:
    stream = ctypes.c_void_p(libc.fdopen(file.fileno(), b"w"))
    libc.malloc_info(0, stream)
    libc.fflush(stream)
    file.seek(0)
    print(file.read().count(b"<heap nr="))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="Other C libraries have no such pools.")
@pytest.mark.parametrize("limited", [True, False])
def test_threads_share_one_pool_of_free_memory(limited: bool) -> None:
    found = subprocess.run(
        [sys.executable, "-c", POOLS.format(limited=limited)], cwd=ROOT, capture_output=True, check=True
    )
    assert (int(found.stdout) == 1) == limited


def test_a_c_library_without_such_options_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    limit_free_memory()
