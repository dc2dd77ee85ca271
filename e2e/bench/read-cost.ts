import { type Replay, replayParallel, replayRead } from './action-replay.ts'
import { type Measure, median } from './table.ts'

const samples = 41

/**
 * The time that the console adds to reading one page of 100: its action, sent again without a
 * browser, compared with a plain fetch of the same page from the same partner, in turn.
 */
export async function measureAddedTime(replay: Replay, partnerPage: string): Promise<Measure[]> {
  const through: number[] = []
  const plain: number[] = []
  for (let i = -5; i < samples; i++) {
    const { end } = await replayRead(replay)
    const direct = await timePlainFetch(partnerPage)
    if (i < 0) continue // the first ones warm up both sides
    through.push(end)
    plain.push(direct)
  }
  return [
    { name: 'One page of 100: plain fetch, median', value: median(plain), unit: 'ms' },
    { name: 'One page of 100: through the console, median', value: median(through), unit: 'ms' },
    {
      name: 'One page of 100: added by the console, median',
      value: median(through.map((end, i) => end - plain[i]!)),
      unit: 'ms',
      target: { atMost: 20 },
    },
  ]
}

async function timePlainFetch(url: string): Promise<number> {
  const start = performance.now()
  await (await fetch(url, { headers: { authorization: 'Bearer bench' } })).json()
  return performance.now() - start
}

/** Six simultaneous reads compared with one, with a slow partner. */
export async function measureParallel(replay: Replay): Promise<Measure[]> {
  const ones: number[] = []
  const sixes: number[] = []
  for (let i = 0; i < 5; i++) {
    ones.push((await replayRead(replay)).end)
    sixes.push(await replayParallel(replay, 6))
  }
  return [
    { name: 'One read of a partner that takes 500 ms', value: median(ones), unit: 'ms' },
    {
      name: 'Six reads at once beside one',
      value: median(sixes) / median(ones),
      unit: 'x',
      target: { atMost: 1.4 },
    },
  ]
}
