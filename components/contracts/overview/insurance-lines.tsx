import type { JsonObject } from '#lib/core/json.ts'
import { insuranceLines } from '#lib/rules/contract-edit/contract-terms.ts'
import { insuranceTypeWords } from './term-words.ts'

/** What a contract covers by line of business: all insurance types, none, or these. */
export function InsuranceLines({ record }: { record: JsonObject }) {
  return (
    <dl className="grid grid-cols-3 gap-x-4">
      {Object.entries(insuranceLines).map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="text-sm break-words">{insuranceTypeWords(record[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
