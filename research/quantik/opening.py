"""Write the opening that comes with the program from the full table of Quantik.

tetrad tables build quantik && tetrad tables verify quantik
python -m research.quantik.opening
"""

from tetrad.solvers.quantik.opening import PATH, PLIES
from tetrad.solvers.quantik.table import NAME, QuantikTable, extract
from tetrad.solvers.tables.folder import table_path

if __name__ == "__main__":
    extract(QuantikTable(table_path(NAME)), PLIES, PATH)
