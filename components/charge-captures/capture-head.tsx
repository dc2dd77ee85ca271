'use client'
import { OpenElsewhereNote } from '#components/form/reading/open-elsewhere-note.tsx'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { captureTrail } from '#components/form/record-trail.ts'
import { useOpenRecord } from '#components/form/reading/use-open-record.ts'
import { headInSight } from '#components/frame/head-in-sight.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ChargeCaptureStatus, ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { duplicateHref } from './creating/duplicate-href.ts'
import { type LoadedCapture, textOf } from './loaded-capture.ts'

/** Where one is: the list, the claim creation, the capture's own id, how it stands, and who else has it open. */
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
      <ListTrail list={{ href: trail?.list ?? '/charge-captures', label: trail?.label ?? 'Charge captures' }} />
      {creationId !== undefined && (
        <ListTrail list={{ href: `/claim-creations/${encodeURIComponent(creationId)}`, label: 'Claim creation' }} />
      )}
    </>
  )
  const badges = (
    <>
      <ChargeCaptureStatus status={textOf(capture.status) ?? 'unreadable'} />
      {claimCreation && <ClaimCreationStatus status={textOf(claimCreation.status) ?? 'unreadable'} />}
      <OpenElsewhereNote elsewhere={elsewhere} />
    </>
  )
  const actions = (
    <>
      {canCreate && (
        <LinkButton tone="quiet" href={duplicateHref(textOf(capture.id) ?? '')} aria-keyshortcuts="d">
          Duplicate <Kbd keys="d" />
        </LinkButton>
      )}
      <TrailActions trail={trail} />
    </>
  )
  const name = textOf(capture.charge_external_id) ?? 'Charge capture with no ID'
  return (
    <div className={headInSight}>
      <PageHeader
        trail={path}
        title={<span className="font-mono font-medium">{name}</span>}
        badges={badges}
        actions={actions}
      />
    </div>
  )
}
