import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Result } from '#lib/core/result.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { createCapture } from './create-capture.ts'
import { saveCapture } from './save-capture.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

const path = '/api/charge_captures/v1'
// The sandbox's sample has an error, so that a write needs a reason.
const past = { reason: 'Still being written', findings: [] }
const create = createCapture(chargeCaptureOperations.createChargeCapture)
const world = startWorld()

const lostAnswers = testSize(10, 100)
const editsEach = testSize(3, 100)

/**
 * A fault that the seed picks: the answer is lost after the work, cut in its middle, or the request
 * before it.
 */
async function fault(method: string, at: string, seed: number): Promise<boolean> {
  const kind = ['reset-after', 'truncate', 'reset-after', 'reset-before'][seed % 4]!
  await world.fault({ method, path: at, kind })
  return kind !== 'reset-before'
}

const settled = async <T extends { kind: string }>(ask: () => Promise<Result<T>>) =>
  valueOf(await world.settle(ask))
const capture = async (id: string) =>
  (await world.sandbox.get(`${path}/${id}`)).json as JsonObject & {
    charge_capture_data: JsonObject & { patient: JsonObject }
  }

test(
  `${lostAnswers} creations whose answers are lost end with exactly one record each`,
  { timeout: 300_000 },
  async () => {
    for (let seed = 0; seed < lostAnswers; seed += 1) {
      const body = captureBody({ x_seed: seed })
      const [context, operation_id] = [world.over().biller, randomUUID()]
      const isMade = await fault('POST', path, seed)
      const reply = await settled(() =>
        create({ operation_id, body: JSON.stringify(body), past }, context),
      )
      const { items } = (
        await world.sandbox.get(path, { charge_external_id: body.charge_external_id })
      ).json as {
        items: JsonObject[]
      }
      const posts = (await world.sent('POST', path)).filter(
        ({ body: sent }) => (sent as JsonObject).charge_external_id === body.charge_external_id,
      )
      expect([seed, items.length, posts.length, reply]).toMatchObject([
        seed,
        1,
        isMade ? 1 : 2,
        { kind: 'created', id: items[0]!.id },
      ])
      await world.sandbox.send('DELETE', '/_sandbox/requests')
    }
  },
)

test(
  `${lostAnswers} updates whose answers are lost are made once each`,
  { timeout: 300_000 },
  async () => {
    for (let seed = 0; seed < lostAnswers; seed += 1) {
      const { id } = (
        await world.sandbox.send('POST', path, captureBody({}, { status: 'billable' }))
      ).json as { id: string }
      const base = (await world.sandbox.get(`${path}/${id}`)).text
      const data = (JSON.parse(base) as { charge_capture_data: JsonObject }).charge_capture_data
      const [context, operation_id] = [world.over().biller, randomUUID()]
      const isMade = await fault('PATCH', `${path}/${id}`, seed)
      const body = JSON.stringify({ data: { ...data, x_seed: seed } })
      const reply = await settled(() =>
        saveCapture({ id, operation_id, base, body, past }, context),
      )
      expect([seed, (await world.sent('PATCH', `${path}/${id}`)).length, reply]).toMatchObject([
        seed,
        isMade ? 1 : 2,
        { kind: 'saved', is_verified: true },
      ])
      expect((await capture(id)).charge_capture_data.x_seed).toBe(seed)
      await world.sandbox.send('DELETE', '/_sandbox/requests')
    }
  },
)

