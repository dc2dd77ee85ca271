import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'

type Line = {
  tone: Tone
  word: string
  id: string
  cause: string
  payer: string
  charge: string
  lit?: boolean
}

const lines: Line[] = [
  {
    tone: 'green',
    word: 'Billed',
    id: 'CHG-20418',
    cause: 'Encounter made',
    payer: 'Aetna',
    charge: '$412.50',
  },
  {
    tone: 'green',
    word: 'Billed',
    id: 'CHG-20431',
    cause: 'Encounter made',
    payer: 'Cigna',
    charge: '$1,180.00',
  },
  {
    tone: 'red',
    word: 'In error',
    id: 'CHG-20437',
    cause: 'Diagnosis pointer E has no diagnosis',
    payer: 'Blue Shield',
    charge: '$264.00',
    lit: true,
  },
  {
    tone: 'red',
    word: 'In error',
    id: 'CHG-20440',
    cause: 'Facility is not loaded at the payer',
    payer: 'Aetna',
    charge: '$8,940.00',
  },
  {
    tone: 'violet',
    word: 'On hold',
    id: 'CHG-20455',
    cause: 'Waiting for 1 planned capture',
    payer: 'UnitedHealthcare',
    charge: '$320.00',
  },
  {
    tone: 'red',
    word: 'In error',
    id: 'CHG-20459',
    cause: 'Billing address must be a street',
    payer: 'Medicare',
    charge: '$96.25',
  },
  {
    tone: 'red',
    word: 'In error',
    id: 'CHG-20471',
    cause: 'Date of birth is after date of service',
    payer: 'Medicaid OR',
    charge: '$88.00',
  },
  {
    tone: 'grey',
    word: 'Not started',
    id: 'CHG-20480',
    cause: '',
    payer: 'Blue Shield',
    charge: '$1,240.00',
  },
]

/**
 * A drawn page of the ledger with one error being put right, for the eye only; every row is
 * invented.
 */
export function LedgerPicture() {
  return (
    <div
      aria-hidden="true"
      className="relative hidden overflow-hidden border-l border-line bg-sunk select-none lg:block"
    >
      <div className="absolute top-1/2 left-14 w-220 -translate-y-1/2 pb-27 xl:left-20">
        <div className="rounded-card border border-line bg-panel">
          <div className="flex h-12 items-center gap-2 border-b border-line px-5 text-base">
            <span className="font-semibold">Claim creations</span>
            <span className="text-sm text-ink-3">Errors to clear</span>
          </div>
          {lines.map((line) => (
            <div
              key={line.id}
              className={`grid h-11 grid-cols-[7.5rem_6rem_17rem_10rem_6rem] items-center gap-3 border-b border-line px-5 text-sm last:border-0 ${line.lit ? 'bg-accent-tint shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
            >
              <span>
                <StatusBadge tone={line.tone}>{line.word}</StatusBadge>
              </span>
              <span className="font-mono text-xs">{line.id}</span>
              <span className={line.tone === 'green' ? 'truncate text-ink-3' : 'truncate'}>
                {line.cause}
              </span>
              <span className="truncate text-ink-2">{line.payer}</span>
              <span className="text-right">{line.charge}</span>
            </div>
          ))}
        </div>
        <div className="absolute bottom-0 left-10 w-96 rounded-card bg-raised px-5 py-4 shadow-float">
          <p className="flex items-center gap-2 text-sm font-semibold">
            CHG-20437 <StatusBadge tone="green">Billed</StatusBadge>
          </p>
          <p className="mt-2 text-xs text-ink-3">Line 2 · Diagnoses</p>
          <p className="mt-1 font-mono text-xs text-red">- A E</p>
          <p className="font-mono text-xs text-green">+ A D</p>
        </div>
      </div>
    </div>
  )
}
