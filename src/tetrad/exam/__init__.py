"""The exam: any bot is asked for moves in positions of which every move's worth is proven.

`questions` holds what is asked, `candidates` finds the bot, `grade` marks its answers, `report`
tells how it did. The questions come with the program, so that results can be compared and cited.
"""
