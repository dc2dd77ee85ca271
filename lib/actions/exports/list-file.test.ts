import { expect, test } from 'vitest'
import type { PartnerPage } from '#lib/actions/lists/partner-pages.ts'
import { partnerPages } from '#lib/actions/lists/sources.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { fileColumns } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import type { PartnerRequest } from '#lib/lists/view.ts'
import { chosenColumns, listFile, type FilePart } from './list-file.ts'

const request = {
  operation: 'listChargeCaptures',
  query: { status: 'planned', limit: 25 },
  position: 'p',
  checks: true,
} as const

function capture(id: number, more: object = {}) {
  return {
    id: `c${id}`,
    charge_external_id: `CHG-${id}`,
    status: 'planned',
    patient_external_id: 'P-1',
    charge_capture_data: {
      patient: { first_name: 'Avery', last_name: '=HYPERLINK("http://evil.example")' },
      service_lines: [{ charge_amount_cents: 123_450 }],
    },
    ...more,
  }
}

async function partsOf(
  columns: readonly string[],
  pages: (asked: PartnerRequest) => Result<PartnerPage>,
): Promise<Result<FilePart>[]> {
  const read = (asked: PartnerRequest) => Promise.resolve(pages(asked))
  const parts: Result<FilePart>[] = []
  for await (const part of listFile(chosenColumns(request, columns), partnerPages(request, read)))
    parts.push(part)
  return parts
}

test('every page is a part with the chosen columns, formulas are text, and amounts are numbers', async () => {
  const asked: unknown[] = []
  const columns = ['external_id', 'patient', 'charges']
  const parts = await partsOf(columns, (page) => {
    asked.push(page)
    return page.position === undefined
      ? ok({ items: [capture(1), { no: 'id' }], next: 't2', prev: null })
      : ok({ items: [capture(2)], next: null, prev: null })
  })
  expect(parts).toEqual([
    ok({
      text: 'Capture,Patient,Charges (USD)\r\nCHG-1,"\'=HYPERLINK(""http://evil.example""), Avery",1234.50\r\n',
      rows: 1,
      ids: ['c1'],
      unreadable: 1,
      next: 't2',
    }),
    ok({
      text: 'CHG-2,"\'=HYPERLINK(""http://evil.example""), Avery",1234.50\r\n',
      rows: 1,
      ids: ['c2'],
      unreadable: 0,
    }),
  ])
  const query = { status: 'planned', limit: 250 }
  expect(asked).toEqual([
    { operation: 'listChargeCaptures', query },
    { operation: 'listChargeCaptures', query, position: 't2' },
  ])
})

test('a cell without a value is empty, so each later cell stays under its heading', async () => {
  const bare = capture(1, { charge_capture_data: { service_lines: [{ charge_amount_cents: 5 }] } })
  expect(
    await partsOf(['patient', 'charges', 'external_id'], () =>
      ok({ items: [bare], next: null, prev: null }),
    ),
  ).toMatchObject([{ value: { text: 'Patient,Charges (USD),Capture\r\n,0.05,CHG-1\r\n' } }])
})

test('a list without rows is a file with its head', async () => {
  const empty = () => ok({ items: [], next: null, prev: null })
  expect(await partsOf(['status', 'nonsense'], empty)).toEqual([
    ok({ text: 'Status\r\n', rows: 0, ids: [], unreadable: 0 }),
  ])
})

test('a page that fails, and a page that comes twice, end the file with the failure', async () => {
  const later = (page: { position?: string | undefined }) =>
    page.position === undefined
      ? ok({ items: [capture(1)], next: 't2', prev: null })
      : fail('PartnerDown', 'Away.')
  expect(await partsOf(['id'], later)).toMatchObject([
    { ok: true },
    { error: { name: 'PartnerDown' } },
  ])
  const round = () => ok({ items: [capture(1)], next: 't2', prev: null })
  expect(await partsOf(['id'], round)).toMatchObject([
    { ok: true },
    { ok: true },
    { error: { name: 'WalkGoesRound' } },
  ])
})

test('what names a patient, dates a visit or quotes the partner is marked in every list', () => {
  const phi = [
    'patient',
    'patient_id',
    'date_of_service',
    'message',
    'value',
    'note',
    'oldest',
    'reason',
  ]
  for (const [list, all] of Object.entries(columnsOfList)) {
    const columns = fileColumns(all)
    expect(new Set(columns.map(({ id }) => id)).size, list).toBe(columns.length)
    for (const { id, isPhi } of columns)
      expect(isPhi === true, `${list} ${id}`).toBe(phi.includes(id))
  }
})
