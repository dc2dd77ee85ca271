'use client'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { RecordField } from '#components/form/record-field.tsx'
import { Section } from '#components/form/section.tsx'
import { FindButton } from '#components/look-ups/find-button.tsx'
import { lookUpKinds } from '#components/look-ups/look-up-kinds.ts'
import type { Among, Found } from '#components/look-ups/look-up-kinds.ts'

/** Who makes the contract with whom: found by name, or by the partner's ids. */
export function PartiesSection() {
  return (
    <Section at="parties" title="Who with whom">
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 min-[900px]:grid-cols-2">
        <Party name="contracting_provider_id" kind="provider" among="billing" what="the contracting provider" hint="The partner’s id of a provider that bills." idOf={(item) => item.organization_provider_id} />
        <Party name="payer_uuid" kind="payer" what="the payer" hint="The partner’s UUID of the payer, not the payer id on claims." idOf={(item) => item.payer_uuid} />
      </div>
    </Section>
  )
}

type PartyProps<K extends 'provider' | 'payer'> = { name: string; kind: K; among?: Among; what: string; hint: string; idOf: (item: Found[K]) => string }

function Party<K extends 'provider' | 'payer'>({ name, kind, among, what, hint, idOf }: PartyProps<K>) {
  const { setValue } = useFormContext()
  const [found, setFound] = useState<{ id: string; words: string }>()
  const id: unknown = useWatch({ name })
  const choose = (item: Found[K]) => {
    const { title, code } = lookUpKinds[kind].line(item)
    setValue(name, idOf(item), { shouldDirty: true })
    setFound({ id: idOf(item), words: [title || 'Without a name', code].filter(Boolean).join(' · ') })
  }
  return (
    <div className="flex min-w-0 items-start gap-2">
      <RecordField name={name} mono className="grow" hint={found && found.id === id ? found.words : hint} />
      <span className="pt-5.5">
        <FindButton kind={kind} among={among} what={what} byHand="Type its id in the field." onChoose={choose} />
      </span>
    </div>
  )
}
