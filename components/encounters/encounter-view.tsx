'use client'
import { useMemo } from 'react'
import { RecordHistory } from '#components/activity/record-history.tsx'
import { RecordHead } from '#components/form/record-head.tsx'
import { encounterTrail } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { visitFacts } from '#components/form/visit-facts.ts'
import { useFreshness } from '#components/frame/freshness.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readEncounter } from '#lib/actions/read.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { CameFrom } from './cards/came-from.tsx'
import { MoneyCards, UnderCards } from './cards/encounter-cards.tsx'
import { toLoadedEncounter } from './loaded-encounter.ts'
import { PeopleCards } from './cards/people-cards.tsx'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { encounterQuery } from '#lib/queries/options.ts'

type ViewProps = {
  id: string
  reply: ReplyOf<typeof readEncounter>
  readAt: number
  staleBecause: string | undefined
  shape: ObjectShape
}

/** An encounter, to be read: the money first, then everything else that the partner says of it. */
function EncounterView({ id, reply, readAt, staleBecause, shape }: ViewProps) {
  const encounter = useMemo(() => toLoadedEncounter(reply.encounter), [reply])
  const trail = encounterTrail(id)
  useFreshness(readAt, staleBecause !== undefined)
  const facts = {
    ...visitFacts(encounter.record),
    cents: encounter.total.charge,
  }
  return (
    <div className="px-5 pt-2.5 pb-4">
      <RecordHead
        name={encounter.externalId ?? 'Encounter'}
        first={{
          label: 'Encounter',
          value: (
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-mono text-xs">{encounter.externalId}</span>
              <CopyId id={encounter.id || id} label="encounter ID" length={9} />
            </span>
          ),
        }}
        facts={facts}
        moneyLabel="Charges"
        trail={<ListTrail list={{ href: trail?.list ?? '/encounters', label: 'Encounters' }} />}
        badges={encounter.claims[0] && <ClaimStatus status={encounter.claims[0].status} />}
        actions={<TrailActions trail={trail} />}
      />
      {staleBecause !== undefined && (
        <p className="mt-2 text-sm text-amber">
          Couldn’t refresh. This is the last version loaded: {staleBecause}
        </p>
      )}
      <div className="mt-3 flex flex-col gap-3">
        <MoneyCards encounter={encounter} shape={shape} />
        <div className="grid grid-cols-1 gap-3 min-[900px]:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-3">
            <UnderCards encounter={encounter} shape={shape} />
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <CameFrom
              encounterId={encounter.id || id}
              claimCreationId={encounter.claimCreationId}
            />
            <PeopleCards encounter={encounter} shape={shape} />
            <RecordHistory kind="encounter" id={encounter.id || id} />
          </div>
        </div>
      </div>
    </div>
  )
}

const list = { href: '/encounters', label: 'Encounters' }

/**
 * One encounter. `reply` is what the server read for this page, `shape` how the contract describes
 * an encounter.
 */
export function EncounterPage({
  id,
  reply,
  shape,
}: {
  id: string
  reply: Promise<JsonText<Result<ReplyOf<typeof readEncounter>>>>
  shape: ObjectShape
}) {
  return (
    <RecordRead options={encounterQuery({ id })} first={reply} list={list}>
      {(reading) => <EncounterView key={id} id={id} {...reading} shape={shape} />}
    </RecordRead>
  )
}
