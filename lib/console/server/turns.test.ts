import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { mostAtWork, mostWaiting, takeTurn, turnOf } from './turns.ts'

const passed = () => new Promise((resolve) => setImmediate(resolve))

test('eight requests of an account are at work, the others wait in their order, and nobody else waits', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  for (let i = 0; i < 20; i += 1)
    void takeTurn('one').then((end) => {
      begun.push(i)
      ends.push(end!)
    })
  await passed()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const other = await takeTurn('other')
  expect(other).toBeDefined()
  ends[0]!()
  // The end of an answer and of its connection both end the turn.
  ends[0]!()
  await passed()
  expect(begun).toHaveLength(mostAtWork + 1)
  while (ends.length < 20) {
    for (const end of ends) end()
    await passed()
  }
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i))
  for (const end of [...ends, other!]) end()
})

test('a full line refuses', async () => {
  const ends: (() => void)[] = []
  for (let i = 0; i < mostAtWork + mostWaiting; i += 1)
    void takeTurn('full').then((end) => ends.push(end!))
  await passed()
  expect(await takeTurn('full')).toBeUndefined()
  while (ends.length < mostAtWork + mostWaiting) {
    for (const end of ends) end()
    await passed()
  }
  for (const end of ends) end()
  expect(await takeTurn('full')).toBeDefined()
})

test('whatever order turns end in, never more than eight are at work and everybody gets one', async () => {
  let name = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { maxLength: 60 }), async (order) => {
      const whose = `property ${(name += 1)}`
      const atWork: (() => void)[] = []
      let served = 0
      for (let asked = 0; asked < order.length; asked += 1)
        void takeTurn(whose).then((end) => {
          served += 1
          atWork.push(end!)
        })
      for (const place of order) {
        await passed()
        expect(atWork.length).toBeLessThanOrEqual(mostAtWork)
        atWork.splice(place % Math.max(atWork.length, 1), 1)[0]?.()
      }
      await passed()
      expect(served).toBe(order.length)
      for (const end of atWork) end()
    }),
  )
})

test('a person who leaves while they wait, or while they are served, keeps no turn', async () => {
  const served: (() => void)[] = []
  let refused = 0
  let left = 0
  const server = createServer((_, response) => {
    response.on('close', () => (left += 1))
    void turnOf(response, 'leaves').then((turn) => {
      if (turn === 'full') refused += 1
      if (turn === 'taken') served.push(() => response.end())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = Array.from({ length: mostAtWork + 20 }, () => {
    const request = get({ port, host: '127.0.0.1', agent: false })
    request.on('error', () => {})
    return request
  })
  await vi.waitFor(() => expect(served).toHaveLength(mostAtWork))
  for (const request of asked.slice(mostAtWork)) request.destroy()
  await vi.waitFor(() => expect(left).toBe(20))
  for (const end of served.slice(0, 4)) end()
  for (const request of asked.slice(4, mostAtWork)) request.destroy()
  await vi.waitFor(() => expect(left).toBe(asked.length))
  const again = Array.from({ length: mostAtWork }, () => takeTurn('leaves'))
  const ends = await Promise.all(again)
  expect(refused).toBe(0)
  for (const end of ends) end!()
  server.close()
})
