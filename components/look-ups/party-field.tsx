'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { hasError } from '#components/form/marks/mark-store.ts'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { spanPartyQuery } from '#lib/queries/spans.ts'
import type { PartyKind } from '#lib/queries/spans.ts'
import { FindButton } from './find-button.tsx'
import { lookUpKinds } from './look-up-kinds.ts'
import type { Among, Found } from './look-up-kinds.ts'
import { isPartnerId } from './partner-id.ts'

type PartyFieldProps = {
  /** The wire name of the id. */
  name: string
  label: string
  /** What is looked for, in a sentence: "the payer". */
  what: string
  kind: PartyKind
  among?: Among
}

const idMembers = { provider: 'organization_provider_id', facility: 'organization_service_facility_id', payer: 'payer_uuid' } as const

/** The id of a provider, a facility or a payer: found by name or typed, with the name of what it is the id of. */
export function PartyField({ name, label, what, kind, among }: PartyFieldProps) {
  const client = useQueryClient()
  const { setValue } = useFormContext()
  const { readOnly } = useRecordField(name)
  const typed: unknown = useWatch({ name })
  const id = typeof typed === 'string' ? typed.trim() : ''
  const choose = (item: Found[PartyKind]) => {
    // A record of this kind, so it has the kind's id.
    const found = (item as { [member: string]: unknown })[idMembers[kind]]
    if (typeof found !== 'string') return
    client.setQueryData(spanPartyQuery(kind, found).queryKey, { is_available: true, items: [item as never] })
    setValue(name, found, { shouldDirty: true })
  }
  return (
    <div className="min-w-0">
      <div className="flex items-start gap-2">
        <RecordField name={name} label={label} mono required className="grow" hint={<PartyName name={name} kind={kind} id={id} />} />
        {!readOnly && (
          <span className="mt-5.75">
            <FindButton kind={kind} what={what} among={among} byHand="Type or paste its id in the field." onChoose={choose} />
          </span>
        )}
      </div>
    </div>
  )
}

/** What the id names, as far as the key may ask: the name and the number by which people know it. */
function PartyName({ name, kind, id }: { name: string; kind: PartyKind; id: string }) {
  const isId = isPartnerId(id)
  const isRefused = hasError(useMarks(name))
  const { data, isFetching } = useQuery({ ...spanPartyQuery(kind, id), enabled: isId })
  if (!isId) return 'Find it by name, or give the partner’s id.'
  if (isFetching && !data) return 'Looking up its name …'
  if (data?.is_available !== true) return 'It cannot be looked up. The partner checks it when it is sent.'
  const [item] = data.items
  // Said once: the complaint of a save says more.
  if (!item && isRefused) return null
  if (!item) return <span className="text-amber">The partner has no {kind === 'facility' ? 'service facility' : kind} of this id.</span>
  // The action read one record of this kind.
  const { title, code } = lookUpKinds[kind].line(item as never)
  return (
    <span className="text-ink-2">
      {title} {code && <span className="font-mono whitespace-nowrap">{code}</span>}
    </span>
  )
}
