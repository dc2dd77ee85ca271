import { Section } from '#components/form/section.tsx'
import { PartyField } from '#components/look-ups/party-field.tsx'

/** Who makes the contract with whom: found by name, or by the partner's ids. */
export function PartiesSection() {
  return (
    <Section at="parties" title="Parties">
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 min-[900px]:grid-cols-2">
        <PartyField
          name="contracting_provider_id"
          label="Contracting provider"
          what="the contracting provider"
          kind="provider"
          among="billing"
        />
        <PartyField name="payer_uuid" label="Payer" what="the payer" kind="payer" />
      </div>
    </Section>
  )
}