// The place of each editor's change: members, rows with and without an external id, and the header.
type Place = { read: (body: JsonObject) => string; write: (body: JsonObject, text: string) => void }
const unknownMembers = ['x_1', 'x_2', 'x_3', 'x_4', 'x_5']
const places: Place[] = [
  {
    read: (body) => String(patientOf(body).last_name),
    write: (body, text) => void (patientOf(body).last_name = text),
  },
  {
    read: (body) => String(linesOf(body)[0]!.note),
    write: (body, text) => void (linesOf(body)[0]!.note = text),
  },
  {
    read: (body) => String(linesOf(body)[1]!.description),
    write: (body, text) => void (linesOf(body)[1]!.description = text),
  },
  {
    read: (body) => String(linesOf(body)[1]!.quantity),
    write: (body, text) => void (linesOf(body)[1]!.quantity = text),
  },
  {
    read: (body) => String(body.originating_system),
    write: (body, text) => void (body.originating_system = text),
  },
  ...unknownMembers.map((name) => ({
    read: (body: JsonObject) => String(dataOf(body)[name]),
    write: (body: JsonObject, text: string) => void (dataOf(body)[name] = text),
  })),
]
const dataOf = (body: JsonObject) => body.data as JsonObject
const patientOf = (body: JsonObject) => dataOf(body).patient as JsonObject
const linesOf = (body: JsonObject) => dataOf(body).service_lines as JsonObject[]

/**
 * Text that says how many edits came before it and who made it, so that no two people ever write
 * the same.
 */
const nextText = (text: string, editor: string) =>
  `${Number(text.split(' ')[0]) + 1} ${editor} ${randomUUID().slice(0, 8)}`

function bodyOf(text: string): JsonObject {
  const { charge_capture_data, originating_system } = JSON.parse(text) as JsonObject
  return { data: charge_capture_data!, originating_system: originating_system! }
}

test(
  `20 people edit one capture ${editsEach} times each at once: every acknowledged edit is in the capture, or was seen by the edit that replaced it`,
  { timeout: 600_000 },
  async () => {
    const line = {
      procedure_code: 'G0101',
      quantity: '1',
      units: 'UN',
      charge_amount_cents: 12_500,
      diagnosis_pointers: [0],
    }
    const start = captureBody(
      {
        patient: { first_name: 'Ada', last_name: '0' },
        ...Object.fromEntries(unknownMembers.map((name) => [name, '0'])),
        service_lines: [
          { ...line, note: '0', external_id: 'L1' },
          { ...line, procedure_code: 'G0102', description: '0', quantity: '0' },
        ],
      },
      { originating_system: '0', status: 'not-billable' },
    )
    const { id } = (await world.sandbox.send('POST', path, start)).json as { id: string }
    const first = (await world.sandbox.get(`${path}/${id}`)).text
    const { account, connection } = world.over().biller
    let acknowledged = 0
    let asked = 0
    const edit = async (editor: string, place: Place) => {
      const context = { account: { ...account, id: editor, name: editor }, connection }
      let base = first
      for (let done = 0; done < editsEach;) {
        const body = bodyOf(base)
        place.write(body, nextText(place.read(body), editor))
        const result = await saveCapture(
          { id, operation_id: randomUUID(), base, body: JSON.stringify(body) },
          context,
        )
        if (!result.ok) throw new Error(`${result.error.name}: ${result.error.message}`)
        if (result.value.kind === 'saved') {
          done += 1
          acknowledged += 1
          base = result.value.charge_capture
        } else {
          // Another editor wrote the same member: the person reads it, then writes.
          asked += 1
          base = (await world.sandbox.get(`${path}/${id}`)).text
        }
      }
    }
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        edit(`editor-${index}`, places[index % places.length]!),
      ),
    )
    const now = bodyOf((await world.sandbox.get(`${path}/${id}`)).text)
    const counted = places.map((place) => Number(place.read(now).split(' ')[0]))
    expect({ acknowledged, counted }).toEqual({
      acknowledged: 20 * editsEach,
      counted: Array.from(places, () => 2 * editsEach),
    })
    expect(asked).toBeGreaterThan(testSize(2, 100))
    expect(
      linesOf(now).map(({ external_id, procedure_code }) => [external_id, procedure_code]),
    ).toEqual([
      ['L1', 'G0101'],
      [undefined, 'G0102'],
    ])
  },
)
