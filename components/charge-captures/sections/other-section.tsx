'use client'
import { OtherMembers } from '#components/form/reading/other-members.tsx'
import { Section } from '#components/form/section.tsx'

/** What this capture's data holds that the contract does not name. */
export function OtherSection() {
  return (
    <Section at="data.other" title="Other data" note="not known to the console; kept as it is">
      <OtherMembers at="data" title="" />
    </Section>
  )
}
