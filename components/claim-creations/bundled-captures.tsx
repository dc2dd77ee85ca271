import { SoftLink } from '#components/ui/soft-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import type { BundledCapture, CreationError } from './loaded-claim-creation.ts'

type BundledCapturesProps = {
  captures: readonly BundledCapture[]
  errors: readonly CreationError[]
  isComplete: boolean
  failure: string | undefined
}

const columns = [
  { label: 'Charge' },
  { label: 'Status' },
  { label: 'Date of service' },
  { label: 'Lines', isNumber: true },
  { label: 'Errors', isNumber: true },
  { label: 'Charges', isNumber: true },
]

/** The captures that a claim creation bundles, with what they charge. */
export function BundledCaptures({ captures, errors, isComplete, failure }: BundledCapturesProps) {
  const total = captures.reduce((sum, capture) => sum + capture.total, 0)
  return (
    <Card
      title="Charge captures"
      note={captures.length > 0 ? String(captures.length) : undefined}
      flush
    >
      <div className="overflow-x-auto pb-2">
        <table className="w-full text-sm">
          <SmallTableHead columns={columns} />
          <tbody>
            {captures.map((capture, place) => (
              <CaptureRow
                key={capture.id || place}
                capture={capture}
                errors={errors.filter((error) => error.captureId === capture.id).length}
              />
            ))}
          </tbody>
          {captures.length > 1 && (
            <tfoot>
              <tr className="font-semibold">
                <th scope="row" colSpan={5} className="px-4 py-2 text-left font-semibold">
                  Total
                </th>
                <td className="px-4 text-right tabular-nums">
                  <Money cents={total} />
                </td>
              </tr>
            </tfoot>
          )}
        </table>
        {captures.length === 0 && failure === undefined && (
          <p className="px-4 py-3 text-sm text-ink-2">No captures.</p>
        )}
        {!isComplete && (
          <p className="px-4 py-2 text-sm text-amber">
            Some captures couldn’t be loaded{failure === undefined ? '.' : `: ${failure}`}
          </p>
        )}
      </div>
    </Card>
  )
}

function CaptureRow({ capture, errors }: { capture: BundledCapture; errors: number }) {
  return (
    <tr className="h-(--row-h) border-b border-line last:border-0">
      <td className="px-4">
        <SoftLink
          href={`/charge-captures/${encodeURIComponent(capture.id)}`}
          className="font-mono text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {capture.externalId ?? capture.id}
        </SoftLink>
      </td>
      <td className="px-2">
        {capture.status === undefined ? (
          <span className="text-amber">unreadable</span>
        ) : (
          <ChargeCaptureStatus status={capture.status} />
        )}
      </td>
      <td className="px-2">
        <LocalDate date={capture.dateOfService} />
      </td>
      <td className="px-2 text-right tabular-nums">{capture.lines}</td>
      <td
        className={
          errors > 0
            ? 'px-2 text-right font-medium text-red tabular-nums'
            : 'px-2 text-right text-ink-3 tabular-nums'
        }
      >
        {errors}
      </td>
      <td className="px-4 text-right tabular-nums">
        <Money cents={capture.total} />
      </td>
    </tr>
  )
}
