"""`make audit`: asks whether a vulnerability of a package that we pin is known.

pip-audit asks the Python package index about every requirements file, npm asks its registry about
the browser app. Where their data cannot be reached, that is said in one sentence, and the status is
2: nothing was found is not the same as nothing was looked up.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FOUND, UNREACHED = 1, 2


def main(pip_audit: str, npm: str) -> int:
    """Audits everything; the worst status counts."""
    statuses = [python(pip_audit, path) for path in sorted((ROOT / "requirements").glob("*.txt"))]
    return max([*statuses, browser(npm)])


def python(program: str, path: Path) -> int:
    command = [program, "-r", str(path), "--require-hashes", "--disable-pip", "--timeout", "15"]
    answer = _asked([*command, "-f", "json", "--progress-spinner", "off"])
    packages = answer.get("dependencies")
    # A package that the index does not know was not looked up, whatever pip-audit says at the end.
    if packages is None or any("skip_reason" in each for each in packages):
        return _unreached(path.name)
    found = [
        f"{each['name']} {each['version']}: {', '.join(known['id'] for known in each['vulns'])}"
        for each in packages
        if each.get("vulns")
    ]
    return _told(path.name, len(packages), found)


def browser(npm: str) -> int:
    answer = _asked([npm, "audit", "--json"], ROOT / "web")
    known = answer.get("vulnerabilities")
    if known is None:
        return _unreached("web/package-lock.json")
    found = [f"{name}: {each['severity']}" for name, each in known.items()]
    count = answer.get("metadata", {}).get("dependencies", {}).get("total", 0)
    return _told("web/package-lock.json", count, found)


def _asked(command: list[str], folder: Path = ROOT) -> dict[str, Any]:
    """What the program printed as JSON; nothing where it could not find out."""
    try:
        ended = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=300
        )
        answer = json.loads(ended.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    return answer if isinstance(answer, dict) else {}


def _told(name: str, count: int, found: list[str]) -> int:
    print(f"{name}: {count} packages, {len(found)} with known vulnerabilities")
    for each in found:
        print(f"  {each}")
    return FOUND if found else 0


def _unreached(name: str) -> int:
    print(f"{name}: not audited, because the data about it cannot be reached from here")
    return UNREACHED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
