import { closeConsoleDb, consoleDb } from '#lib/console/db.ts'

// In a process of its own: the runner of the stories loads no module of the console's server.
await consoleDb()
await closeConsoleDb()
