import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { findFreePort, isPortFree } from '#lib/core/ports.ts'
import { inRoot } from './shell.ts'
import { startService, waitForHealth } from './service.ts'

const small = 'lib/commands/testdata/small-service.ts'

test('a service answers once it is healthy, and is gone once it is stopped', async () => {
  const port = await findFreePort()
  const service = startService('The small service', small, { args: [String(port)] })
  await waitForHealth(service, `http://127.0.0.1:${port}/`, 20)
  expect(await isPortFree(port)).toBe(false)
  await service.stop()
  expect(await service.ended).toBe('The small service ended with SIGTERM')
  expect(await isPortFree(port)).toBe(true)
  await service.stop()
})

test('a service that ends before it is healthy is reported with its status', async () => {
  const service = startService('The absent service', 'lib/commands/testdata/absent.ts')
  await expect(waitForHealth(service, 'http://127.0.0.1:9/', 20)).rejects.toThrow(
    'The absent service ended with status 1',
  )
})

test('the lines of a service’s log go where the command wants them', async () => {
  const lines: string[] = []
  const service = startService('The small service', 'lib/commands/testdata/talking-service.ts', {
    takeJson: (line) => lines.push(line),
  })
  expect(await service.ended).toBe('The small service ended with status 0')
  expect(lines).toEqual(['{"msg":"of the log"}'])
})

test('a service that migrates is waited for, and reported once', async () => {
  const states = ['migrating', 'migrating', 'ok']
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ status: states.shift() })),
  )
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const report = vi.fn()
  const service = { name: 'It', ended: new Promise<string>(() => {}), stop: async () => undefined }
  await waitForHealth(service, `http://127.0.0.1:${port}/`, undefined, report)
  expect(states).toEqual([])
  expect(report).toHaveBeenCalledTimes(1)
  server.close()
})

test('a service may have its own workers, for as long as it needs them', async () => {
  const port = await findFreePort()
  const service = startService(
    'The service with a worker',
    'lib/commands/testdata/service-with-worker.ts',
    {
      args: [String(port)],
    },
  )
  await waitForHealth(service, `http://127.0.0.1:${port}/`, 20)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('well')
  await service.stop()
})

test('a service ends when the command that started it is killed', async () => {
  const port = await findFreePort()
  const command = spawn(
    process.execPath,
    [inRoot('lib/commands/testdata/start-and-wait.ts'), String(port)],
    {
      stdio: 'ignore',
    },
  )
  await vi.waitFor(async () => expect(await isPortFree(port)).toBe(false), { timeout: 20_000 })
  command.kill('SIGKILL')
  await vi.waitFor(async () => expect(await isPortFree(port)).toBe(true), { timeout: 20_000 })
})
