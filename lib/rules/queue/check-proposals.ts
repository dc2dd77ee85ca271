import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import type { Proposal } from './proposals.ts'

/**
 * What the checks of a record would write, by control name: the same value, written as it must be.
 * They do not know whether it is the right one. `record` is an update body and `shape` its shape.
 */
export function checkProposals(
  record: JsonObject,
  { shape, today, findCode }: { shape: ObjectShape; today: LocalDate; findCode?: FindCode },
): (name: string) => Proposal[] {
  const { data, status, charge_external_id, ehr_source_url } = record
  const input = { data, status, charge_external_id, ehr_source_url, today, findCode }
  const found = scrubCapture(input).flatMap(({ fix }): Proposal[] => {
    const [set, ...more] = fix?.sets ?? []
    if (set === undefined || more.length > 0 || fix?.move) return []
    const path = controlName(set.path, shape)
    return [
      {
        path,
        value: set.value,
        source: 'the same value, as it must be written',
        from: 'check',
        isSure: true,
      },
    ]
  })
  return (name) => found.filter(({ path }) => path === name)
}
