'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { focusControl } from '#components/form/focus-control.ts'
import { hasError } from '#components/form/marks/mark-store.ts'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { spanPartyQuery, type PartyKind } from '#lib/queries/spans.ts'
import { FindButton } from './find-button.tsx'
import { lookUpKinds, type Among } from './look-up-kinds.ts'
import type { Found } from './look-up-lines.ts'
import { moveInMatches, PartyMatches } from './party-matches.tsx'
import { isUuid } from '#lib/core/uuid.ts'

type PartyFieldProps = {
  /** The wire name of the id. */
  name: string
  label: string
  /** The party in a sentence: "the payer". */
  what: string
  kind: PartyKind
  among?: Among
}

const idMembers = {
  provider: 'organization_provider_id',
  facility: 'organization_service_facility_id',
  payer: 'payer_uuid',
} as const

/**
 * A provider, a facility or a payer: its name or id typed, or found in a dialog. A known one shows its name in
 * the box and its id small below. While the box has the focus they change places, because the box
 * holds the id.
 */
export function PartyField({ name, label, what, kind, among }: PartyFieldProps) {
  const client = useQueryClient()
  const { setValue } = useFormContext()
  const { readOnly } = useRecordField(name)
  const typed: unknown = useWatch({ name })
  const id = typeof typed === 'string' ? typed.trim() : ''
  const party = useParty(kind, id)
  const isName = !readOnly && id.length >= 2 && !isUuid(id)
  const choose = (item: Found[PartyKind]) => {
    // A record of this kind, so it has the kind's id.
    const found = (item as { [member: string]: unknown })[idMembers[kind]]
    if (typeof found !== 'string') return
    client.setQueryData(spanPartyQuery({ kind, id: found }).queryKey, {
      is_available: true,
      items: [item as never],
    })
    setValue(name, found, { shouldDirty: true })
  }
  return (
    // The keys of the box and of its matches come up to here.
    <div role="presentation" className="min-w-0" onKeyDown={moveInMatches}>
      <div className="flex items-start gap-2">
        <div className="group/party relative min-w-0 grow">
          <RecordField
            name={name}
            label={label}
            mono
            required
            hint={<PartyHint name={name} kind={kind} id={id} party={party} />}
          />
          {party.line && (
            <span
              aria-hidden="true"
              title={party.line.title}
              className={`pointer-events-none absolute inset-x-px top-5.75 flex h-[calc(var(--control-h)-2px)] items-center gap-2 rounded-control px-2.5 group-focus-within/party:hidden ${readOnly ? 'bg-sunk' : 'bg-panel'}`}
            >
              <span className="truncate text-base text-ink">{party.line.title}</span>
              {party.line.code && (
                <span className="shrink-0 font-mono text-xs text-ink-2">{party.line.code}</span>
              )}
            </span>
          )}
        </div>
        {!readOnly && (
          <span className="mt-5.75">
            <FindButton
              kind={kind}
              what={what}
              among={among}
              byHand="Type or paste its ID in the field."
              onChoose={choose}
            />
          </span>
        )}
      </div>
      {isName && (
        <PartyMatches
          kind={kind}
          among={among}
          typed={id}
          onChoose={(item) => {
            choose(item)
            focusControl(name)
          }}
        />
      )}
    </div>
  )
}

/** The contracting provider and the payer of a new contract or span. */
export function ContractingParties() {
  return (
    <>
      <PartyField
        name="contracting_provider_id"
        label="Contracting provider"
        what="the contracting provider"
        kind="provider"
        among="billing"
      />
      <PartyField name="payer_uuid" label="Payer" what="the payer" kind="payer" />
    </>
  )
}

type Party = {
  state: 'no id' | 'looking' | 'closed' | 'absent' | 'found'
  line?: { title: string; code?: string | undefined }
}

/**
 * The record with the id, where the key may look it up: its name and the number that people know.
 */
function useParty(kind: PartyKind, id: string): Party {
  const isId = isUuid(id)
  const { data, isFetching } = useQuery({ ...spanPartyQuery({ kind, id }), enabled: isId })
  if (!isId) return { state: 'no id' }
  if (isFetching && !data) return { state: 'looking' }
  if (data?.is_available !== true) return { state: 'closed' }
  const [item] = data.items
  // The action read one record of this kind.
  return item
    ? { state: 'found', line: lookUpKinds[kind].line(item as never) }
    : { state: 'absent' }
}

function PartyHint({
  name,
  kind,
  id,
  party: { state, line },
}: {
  name: string
  kind: PartyKind
  id: string
  party: Party
}) {
  const isRefused = hasError(useMarks(name))
  if (state === 'no id') return 'Type a part of its name, or the partner’s ID.'
  if (state === 'looking') return 'Looking up its name…'
  if (state === 'closed') return 'This ID can’t be looked up. The partner checks it when you save.'
  // The message of the save says more.
  if (!line && isRefused) return null
  if (!line)
    return (
      <span className="text-amber">
        The partner has no {kind === 'facility' ? 'service facility' : kind} with this ID.
      </span>
    )
  return (
    <>
      <span className="sr-only text-ink-2 group-focus-within/party:not-sr-only">
        {line.title} {line.code && <span className="font-mono whitespace-nowrap">{line.code}</span>}
      </span>
      <span
        aria-hidden="true"
        className="font-mono text-2xs break-all select-all group-focus-within/party:hidden"
      >
        {id}
      </span>
    </>
  )
}
