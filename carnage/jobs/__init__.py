"""Worker processes: they run the engine for the site, which never loads it, and keep nothing of
anybody's.
"""
