"""Examples of every command: shown by its `--help`, in the manual and in the documentation."""

EXAMPLES = {
    "": ("tetrad", "tetrad play qomet", "tetrad solve quantik --time 2"),
    "play": ("tetrad play qomet --second 5", "tetrad play quantik --first 3 --second human"),
    "solve": (
        "tetrad solve quantik --position ..../..../..../AbC.",
        "tetrad solve qomet --time 10 --json",
        "tetrad solve quantik --stdin < positions.txt",
    ),
    "perft": ("tetrad perft qawale 4", "tetrad perft quantik 5 --json"),
    "bot": ("tetrad bot qomet --level 7", 'tetrad bot --check "./mybot --fast"'),
    "arena": (
        "tetrad arena quantik level:5 level:4 --games 200",
        'tetrad arena qomet "cmd:./mybot" level:3 level:4 level:5 --gauntlet',
        "tetrad arena ladder qawale",
    ),
    "grade": (
        "tetrad grade quantik level:5",
        'tetrad grade qomet "cmd:./mybot" --json --plot regret.svg',
        "tetrad grade qawale python:mybot.py:choose",
    ),
    "tables": (
        "tetrad tables build quantik",
        "tetrad tables verify quantik --json",
        "tetrad tables list",
    ),
    "verify": ("tetrad verify quantik", "tetrad verify proof.certificate --json"),
    "export": (
        "tetrad export quantik --count 100000 --seed 1 --out quantik.parquet",
        "tetrad export quantik --all",
    ),
    "puzzles": ("tetrad puzzles build qawale --count 300", "tetrad puzzles check qomet"),
    "puzzles build": ("tetrad puzzles build qawale --count 300 --games 4000",),
    "puzzles check": ("tetrad puzzles check qomet",),
    "serve": ("tetrad serve --open", "tetrad serve --host 0.0.0.0 --port 8080 --hosted"),
    "backup": ("tetrad backup games.tetrad",),
    "restore": ("tetrad restore games.tetrad",),
    "people": ("tetrad people rename Ada Grace", "tetrad people ban Mallory"),
    "people rename": ("tetrad people rename Ada Grace",),
    "people ban": ("tetrad people ban Mallory",),
    "people unban": ("tetrad people unban Mallory",),
    "people remove": ("tetrad people remove Mallory",),
    "warm": ("tetrad warm", "tetrad warm qawale"),
    "completion": (
        "tetrad completion bash > ~/.local/share/bash-completion/completions/tetrad",
        "tetrad completion zsh > ~/.zfunc/_tetrad",
        "tetrad completion fish > ~/.config/fish/completions/tetrad.fish",
        "tetrad completion man > tetrad.1",
    ),
}
