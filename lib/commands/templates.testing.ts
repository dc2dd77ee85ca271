import { runScript } from './run-script.testing.ts'
import type { Template } from '#lib/core/test-database.testing.ts'

/** The template of a console's database: migrated, and empty. */
export const migratedConsole: Template = {
  name: 'console',
  async prepare(address) {
    const { status, words } = await runScript(
      'lib/commands/testdata/migrate-console.ts',
      [],
      { ...process.env, DATABASE_URL: address },
      ['--conditions=react-server'],
    )
    if (status !== 0) throw new Error(words)
  },
}

// With demo data. Only commands may know the sandbox and the stories.
export { filledWith as filledSandbox } from '#lib/sandbox/test-sandbox.ts'
