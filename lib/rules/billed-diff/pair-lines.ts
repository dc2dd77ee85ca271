import { meaningOf } from './meaning.ts'
import { type ClaimLine, modifiersOf, procedureOf } from './billed-lines.ts'

/** Billed lines with the lines that they became; those that are gone, and those that are new. */
export type PairedLines = { pairs: { billed: ClaimLine; now: ClaimLine }[]; removed: ClaimLine[]; added: ClaimLine[] }

type Key = (line: ClaimLine, place: number) => string | undefined

// What makes two lines one and the same, the surest first. The wire gives a line no id of its own, so in the end it is
// the one in its place on the claim: a line whose procedure and charge were both corrected.
const keys: Key[] = [
  (line) => `${wholeOf(line)} ${externalIdOf(line) ?? ''}`,
  externalIdOf,
  wholeOf,
  (line) => known([procedureOf(line), modifiersOf(line).join('.'), line.from]),
  (line) => known([procedureOf(line), line.from]),
  (line) => known([procedureOf(line)]),
  (_line, place) => String(place),
]

/** Finds for each billed line what became of it. `now` are the lines in the order in which they would be billed. */
export function pairLines(billed: readonly ClaimLine[], now: readonly ClaimLine[]): PairedLines {
  const partner = new Map<ClaimLine, ClaimLine>()
  const taken = new Set<ClaimLine>()
  for (const key of keys) {
    const open = Map.groupBy(
      now.map((line, place) => ({ line, key: key(line, place) })).filter(({ line }) => !taken.has(line)),
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
    pairs: billed.flatMap((line) => (partner.has(line) ? [{ billed: line, now: partner.get(line)! }] : [])),
    removed: billed.filter((line) => !partner.has(line)),
    added: now.filter((line) => !taken.has(line)),
  }
}

function wholeOf(line: ClaimLine): string {
  return JSON.stringify([
    procedureOf(line),
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
