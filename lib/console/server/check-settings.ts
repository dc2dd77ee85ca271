import 'server-only'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { addressProblem } from '#lib/console/postgres.ts'
import { hasSandbox, publicOrigin } from '#lib/console/settings.ts'
import { StartProblem } from './start-problem.ts'

/**
 * At the start: throws a StartProblem for what is missing and what cannot be read. It names all of
 * them at once: a person should not need a start for each.
 */
export function checkSettings(): void {
  refuse([...problemsOfData(!hasSandbox()), problemOf(publicOrigin)])
}

/**
 * Before a command of an operator on the console's data: the same for what such a command needs. In a
 * release all that is needed has to be named.
 */
export function checkDataSettings(isRelease: boolean): void {
  refuse(problemsOfData(isRelease))
}

function refuse(problems: (string | undefined)[]): void {
  const words = problems.filter((problem) => problem !== undefined)
  if (words.length > 0) throw new StartProblem(words.join('\n'))
}

function problemsOfData(isRelease: boolean): (string | undefined)[] {
  return [
    ...(isRelease ? missing(process.env) : []),
    ...['DATABASE_URL', 'DATABASE_MIGRATION_URL'].map((name) => {
      const address = process.env[name]
      return address ? addressProblem(name, address) : undefined
    }),
  ]
}

// A release has neither a database server nor a sandbox, and may write nowhere by itself.
function missing(env: NodeJS.ProcessEnv): string[] {
  return [
    !env.DATABASE_URL &&
      'DATABASE_URL is not set: a release has no database server of its own, so name a PostgreSQL database (version 15 or later).',
    !isAllowed(env.DATA_DIR, constants.W_OK) &&
      'DATA_DIR is not the absolute path of a folder that this user may write. It holds code lists and audit archives; the console writes nowhere else.',
    // A release makes no key: a file that is missing once would become another key.
    !env.CONSOLE_ROOT_KEY &&
      !isAllowed(env.CONSOLE_ROOT_KEY_FILE, constants.R_OK) &&
      'There is no root key: set CONSOLE_ROOT_KEY (the output of openssl rand -base64 32), or CONSOLE_ROOT_KEY_FILE to the absolute path of a file with it that this user may read, outside DATA_DIR and of mode 0600.',
  ].filter((words) => words !== false)
}

function isAllowed(file: string | undefined, mode: number): boolean {
  if (!file || !path.isAbsolute(file)) return false
  try {
    accessSync(file, mode)
    return true
  } catch {
    return false
  }
}

function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof StartProblem) return error.message
    throw error
  }
}
