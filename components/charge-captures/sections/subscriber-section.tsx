'use client'
import { valueAt, useRecordField } from '#components/form/record-context.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { FindPayer } from '#components/charge-captures/find-actions.tsx'
import { ObjectSection } from './shape-section.tsx'

const first = ['first_name', 'last_name', 'date_of_birth', 'gender', 'patient_relationship_to_subscriber_code']

/** The holder of an insurance, and the card. */
export function SubscriberSection({ at, title, onTaken }: { at: string; title: string; onTaken: () => void }) {
  const { base } = useRecordField(`${at}.insurance_card`)
  const images = ['image_url_front', 'image_url_back'].map((name) => valueAt(base, name))
  const links = images.map((url, place) =>
    typeof url === 'string' && url !== '' ? (
      <ExternalLink key={place === 0 ? 'front' : 'back'} href={url}>
        {place === 0 ? 'Front' : 'Back'}
      </ExternalLink>
    ) : null,
  )
  return (
    <ObjectSection
      at={at}
      title={title}
      first={first}
      notes={{ insurance_card: links.some(Boolean) ? links : undefined }}
      canRemove={at !== 'data.subscriber_primary'}
      onTaken={onTaken}
      actions={<FindPayer at={at} what={`the payer of the ${title.toLowerCase()}`} />}
    />
  )
}
