'use client'
import Link from 'next/link'
import { OpenElsewhereNote } from '#components/form/reading/open-elsewhere-note.tsx'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { captureTrail } from '#components/form/record-trail.ts'
import { useOpenRecord } from '#components/form/reading/use-open-record.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ChargeCaptureStatus, ClaimCreationStatus } from '#components/ui/record-status.tsx'
import { duplicateHref } from './creating/duplicate-href.ts'
import type { LoadedCapture } from './loaded-capture.ts'
import { textOf } from './loaded-capture.ts'

/** Where one is: the list, the claim creation, the capture's own id, how it stands, and who else has it open. */
export function CaptureHead({ loaded: { capture, claimCreation }, readAt, canCreate }: { loaded: LoadedCapture; readAt: number; canCreate: boolean }) {
  const elsewhere = useOpenRecord('charge-capture', textOf(capture.id) ?? '', readAt)
  const creationId = textOf(capture.claim_creation_id)
  const trail = captureTrail(textOf(capture.id) ?? '', creationId)
  const path = (
    <>
      <Link href={trail?.list ?? '/charge-captures'} className="hover:underline">
        {trail?.label ?? 'Charge captures'}
      </Link>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
      {creationId !== undefined && (
        <>
          <Link href={`/claim-creations/${encodeURIComponent(creationId)}`} className="hover:underline">
            Claim creation
          </Link>
          <span aria-hidden="true" className="text-ink-3">
            /
          </span>
        </>
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
  const name = textOf(capture.charge_external_id) ?? 'Charge capture without an id'
  // It stays in sight, so that one always knows which capture is open; a low window needs the room more.
  return (
    <div className="-mx-5 border-b border-line bg-ground px-5 py-2.5 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-(--strip-h) [@media(min-height:30rem)]:z-20">
      <PageHeader trail={path} title={<span className="font-mono font-medium">{name}</span>} badges={badges} actions={actions} />
    </div>
  )
}
