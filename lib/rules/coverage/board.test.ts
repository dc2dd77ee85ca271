import { describe, expect, it } from 'vitest'
import { RiskTally, type PartAtRisk } from './board.ts'

const gap = { kind: 'provider', id: 'p1', state: 'gap', is_certain: true } as const
const doubt = { kind: 'provider', id: 'p1', state: 'other-state', is_certain: false } as const
const will = (line: number, cents?: number): PartAtRisk => ({
  verdict: 'will-deny',
  from: '2026-11-01',
  cents,
  lines: [line],
  reasons: [gap],
})
const may = (line: number, cents?: number): PartAtRisk => ({
  verdict: 'may-deny',
  from: '2026-11-02',
  cents,
  lines: [line],
  reasons: [doubt],
})

describe('a tally', () => {
  it("counts a capture with certain and possible denials once, and each line's money under its own verdict", () => {
    const tally = new RiskTally()
    tally.add({ id: 'x' }, [may(2, 30), will(0, 100)], 3, true)
    expect(tally.sum()).toMatchObject({
      will: { captures: 1, cents: 100, without_amount: 0 },
      may: { captures: 0, cents: 30, without_amount: 0 },
      causes: [
        { is_certain: false, captures: 1, cents: 30, alone_captures: 0, alone_cents: 30 },
        { is_certain: true, captures: 1, cents: 100, alone_captures: 0, alone_cents: 100 },
      ],
    })
    expect(tally.list).toEqual([
      {
        id: 'x',
        external_id: undefined,
        date: '2026-11-01',
        cents: 130,
        causes: [0, 1],
        verdict: 'will-deny',
        lines: [0, 2],
        of_lines: 3,
      },
    ])
  })

  const wait = (line: number, cents?: number): PartAtRisk => ({
    verdict: 'hold',
    from: '2026-11-03',
    cents,
    lines: [line],
    reasons: [{ ...gap, state: 'submitted', waits_for: 'load', span_id: 's1' }],
  })
  const fileBy = (lastDay?: string) => ({
    lastDay,
    isDefault: false,
    ...(lastDay === undefined && { lacks: 'limit' as const }),
  })

  it('counts a capture that waits by itself, with the earliest last day to file of its cause', () => {
    const tally = new RiskTally()
    tally.add({ id: 'w1', isPlanned: true }, [wait(0, 100)], 1, true, fileBy('2026-12-20'))
    tally.add({ id: 'w2' }, [wait(0, 40), may(1, 5)], 2, true, fileBy('2026-12-04'))
    tally.add({ id: 'w3' }, [wait(0, 7)], 1, true, fileBy())
    tally.add({ id: 'd1' }, [will(0, 9), wait(1, 3)], 2, true, fileBy('2026-11-27'))
    expect(tally.sum()).toMatchObject({
      will: { captures: 1, cents: 9, planned: { captures: 0, cents: 0 } },
      hold: { captures: 3, cents: 150, planned: { captures: 1, cents: 100 } },
      may: { captures: 0, cents: 5 },
    })
    expect(tally.sum().causes[0]).toMatchObject({
      waits_for: 'load',
      captures: 4,
      file_by: '2026-12-04',
      without_file_by: 1,
    })
    expect(tally.list.map(({ verdict, file_by }) => [verdict, file_by?.lastDay])).toEqual([
      ['hold', '2026-12-20'],
      ['hold', '2026-12-04'],
      ['hold', undefined],
      ['will-deny', undefined],
    ])
  })

  it('counts a capture as without amount if the lines of its worst verdict have no charge', () => {
    const tally = new RiskTally()
    tally.add({ id: 'x' }, [will(0), may(1, 30)], 2, true)
    expect(tally.sum()).toMatchObject({
      will: { captures: 1, cents: 0, without_amount: 1 },
      may: { captures: 0, cents: 30, without_amount: 0 },
    })
  })

  it('lets a fix release a capture only if nothing else about it is missing or open', () => {
    const tally = new RiskTally()
    tally.add({ id: 'open' }, [will(0, 100)], 2, false)
    tally.add({ id: 'whole' }, [will(0, 100)], 2, true)
    expect(tally.sum().causes).toMatchObject([{ captures: 2, alone_captures: 1, alone_cents: 200 }])
  })

  it('reports the first uncovered day of all captures if only some days lack cover', () => {
    const tally = new RiskTally()
    for (const partly_on of ['2026-11-09', '2026-11-03', '2026-11-06'])
      tally.add(
        { id: partly_on },
        [{ ...may(0, 1), from: '2026-11-02', reasons: [{ ...gap, is_certain: false, partly_on }] }],
        1,
        true,
      )
    expect(tally.sum().causes).toMatchObject([{ captures: 3, partly_on: '2026-11-03' }])
  })
})
