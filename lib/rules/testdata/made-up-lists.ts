import type { ListAnswers, ListPart } from '#lib/rules/scrub/placed-lists.ts'

const asked = {
  procedures: ['G0463', 'J0696'],
  npis: ['1234567893', '1999999984'],
  drugs: ['00409123401'],
}

/** Lists of 2026 that hold a few made-up entries, and nothing else. */
export function listsWith(
  lists: { [kind in keyof ListAnswers['lists']]?: Partial<ListPart['rows'][number]>[] },
  days: { from: string; to: string } = { from: '2026-01-01', to: '2026-12-31' },
): ListAnswers {
  const parts = Object.entries(lists).map(([kind, rows]) => {
    const row = { code: '', other: '', first_day: null, last_day: null, mark: '' }
    return [kind, [{ ...days, rows: rows.map((own) => ({ ...row, ...own })) }]]
  })
  return { asked, lists: Object.fromEntries(parts) }
}

/** The pair of the clean capture's two lines, with an indicator. */
export const pairWith = (mark: string, more: object = {}) =>
  listsWith({
    ncci: [{ code: 'G0463', other: 'J0696', first_day: '2026-01-01', mark, ...more }],
  })
