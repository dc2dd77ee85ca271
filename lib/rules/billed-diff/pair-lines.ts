import { meaningOf } from './meaning.ts'
import { type ClaimLine, modifiersOf, serviceOf } from './billed-lines.ts'

/** Billed lines paired with the lines that they became, plus removed and added lines. */
export type PairedLines = {
  pairs: { billed: ClaimLine; now: ClaimLine }[]
  removed: ClaimLine[]
  added: ClaimLine[]
}

type Key = (line: ClaimLine, place: number) => string | undefined

// The match criteria for two lines, most certain first. The wire gives a line no id, so the last
// criterion is its position on the claim: a line whose procedure and charge were both corrected.
const keys: Key[] = [
  (line) => `${wholeOf(line)} ${externalIdOf(line) ?? ''}`,
  externalIdOf,
  wholeOf,
  (line) => known([serviceOf(line), modifiersOf(line).join('.'), line.from]),
  (line) => known([serviceOf(line), line.from]),
  (line) => known([serviceOf(line)]),
  (_line, place) => String(place),
]

/** Finds the current line of each billed line. `now` holds the lines in billing order. */
export function pairLines(billed: readonly ClaimLine[], now: readonly ClaimLine[]): PairedLines {
  const partner = new Map<ClaimLine, ClaimLine>()
  const taken = new Set<ClaimLine>()
  for (const key of keys) {
    const open = Map.groupBy(
      now
        .map((line, place) => ({ line, key: key(line, place) }))
        .filter(({ line }) => !taken.has(line)),
      (entry) => entry.key,
    )
    billed.forEach((line, place) => {
      const wanted = partner.has(line) ? undefined : key(line, place)
      const found = wanted === undefined ? undefined : open.get(wanted)?.shift()?.line
      if (!found) return
      partner.set(line, found)
      taken.add(found)
    })
  }
  return {
    pairs: billed.flatMap((line) =>
      partner.has(line) ? [{ billed: line, now: partner.get(line)! }] : [],
    ),
    removed: billed.filter((line) => !partner.has(line)),
    added: now.filter((line) => !taken.has(line)),
  }
}

function wholeOf(line: ClaimLine): string {
  return JSON.stringify([
    serviceOf(line),
    modifiersOf(line),
    line.cents,
    meaningOf(line.raw.quantity),
    meaningOf(line.raw.units),
    line.codes,
    line.place,
    line.from,
    line.to,
    meaningOf(line.raw.drug_identification),
  ])
}

function externalIdOf(line: ClaimLine): string | undefined {
  return meaningOf(line.raw.external_id)
}

function known(parts: (string | undefined)[]): string | undefined {
  return parts[0] === undefined ? undefined : JSON.stringify(parts)
}
