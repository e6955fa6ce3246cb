"""`python -m tetrad`: the same as the command `tetrad`."""

import sys

from tetrad.cli import main

sys.exit(main())
