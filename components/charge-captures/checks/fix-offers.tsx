'use client'
import { useWatch } from 'react-hook-form'
import type { MarkFix } from '#components/form/marks/mark-store.ts'
import type { Proposed } from '#components/form/marks/proposals.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { useApplyFix } from '#components/form/use-apply-fix.ts'
import { Button } from '#components/ui/button.tsx'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { parseExact } from '#lib/core/json.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import type { FixOffer } from '#lib/lists/queue.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isMostlyDenied } from '#lib/rules/queue/fix-memory.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { type FieldShape, isLeaf, shapeAt, type ObjectShape } from '#lib/rules/edit/field-shape.ts'

/** The values that cleared an error before, each with a button that fills the field. */
export function FixOffers({ offers }: { offers: readonly FixOffer[] }) {
  if (offers.length === 0) return null
  return (
    <ul aria-label="What cleared this error before" className="mt-1.5 flex flex-col gap-1.5">
      {offers.map((offer) => (
        <Offer key={offer.value} offer={offer} />
      ))}
    </ul>
  )
}

function Offer({ offer }: { offer: FixOffer }) {
  const { shape, readOnly } = useRecordField(offer.path)
  const now: unknown = useWatch({ name: offer.path })
  const apply = useApplyFix()
  const text = textOf(offer, shape)
  if (text === undefined) return null
  const isUsable = !isMostlyDenied(offer)
  const shown = text.replaceAll('\n', ', ')
  return (
    <li className="rounded-control bg-sunk px-2 py-1.5 text-xs">
      <p className="break-words text-ink-2">
        Cleared {timesWords(offer.times)}
        {offer.where ? ` ${offer.where}` : ''}: {fieldLabel(offer.path.split('.').at(-1)!)}{' '}
        {text === '' ? (
          'emptied'
        ) : (
          <>
            {now === '' ? 'set to' : 'replaced by'}{' '}
            <span className="font-mono text-ink">{shown}</span>
          </>
        )}{' '}
        ({offer.by ? `${offer.times > 1 ? 'last by' : 'by'} ${offer.by}, ` : ''}made a claim{' '}
        {offer.billed} of {offer.times}
        {offer.denied > 0 && `, ${offer.denied} denied since`}).
      </p>
      {!isUsable ? (
        <p className="mt-1 text-amber">Don’t reuse it: payers denied most of these claims.</p>
      ) : now === text ? (
        <p className="mt-1 text-ink-2">It is in the field. Save to send it.</p>
      ) : (
        !readOnly && (
          <Button
            size="small"
            className="mt-1 h-auto! min-h-6.5 max-w-full py-0.5 text-left break-words whitespace-normal!"
            onClick={() => apply(fixOf(offer, text))}
          >
            {wordsOfUse(shown)}
          </Button>
        )
      )}
    </li>
  )
}

/**
 * An error's offers as proposals beside its field, without those that payers mostly denied and those
 * that the field cannot hold.
 */
export function offeredValues(
  offers: readonly FixOffer[],
  shape: ObjectShape,
  now: unknown,
): Proposed[] {
  return offers.flatMap((offer) => {
    const field = shapeAt(shape, offer.path)
    const text = textOf(offer, field)
    if (isMostlyDenied(offer) || text === undefined) return []
    const source = `as ${timesWords(offer.times)} before`
    return [{ ...fixOf(offer, text), ...fromTo(field, now, text), source, isSure: true }]
  })
}

/**
 * A value that is known from elsewhere, as a proposal beside its field; undefined if the field
 * cannot hold it.
 */
export function proposedValue(
  { path, value, source, isSure }: Proposal,
  shape: ObjectShape,
  now: unknown,
): Proposed | undefined {
  const field = shapeAt(shape, path)
  const text = field && isLeaf(field) ? toText(value, field) : undefined
  if (text === undefined) return undefined
  const shown = field?.kind === 'date' ? formatLocalDate(text, { weekday: false }) : text
  const label = wordsOfUse(shown.replaceAll('\n', ', '))
  return { label, sets: [{ name: path, value }], ...fromTo(field, now, text), source, isSure }
}

// What the field holds until then, so that nobody writes over a value that they have not read.
function fromTo(field: FieldShape | undefined, now: unknown, to: string) {
  const from = field && isLeaf(field) ? toText(now as never, field) : undefined // a value inside of a loaded record
  return from ? { from, to } : {}
}

function fixOf({ path, value }: FixOffer, text: string): MarkFix {
  return {
    label: wordsOfUse(text.replaceAll('\n', ', ')),
    sets: [{ name: path, value: parseExact(value) }],
  }
}

function textOf({ value }: FixOffer, shape: FieldShape | undefined): string | undefined {
  return shape && isLeaf(shape) ? toText(parseExact(value), shape) : undefined
}

function wordsOfUse(text: string): string {
  return text === '' ? 'Empty it' : `Use ${text}`
}

function timesWords(times: number): string {
  if (times === 1) return 'once'
  return times === 2 ? 'twice' : `${times} times`
}
