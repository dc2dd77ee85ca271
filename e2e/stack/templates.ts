import { runScript } from '#lib/commands/run-script.testing.ts'
import type { Template } from '#lib/core/test-database.testing.ts'

/** The template of a console's database: migrated, and empty. */
export const migratedConsole: Template = {
  name: 'console',
  async prepare(address) {
    const { status, words } = await runScript(
      'e2e/stack/migrate-console.ts',
      [],
      { ...process.env, DATABASE_URL: address },
      ['--conditions=react-server'],
    )
    if (status !== 0) throw new Error(words)
  },
}
