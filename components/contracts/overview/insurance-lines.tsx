import type { Json, JsonObject } from '#lib/core/json.ts'
import { isJsonObject } from '#lib/core/json.ts'

const lines = [
  ['commercial_insurance_types', 'Commercial'],
  ['medicare_insurance_types', 'Medicare'],
  ['medicaid_insurance_types', 'Medicaid'],
] as const

/** What a contract covers by line of business: all insurance types, none, or these. */
export function InsuranceLines({ record }: { record: JsonObject }) {
  return (
    <dl className="grid grid-cols-3 gap-x-4">
      {lines.map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="text-sm">{typesOf(record[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function typesOf(types: Json | undefined): string {
  if (!isJsonObject(types)) return 'Not said'
  if (types.type === 'allApply') return 'All types'
  if (types.type === 'noneApply') return 'None'
  return types.type === 'theseApply' && Array.isArray(types.value) ? types.value.join(', ') || 'None' : JSON.stringify(types)
}
