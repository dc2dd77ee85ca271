import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { findFreePort } from '#lib/core/ports.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import type { Recorded } from './action-replay.ts'
import { prepareLoad } from './load.ts'
import { sendSteadily } from './steady-load.ts'
import type { Measure } from './table.ts'

// A machine with few cores is full with one replica: each gets a fixed share of a core, and the
// rest is for the partner, the database and the load.
const coreShare = 0.3
const cgroup = '/sys/fs/cgroup/cpu'
// More than both can answer.
const perSecond = 80
const seconds = 30
const warmSeconds = 10

/**
 * List pages of 100 that one replica and two on one database answer in a second, each held to 0.3
 * of a core. It needs root and Linux's control groups (version 1).
 */
export async function measureReplicas(
  browser: Browser,
  folder: string,
  rowSelector: string,
): Promise<Measure[]> {
  if (!existsSync(path.join(cgroup, 'cpu.cfs_quota_us')))
    throw new Error('The part "replicas" needs control groups of version 1.')
  const name = 'replicas'
  const env = { CONSOLE_ALONE: '0' }
  const { own, sandbox, load, stop } = await prepareLoad(browser, folder, rowSelector, {
    name,
    seconds: 1,
    env,
  })
  const port = await findFreePort()
  const sandboxPort = Number(new URL(sandbox.url).port)
  const second = await startConsole({ folder, name, sandboxPort, env, port })
  const held = [own.service.pid!, second.service.pid!].map(holdToShare)
  try {
    const [read] = load.kinds.list!.requests
    const of = async (requests: Recorded[], duration: number) => {
      const kinds = { list: { ...load.kinds.list!, requests } }
      const only = { ...load, kinds, order: ['list'], perSecond, seconds: duration }
      const samples = await sendSteadily(only)
      const good = samples.filter(
        ({ failure, at, ms }) => failure === undefined && at + ms <= duration * 1_000,
      )
      return good.length / duration
    }
    // Its origin and host stay those of the first, as behind a proxy.
    const there = { ...read!, url: read!.url.replace(own.url, second.url) }
    await of([read!, there], warmSeconds)
    const one = await of([read!], seconds)
    const two = await of([read!, there], seconds)
    return [
      { name: 'List pages a second, one replica', value: one, unit: '' },
      { name: 'List pages a second, two replicas', value: two, unit: '' },
      { name: 'Two beside one', value: two / one, unit: 'x', target: { atLeast: 1.8 } },
    ]
  } finally {
    await second.service.stop()
    await stop()
    for (const end of held) end()
  }
}

// Returns what ends it, after the process has ended.
function holdToShare(pid: number): () => void {
  const group = path.join(cgroup, `bench-${pid}`)
  mkdirSync(group)
  writeFileSync(path.join(group, 'cpu.cfs_period_us'), '20000')
  writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(20_000 * coreShare))
  writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
  return () => rmdirSync(group)
}
