import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhenStale } from '#lib/commands/build.ts'
import { plantedSecrets } from '#lib/commands/planted-secrets.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { type Service, waitForHealth } from '#lib/commands/service.ts'
import startTestCluster from '#lib/core/test-cluster.testing.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { startJudgedSandbox, verdictOf } from './judged-answers.ts'
import { startConsole } from './start-console.ts'

/**
 * Starts a database server, a sandbox and the built console for a test run, on free ports and in a
 * new folder, and passes their addresses to the workers by environment. Returns a function that
 * ends them and fails the run if a sandbox gave an answer that does not fit the wire schema.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const services: Service[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'billing-console-e2e-'))
  let stopCluster = async () => {}
  const tearDown = async () => {
    await Promise.all(services.map((service) => service.stop()))
    await stopCluster()
    rmSync(folder, { recursive: true, force: true })
  }
  Object.assign(process.env, plantedSecrets)
  try {
    if (!(await buildWhenStale())) throw new Error('The production build failed.')
    stopCluster = await startTestCluster()
    const sandboxPort = await findFreePort()
    const sandbox = startJudgedSandbox('The sandbox', ['--port', String(sandboxPort)], {
      runFolder: folder,
      databaseUrl: await namedDatabase('sandbox'),
      log: path.join(folder, 'sandbox.log'),
    })
    services.push(sandbox)
    await waitForHealth(sandbox, `http://127.0.0.1:${sandboxPort}/_sandbox/health`, 300)
    const instance = await startConsole({ folder, name: 'main', sandboxPort, hasWorker: true })
    services.push(instance.service)
    Object.assign(process.env, {
      E2E_FOLDER: folder,
      E2E_SANDBOX_PORT: String(sandboxPort),
      E2E_CONSOLE_URL: instance.url,
    })
    return async () => {
      await Promise.all(services.map((service) => service.stop()))
      try {
        process.stdout.write(`${verdictOf(folder)}\n`)
      } finally {
        await tearDown()
      }
    }
  } catch (error) {
    await tearDown()
    throw error
  }
}
