import { ListChecks } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { BulkValues } from '#lib/actions/bulk/values.ts'
import { countOf } from '#lib/core/count-of.ts'
import { isOfProviders } from './value-entries.ts'
import { capturesOf } from './values-groups.tsx'
import type { ShownRow } from './values-table.tsx'

const captureNoun = { one: 'capture', many: 'captures' }
const valueNoun = { one: 'value', many: 'values' }
const rowNoun = { one: 'row', many: 'rows' }
const payerNoun = { one: 'payer name', many: 'payer names' }
const providerNoun = { one: 'provider', many: 'providers' }

type ValuesBannerProps = {
  values: BulkValues
  rows: readonly ShownRow[]
  isLooking: boolean
  busy: boolean
  count: number
  onTake: () => void
}

/** The whole job in one sentence, and its key. */
export function ValuesBanner({ values, rows, isLooking, busy, count, onTake }: ValuesBannerProps) {
  const { by, aside, more } = values
  const nows = [...new Set(rows.map(({ row }) => row.now))]
  const names = new Set(rows.flatMap(({ row }) => row.name ?? []))
  const captures = capturesOf(rows)
  const offered = capturesOf(rows.filter(({ proposal }) => proposal !== undefined))
  const needing = captures - offered + aside + more.captures
  const [now = ''] = nows
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-accent bg-accent-tint px-4 py-2.5">
      <ListChecks aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <div className="min-w-0 grow text-sm">
        <p className="font-semibold">
          {countOf(values.captures, captureNoun)},{' '}
          {by !== 'capture' && countOf(nows.length, valueNoun)}
          {by !== 'capture' && nows.length === 1 && now !== '' && (
            <>
              {' '}
              <span className="font-mono">{now}</span>
            </>
          )}
          {by === 'payer' && `, ${countOf(names.size, payerNoun)}`}
          {isOfProviders(by) && `, ${countOf(names.size, providerNoun)}`}
          {by === 'capture' && 'each with a value of its own'}
          {': '}
          {isLooking
            ? 'looking for proposals…'
            : `${offered.toLocaleString('en-US')} ${offered === 1 ? 'has' : 'have'} a proposal${needing > 0 ? `, ${needing.toLocaleString('en-US')} ${needing === 1 ? 'needs' : 'need'} you` : ''}.`}
        </p>
        <p className="text-ink-2">Nothing is written before the preview.</p>
      </div>
      <Button tone="primary" busy={busy} disabled={isLooking || count === 0} onClick={onTake}>
        Take {count > 0 && count.toLocaleString('en-US')} and preview <Kbd keys="↵" />
      </Button>
    </div>
  )
}

/** What the table does not show, and why. */
export function Rest({ values: { more, aside } }: { values: BulkValues }) {
  const words = [
    more.rows > 0 &&
      `${countOf(more.rows, rowNoun)} more with ${countOf(more.captures, captureNoun)} of less money aren’t shown, and are skipped. The CSV file has them all: download it, fill it in, and take it back.`,
    aside > 0 &&
      `${countOf(aside, captureNoun)} can’t be set here: the error names no single field of one capture, or the capture has several values. Open them one by one.`,
  ].filter(Boolean)
  return words.length === 0 ? null : (
    <p className="px-4 py-2.5 text-sm text-ink-2">{words.join(' ')}</p>
  )
}
