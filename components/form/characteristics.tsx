import { LocalDate } from '#components/ui/local-date.tsx'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'

/** The keys by which the partner bundled the captures of a claim creation. */
export function Characteristics({ value }: { value: Json | undefined }) {
  const entries = isJsonObject(value) ? Object.entries(value) : []
  if (entries.length === 0) return <p className="mt-2 text-sm text-ink-3">No characteristics.</p>
  return (
    <dl className="mt-2 flex flex-col gap-1.5 text-sm">
      {entries.map(([name, trait]) => (
        <div key={name} className="min-w-0">
          <dt className="truncate text-xs text-ink-3">{pathLabel(name)}</dt>
          <dd className="break-words">
            {typeof trait !== 'string' ? (
              JSON.stringify(trait)
            ) : isLocalDate(trait) ? (
              <LocalDate date={trait} weekday />
            ) : (
              trait
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
