'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { RegionsSection } from '#components/form/states/regions-section.tsx'
import { RemovedNote } from '#components/form/removed-note.tsx'
import { Section } from '#components/form/section.tsx'
import { useFilled } from '#components/form/use-filled.ts'
import { useRemoval } from '#components/form/use-removal.ts'
import { Button } from '#components/ui/button.tsx'
import { InsuranceSection } from './insurance-section.tsx'

/**
 * Every term of a contract that can be changed: status and days, regions, insurance types,
 * signatory.
 */
export function TermsSections({
  insuranceCodes,
  isNew = false,
}: {
  insuranceCodes: readonly string[]
  isNew?: boolean
}) {
  return (
    <>
      <Section at="terms" title="Terms">
        <FieldGrid
          at=""
          names={['contract_status', 'effective_date', 'expiration_date']}
          spans={{ contract_status: 4, effective_date: 4, expiration_date: 4 }}
          hints={{ expiration_date: 'Leave empty for no end.' }}
          required={['effective_date']}
        />
      </Section>
      <RegionsSection isRequired={isNew} />
      <InsuranceSection codes={insuranceCodes} isNew={isNew} />
      <SignatorySection />
    </>
  )
}

const at = 'authorized_signatory'

function SignatorySection() {
  const { isRemoved, remove, restore } = useRemoval(at)
  const isFilled = useFilled([at])
  const actions = isFilled && !isRemoved && (
    <Button size="small" onClick={remove}>
      Remove the signatory
    </Button>
  )
  return (
    <Section at={at} title="Authorized signatory" actions={actions || undefined}>
      {isRemoved ? (
        <RemovedNote at={at} title="Authorized signatory" onUndo={restore} />
      ) : (
        <FieldGrid
          at={at}
          names={['first_name', 'last_name', 'title', 'email', 'phone', 'fax']}
          spans={{ first_name: 4, last_name: 4, title: 4, email: 4, phone: 4, fax: 4 }}
        />
      )}
    </Section>
  )
}
