'use client'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { saveReasonsQuery } from '#lib/queries/options.ts'

/** Who saved the capture past open errors, and why: newest first. Nothing where nobody did. */
export function SavedPast({ id }: { id: string }) {
  const reasons = useQuery(saveReasonsQuery(id)).data ?? []
  if (reasons.length === 0) return null
  return (
    <Card title="Saved with open errors" note={reasons.length > 1 ? String(reasons.length) : undefined}>
      <ul className="flex flex-col gap-2.5">
        {reasons.map(({ by, at, rules, reason }) => (
          <li key={at} className="min-w-0 text-sm break-words">
            “{reason}”
            <p className="text-xs text-ink-2">
              {by}, <LocalTime at={at} />, with {countOf(rules.length, { one: 'open error', many: 'open errors' })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
