import { randomBytes } from 'node:crypto'
import type { RunSql } from './run-sql.ts'

/** The secret that signs tokens: made once, then kept in the database. */
export async function tokenSecret(run: RunSql): Promise<string> {
  await run(`insert into sandbox_facts (key, value) values ('secret', $1) on conflict (key) do nothing`, [
    randomBytes(32).toString('base64url'),
  ])
  const [row] = await run<{ value: string }>(`select value from sandbox_facts where key = 'secret'`)
  return row!.value
}
