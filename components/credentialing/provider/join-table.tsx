import { X } from 'lucide-react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { JoinDates, JoinLine } from '#lib/rules/coverage/join-plan.ts'

const cell = 'border-t border-line px-2 py-2 align-top text-sm first:pl-4 last:pr-4'

const columns = [
  { label: 'Payer and contracting provider' },
  { label: 'Contract ends', className: 'w-28' },
  { label: 'Roster', className: 'w-28' },
  { label: 'Span from', className: 'w-40' },
  { label: 'Submitted', className: 'w-40' },
  { label: 'Result', className: 'w-44' },
  { label: 'Remove', className: 'w-20' },
]

type JoinTableProps = {
  lines: readonly JoinLine[]
  datesOf: (place: number) => JoinDates
  isLookedAt: (place: number) => boolean
  onLookedAt: (contract: string, isLookedAt: boolean) => void
  onDate: (contract: string, name: keyof JoinDates, value: string) => void
  onRemove: (contract: string) => void
}

/** The dry run: what would be written for each contract, what is there, and what cannot be. */
export function JoinTable({
  lines,
  datesOf,
  isLookedAt,
  onLookedAt,
  onDate,
  onRemove,
}: JoinTableProps) {
  if (lines.length === 0)
    return (
      <EmptyState title="No contract chosen">
        Choose contracts above. What would be written appears here.
      </EmptyState>
    )
  return (
    <div className="overflow-x-auto">
      <table
        aria-label="Dry run"
        className="w-full min-w-220 table-fixed border-separate border-spacing-0"
      >
        <SmallTableHead columns={columns} />
        <tbody>
          {lines.map(({ contract, result, adds_to_roster, span, words }, place) => {
            const { contract_id: id, payer, provider, expiration_date, count } = contract
            const dates = datesOf(place)
            const of = `${payer.name} with ${provider.name}`
            return (
              <tr key={id}>
                <th scope="row" className={`${cell} text-left font-normal`}>
                  <span className="block font-medium break-words">{payer.name}</span>
                  <span className="block text-xs break-words text-ink-2">
                    {provider.name}
                    {contract.type === 'institutional' && ', institutional'}
                  </span>
                  {words.map((one) => (
                    <span
                      key={one}
                      className={`block text-xs break-words ${result === 'look' ? 'text-amber' : 'text-ink-2'}`}
                    >
                      {one}
                    </span>
                  ))}
                </th>
                <td className={cell}>
                  {expiration_date ? <LocalDate date={expiration_date} /> : 'No end'}
                </td>
                <td className={`${cell} tabular-nums`}>
                  {result === 'left-out' ? (
                    '–'
                  ) : adds_to_roster ? (
                    <span className="text-green">
                      {count === undefined
                        ? 'Added'
                        : `${count.toLocaleString('en-US')} → ${(count + 1).toLocaleString('en-US')}`}
                    </span>
                  ) : (
                    'On it'
                  )}
                </td>
                <td className={cell}>
                  <DateInput
                    name={`spans.${place}.start_date`}
                    aria-label={`Effective date, ${of}`}
                    value={dates.start_date}
                    onChange={({ target }) => onDate(id, 'start_date', target.value)}
                  />
                </td>
                <td className={cell}>
                  <DateInput
                    name={`spans.${place}.submitted_date`}
                    aria-label={`Submitted date, ${of}`}
                    value={dates.submitted_date}
                    onChange={({ target }) => onDate(id, 'submitted_date', target.value)}
                  />
                </td>
                <td className={cell}>
                  <StatusBadge tone={toneOf(result)}>
                    {resultWords(result, adds_to_roster, span !== undefined)}
                  </StatusBadge>
                  {result === 'look' && (
                    <div className="mt-1.5">
                      <Checkbox
                        aria-label={`Write it: ${of}`}
                        checked={isLookedAt(place)}
                        onChange={({ target }) => onLookedAt(id, target.checked)}
                      >
                        Write it
                      </Checkbox>
                    </div>
                  )}
                </td>
                <td className={cell}>
                  <IconButton
                    label={`Remove ${of}`}
                    size="small"
                    icon={<X aria-hidden="true" className="size-3.5" />}
                    onClick={() => onRemove(id)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function toneOf(result: JoinLine['result']): Tone {
  return result === 'ready' ? 'green' : result === 'look' ? 'amber' : 'grey'
}

function resultWords(result: JoinLine['result'], addsToRoster: boolean, hasSpan: boolean): string {
  if (result === 'left-out') return 'Left out'
  if (result === 'nothing') return 'There already'
  if (result === 'look') return 'Look first'
  if (addsToRoster && hasSpan) return 'Ready'
  return addsToRoster ? 'Roster only' : 'Span only'
}
