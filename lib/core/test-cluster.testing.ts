import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres-server.ts'

/**
 * Starts the database server of a test run, which every process of the run finds in TEST_POSTGRES.
 * Returns the function that stops it and discards its data.
 */
export default async function startTestCluster(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-cluster-'))
  const { addressOf, stop } = await startPostgres(folder, { isTemporary: true })
  process.env.TEST_POSTGRES = addressOf('postgres')
  return async () => {
    await stop()
    rmSync(folder, { recursive: true })
  }
}
