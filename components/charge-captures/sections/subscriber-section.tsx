'use client'
import { AddressFields, FieldGrid } from '#components/form/field-grid.tsx'
import type { Spans } from '#components/form/field-grid.tsx'
import { valueAt, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { FindPayer } from '../find-actions.tsx'

const holder = ['first_name', 'last_name', 'date_of_birth', 'gender', 'patient_relationship_to_subscriber_code']
const card = [
  'member_id', 'payer_name', 'payer_id', 'group_number', 'plan_name', 'plan_type', 'insurance_type', 'payer_plan_group_name',
  'payer_plan_group_id', 'rx_bin', 'rx_pcn', 'emr_payer_crosswalk', 'image_url_front', 'image_url_back',
]
const spans: Spans = { payer_plan_group_id: 6, image_url_front: 6, image_url_back: 6 }

/** The holder of the primary insurance, and the card. */
export function SubscriberSection({ at = 'data.subscriber_primary', title = 'Primary subscriber' }: { at?: string; title?: string }) {
  const { base } = useRecordField(`${at}.insurance_card`)
  const images = ['image_url_front', 'image_url_back'].map((name) => valueAt(base, name)).filter((url) => typeof url === 'string' && url !== '') as string[]
  return (
    <Section at={at} title={title} actions={<FindPayer at={at} what={`the payer of the ${title.toLowerCase()}`} />}>
      <FieldGrid at={at} names={holder} />
      <SubFields at={`${at}.insurance_card`} title="Insurance card" note={images.map((url, place) => <ExternalLink key={url} href={url}>{place === 0 ? 'Front' : 'Back'}</ExternalLink>)}>
        <FieldGrid at={`${at}.insurance_card`} names={card} spans={spans} />
        <AddressFields at={`${at}.insurance_card.payer_address`} title="Payer’s address" />
      </SubFields>
      <AddressFields at={`${at}.address`} title="Subscriber’s address" />
    </Section>
  )
}
