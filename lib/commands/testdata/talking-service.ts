// A service for tests: a line for a person, and one of a log.
process.stdout.write('for a person\n{"msg":"of the log"}\n')
