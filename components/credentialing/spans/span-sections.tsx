'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { RegionsSection } from '#components/form/states/regions-section.tsx'
import { Section } from '#components/form/section.tsx'
import { ContractingParties, PartyField } from '#components/look-ups/party-field.tsx'
import { type SpanKind, coveredMember, spanDateNames } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'

/** The parties of a span. With `isNew` the covered party can still be chosen. */
export function PartiesSection({ kind, isNew = false }: { kind: SpanKind; isNew?: boolean }) {
  const { label, what, find } = spanWays[kind].covered
  return (
    <Section at="parties" title={isNew ? 'Coverage' : 'Parties'}>
      <div className="grid grid-cols-1 gap-x-5 gap-y-3 min-[900px]:grid-cols-2 min-[1300px]:grid-cols-3">
        {isNew && (
          <PartyField
            name={coveredMember[kind]}
            label={label}
            what={what}
            kind={find as 'provider' | 'facility'}
            among={kind === 'provider' ? 'rendering' : undefined}
          />
        )}
        <ContractingParties />
      </div>
    </Section>
  )
}

const hints = {
  start_date: 'First date covered.',
  end_date: 'Last date covered. Leave empty for no end.',
  submitted_date: 'Date the payer got the paperwork.',
  payer_loaded_date: 'Date the payer loaded it. Claims aren’t paid before this.',
}

/** The four dates of a span. */
export function DatesSection() {
  return (
    <Section at="dates" title="Dates">
      <FieldGrid at="" names={spanDateNames} hints={hints} />
    </Section>
  )
}

/**
 * The states in which a rendering provider's span applies. A facility span has none, because a
 * facility has an address.
 */
export function WhereSection({ kind }: { kind: SpanKind }) {
  return kind === 'provider' ? <RegionsSection /> : null
}
