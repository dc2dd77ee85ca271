import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { RequestNote } from '#components/ui/request-note.tsx'

type RefusalCardProps = {
  title: string
  message?: string | undefined
  /** Complaints that belong to no field on this page: listed, never lost. */
  unplaced?: readonly string[]
  /** The failure's `requestId`. */
  requestId?: string | undefined
  tone?: 'red' | 'amber'
  actions?: ReactNode
  children?: ReactNode
}

/** The reason why something was not done, with every complaint that has no field. */
export function RefusalCard({
  title,
  message,
  unplaced = [],
  requestId,
  tone = 'red',
  actions,
  children,
}: RefusalCardProps) {
  return (
    <Card tone={tone} title={title} actions={actions}>
      {message !== undefined && <p className="text-sm break-words text-ink">{message}</p>}
      {unplaced.length > 0 && (
        <ul className="mt-2 list-disc pl-4 text-sm break-words text-ink">
          {unplaced.map((complaint) => (
            <li key={complaint}>{complaint}</li>
          ))}
        </ul>
      )}
      {children}
      <RequestNote id={requestId} className="mt-2" />
    </Card>
  )
}

/**
 * The place of a refusal above a form: said aloud when it appears, and where the focus goes when no
 * field can take it.
 */
export function RefusalPlace({ children }: { children: ReactNode }) {
  return (
    <div data-field="refusal" tabIndex={-1} role="alert" className="outline-none">
      {children}
    </div>
  )
}

/** A few facts about another record in one line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">{children}</dl>
}

/** One of them. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
