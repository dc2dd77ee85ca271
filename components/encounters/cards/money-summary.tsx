import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  type AmountName,
  type LoadedEncounter,
  textOf,
} from '#components/encounters/loaded-encounter.ts'
import { ownerWord, wordOf } from '#components/encounters/words.ts'

const tiles: readonly { name: AmountName; label: string }[] = [
  { name: 'charge', label: 'Charges' },
  { name: 'allowed', label: 'Allowed' },
  { name: 'adjusted', label: 'Adjusted' },
  { name: 'paid', label: 'Paid' },
  { name: 'share', label: 'Patient’s share' },
  { name: 'insuranceBalance', label: 'Insurance balance' },
  { name: 'patientBalance', label: 'Patient balance' },
]

/** Who acts next, and the amounts of all claims. */
export function MoneySummary({ encounter }: { encounter: LoadedEncounter }) {
  const { record, total } = encounter
  const owner = textOf(record.owner_of_next_action)
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-x-4 gap-y-2.5">
        <Fact label="Responsible">
          {codeWord('responsible_party', textOf(record.responsible_party) ?? '–')}
        </Fact>
        <Fact label="Pays next">
          {wordOf('next_responsible_party', textOf(record.next_responsible_party) ?? '–')}
        </Fact>
        <Fact label="Next action">
          <span className={owner === 'CUSTOMER' ? 'font-semibold text-amber' : undefined}>
            {owner === undefined ? '–' : ownerWord(owner)}
          </span>
        </Fact>
        <Fact label="Work queue">{textOf(record.work_queue_id) ?? 'None'}</Fact>
      </dl>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-4 gap-y-2 border-t border-line pt-3">
        {tiles.map(({ name, label }) => (
          <div key={name} className="min-w-0">
            <dt className="truncate text-xs text-ink-3">{label}</dt>
            <dd
              className={`text-lg tabular-nums ${total[name] === undefined || total[name] === 0 ? 'text-ink-3' : 'font-semibold text-ink'}`}
            >
              {total[name] === undefined ? '–' : formatCents(total[name])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-ink-3">{label}</dt>
      <dd className="text-sm break-words text-ink">{children}</dd>
    </div>
  )
}
