import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'

type Line = { tone: Tone; word: string; id: string; cause: string; charge: string; done?: boolean }

const lines: Line[] = [
  { tone: 'green', word: 'Successful', id: 'CHG-20418', cause: 'Rendering provider NPI corrected', charge: '$412.50', done: true },
  { tone: 'green', word: 'Successful', id: 'CHG-20431', cause: 'Member id added', charge: '$1,180.00', done: true },
  { tone: 'red', word: 'In error', id: 'CHG-20437', cause: 'Diagnosis pointer 4 has no diagnosis', charge: '$264.00' },
  { tone: 'red', word: 'In error', id: 'CHG-20440', cause: 'Facility is not loaded at the payer', charge: '$8,940.00' },
  { tone: 'violet', word: 'Held', id: 'CHG-20455', cause: 'Waiting for 1 planned capture', charge: '$320.00' },
  { tone: 'red', word: 'In error', id: 'CHG-20459', cause: 'Billing address must be a street', charge: '$96.25' },
  { tone: 'grey', word: 'Not started', id: 'CHG-20480', cause: '', charge: '$1,240.00' },
]

/** A drawn page of the ledger, for the eye only; the rows are invented. */
export function LedgerPicture() {
  return (
    <div aria-hidden="true" className="relative hidden overflow-hidden border-l border-line bg-sunk select-none lg:block">
      <div className="absolute top-1/2 left-16 w-190 -translate-y-1/2">
        <div className="rounded-card border border-line bg-panel">
          <div className="flex h-11 items-center gap-2 border-b border-line px-4 text-sm">
            <span className="font-semibold">Claim creations</span>
            <span className="text-ink-3">Errors to clear</span>
          </div>
          {lines.map((line) => (
            <div key={line.id} className="grid h-11 grid-cols-[8rem_7rem_1fr_6rem] items-center gap-3 border-b border-line px-4 text-sm last:border-0">
              <span>
                <StatusBadge tone={line.tone}>{line.word}</StatusBadge>
              </span>
              <span className="font-mono text-xs">{line.id}</span>
              <span className={line.done ? 'truncate text-ink-3 line-through decoration-line-strong' : 'truncate'}>{line.cause}</span>
              <span className="text-right">{line.charge}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
