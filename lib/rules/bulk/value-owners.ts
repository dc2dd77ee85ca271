import { wireValue } from '#lib/contract/wire-words.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { taxIdIn } from '#lib/rules/codes/codes.ts'
import { textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import { partyName } from '#lib/rules/queue/fix-memory.ts'
import { isSameName, listedTaxIds } from '#lib/rules/scrub/provider-list-rules.ts'
import type { FindProviders } from '#lib/rules/scrub/rule.ts'
import { patientOf, type OneOwner } from './change-class.ts'

// One number of one organization, provider or patient is never given to others, however it comes:
// typed, by a file, pasted, or proposed.

/**
 * Who would have a new value: by `key`, or by the names of `party` where nothing else tells. `words`
 * name an organization or provider, of a patient only the capture. `isListed`: the organization's own
 * list has the value for it.
 */
export type ValueOwner = {
  key?: string
  party?: { [name: string]: string }
  words: string
  isListed?: true
}

/** The first owners of each new value, by its JSON text. */
export type ValueOwners = { [value: string]: ValueOwner[] }

const mostOwners = 3
const mostProblems = 20
const names = ['organization_name', 'last_name', 'first_name', 'date_of_birth']

/** Notes who would have the new values of a changed capture. */
export function noteOwners(
  owners: ValueOwners,
  changes: readonly LeafChange[],
  { only, ...capture }: ChangedOwner & { only: OneOwner },
): void {
  for (const change of changes) {
    if (change.after === undefined || change.after === null || change.after === '') continue
    const owner = ownerOf(change, only, capture)
    if (!owner) continue
    const key = JSON.stringify(change.after)
    const known = Object.hasOwn(owners, key) ? owners[key]! : []
    const alike = known.filter(({ isListed }) => isListed === owner.isListed)
    if (alike.length < mostOwners && !known.some((each) => isSame(each, owner)))
      owners[key] = [...known, owner]
  }
}

type ChangedOwner = {
  id: string
  external: string | undefined
  body: JsonObject
  findProviders?: FindProviders | undefined
}

/** Why values that several would have are refused, one sentence for each value. */
export function severalOwners(owners: ValueOwners, only: OneOwner, path: string): string[] {
  const several = Object.entries(owners).filter(
    ([, known]) => known.length > 1 && known.some(({ isListed }) => !isListed),
  )
  return several
    .slice(0, mostProblems)
    .map(([value, known]) =>
      sentences[only](wordsOf(known), wireValue(path, JSON.parse(value) as Json)),
    )
}

const sentences: { [only in OneOwner]: (owners: string, value: string) => string } = {
  'one-billing-provider': (owners, value) =>
    `${value} would be given to several billing providers: ${owners}. A tax ID, a name and an address are one organization’s: give each its own.`,
  'one-party': (owners, value) =>
    `${value} would be given to several providers: ${owners}. An NPI is one provider’s: give each its own.`,
  // A patient's number stays out of words that refuse it.
  'one-patient': (owners) =>
    `${owners} are of several patients and would get the same value. Such a number is for one patient: give each its own.`,
  'one-person': (owners) =>
    `${owners} are of several patients and would get the same value. Such a number is for one patient: give each its own.`,
}

function wordsOf(owners: readonly ValueOwner[]): string {
  const all = owners.map(({ words }) => words)
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

function ownerOf(
  { path, after }: LeafChange,
  only: OneOwner,
  { id, external, body, findProviders }: ChangedOwner,
): ValueOwner | undefined {
  if (only === 'one-patient' || only === 'one-person') {
    const section = only === 'one-person' && partyAt(body, personOf(path))
    const owner = section ? { party: section } : { key: patientOf(body) ?? id }
    return { ...owner, words: external ?? id }
  }
  if (only === 'one-party') {
    const at = path.slice(0, path.lastIndexOf('.'))
    const party = partyAt(body, at)
    return party && { party, words: partyName(valueAt(body, at)) ?? '' } // it has a name
  }
  const npi = textAt(body, 'data.billing_provider.npi')
  const name = partyName(valueAt(body, 'data.billing_provider'))
  const isListed =
    path.endsWith('.tax_id') &&
    listedTaxIds({ data: body.data, findProviders }).includes(
      taxIdIn(String(after)) ?? String(after),
    )
  const party = partyAt(body, 'data.billing_provider')
  return {
    ...(npi === undefined && party ? {} : { key: npi ?? id }),
    ...(party && { party }),
    words: [name ?? external, npi && `(NPI ${npi})`].filter(Boolean).join(' '),
    ...(isListed && { isListed }),
  }
}

// A card is its subscriber's, and an ID outside of these sections the patient's.
function personOf(path: string): string {
  const [data, section = ''] = path.split('.')
  return data === 'data' ? `data.${section}` : 'data.patient'
}

function partyAt(body: JsonObject, path: string): ValueOwner['party'] {
  const given = names.flatMap((name) => {
    const text = textAt(body, `${path}.${name}`)
    return text === undefined ? [] : [[name, text]]
  })
  return partyName(valueAt(body, path)) === undefined ? undefined : Object.fromEntries(given)
}

function isSame(a: ValueOwner, b: ValueOwner): boolean {
  if (a.key !== undefined && b.key !== undefined) return a.key === b.key
  if (!a.party || !b.party) return false
  const [born, other] = [a.party.date_of_birth, b.party.date_of_birth]
  return isSameName(a.party, b.party) && (!born || !other || born === other)
}
