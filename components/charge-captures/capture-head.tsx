'use client'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { RecordHead } from '#components/form/record-head.tsx'
import { captureTrail } from '#components/form/record-trail.ts'
import { visitFacts } from '#components/form/visit-facts.ts'
import { type OpenElsewhere, useOpenRecord } from '#components/form/reading/use-open-record.ts'
import { headInSight } from '#components/frame/head-in-sight.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ChargeCaptureStatus, ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { duplicateHref } from './creating/duplicate-href.ts'
import { type LoadedCapture, textOf } from './loaded-capture.ts'
import { Eye, UserPen } from 'lucide-react'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'

/**
 * The head of the page: the list, the claim creation, the patient and the facts of the visit, the
 * statuses, and who else has it open.
 */
export function CaptureHead({
  loaded: { capture, claimCreation },
  readAt,
  canCreate,
}: {
  loaded: LoadedCapture
  readAt: number
  canCreate: boolean
}) {
  const elsewhere = useOpenRecord('charge-capture', textOf(capture.id) ?? '', readAt)
  const creationId = textOf(capture.claim_creation_id)
  const trail = captureTrail(textOf(capture.id) ?? '', creationId)
  const path = (
    <>
      <ListTrail
        list={{ href: trail?.list ?? '/charge-captures', label: trail?.label ?? 'Charge captures' }}
      />
      {creationId !== undefined && (
        <ListTrail
          list={{
            href: `/claim-creations/${encodeURIComponent(creationId)}`,
            label: 'Claim creation',
          }}
        />
      )}
    </>
  )
  const badges = (
    <>
      <ChargeCaptureStatus status={textOf(capture.status) ?? 'unreadable'} />
      {claimCreation && (
        <ClaimCreationStatus status={textOf(claimCreation.status) ?? 'unreadable'} />
      )}
      <OpenElsewhereNote elsewhere={elsewhere} />
    </>
  )
  const actions = (
    <>
      {canCreate && (
        <LinkButton
          tone="quiet"
          href={duplicateHref(textOf(capture.id) ?? '')}
          aria-keyshortcuts="d"
        >
          Duplicate <Kbd keys="d" />
        </LinkButton>
      )}
      <TrailActions trail={trail} />
    </>
  )
  const name = textOf(capture.charge_external_id) ?? 'Charge capture with no ID'
  const facts = visitFacts(capture.charge_capture_data)
  const claim = visitFacts(claimCreation?.encounter_creation_input).cents
  const isShared = claim !== undefined && claim !== facts.cents
  return (
    <RecordHead
      name={name}
      first={{ label: 'Charge capture', value: <span className="font-mono text-xs">{name}</span> }}
      facts={{
        ...facts,
        patientId: textOf(capture.patient_external_id) ?? facts.patientId,
        date: textOf(capture.date_of_service) ?? facts.date,
      }}
      moneyLabel={isShared ? 'This capture' : 'Charges'}
      more={isShared ? [{ label: 'Claim', value: <Money cents={claim} /> }] : []}
      trail={path}
      badges={badges}
      actions={actions}
      className={headInSight}
    />
  )
}

/** Names who else has the record open or has changed it, in one line that fits the room. */
function OpenElsewhereNote({ elsewhere: { others, changed } }: { elsewhere: OpenElsewhere }) {
  const [first, ...more] = others
  const names = first && `${first.name}${more.length > 0 ? ` and ${more.length} more` : ''}`
  return (
    <p role="status" className="min-w-0 grow basis-0 truncate text-sm text-ink-2">
      {changed && (
        <span
          className="mr-3 text-amber"
          title={`Changed by ${changed.name}. Saving combines both.`}
        >
          <UserPen aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
          Changed by {changed.name} at <LocalTime at={changed.at} />
        </span>
      )}
      {first && (
        <span title={others.map(({ name }) => name).join(', ')}>
          <Eye aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5 text-ink-3" />
          Open by {names} since <LocalTime at={first.at} />
        </span>
      )}
    </p>
  )
}
