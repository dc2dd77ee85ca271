'use client'
import { OtherMembers } from '#components/form/reading/other-members.tsx'
import { Section } from '#components/form/section.tsx'

/** The members of this capture's data that the contract does not name. */
export function OtherSection() {
  return (
    <Section at="data.other" title="Other data" note="kept unchanged when you save">
      <OtherMembers at="data" title="" />
    </Section>
  )
}
