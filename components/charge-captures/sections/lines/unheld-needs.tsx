'use client'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { unheldNeed } from '#lib/rules/lines/unheld-needs.ts'

/** Under the lines: what payers ask of some of them and the partner's interface can't hold. */
export function UnheldNeeds() {
  const lines = listAt(useSettledDraft(), 'data.service_lines')
  const needs = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    const need = unheldNeed({
      procedure: textAt(line, 'procedure_code') ?? '',
      revenue: textAt(line, 'revenue_code') ?? '',
    })
    if (need) needs.set(need, [...(needs.get(need) ?? []), at + 1])
  }
  if (needs.size === 0) return null
  return (
    <ul className="px-4 pb-2 text-sm text-ink-2">
      {[...needs].map(([need, numbers]) => (
        <li key={need}>
          <span className="font-medium">
            {numbers.length === 1 ? 'Line' : 'Lines'} {numbers.join(', ')}:
          </span>{' '}
          {need}
        </li>
      ))}
    </ul>
  )
}
