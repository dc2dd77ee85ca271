import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { nameOf } from '#lib/lists/rows/rows.ts'
import { itemsOf, textOf } from '#components/encounters/loaded-encounter.ts'
import { memberOf } from './parts.tsx'

/** One line about a person or place: what it is, and the value as it is shown. */
export type Fact = { label: string; value: string | undefined; as?: 'code' | 'date' }

/** The facts that identify a patient or guarantor, and the contact details. */
export function personFacts(person: JsonObject): Fact[] {
  return [
    { label: 'Born', value: textOf(person.date_of_birth), as: 'date' },
    { label: 'Sex', value: textOf(person.gender) },
    { label: 'ID', value: textOf(person.external_id), as: 'code' },
    { label: 'Address', value: addressText(person.address) },
    {
      label: 'Phone',
      value:
        itemsOf(person.phone_numbers)
          .map((phone) => textOf(phone.number))
          .filter(Boolean)
          .join(', ') || undefined,
    },
    { label: 'E-mail', value: textOf(person.email) },
  ]
}

/** The facts of a subscriber's card. */
export function coverageFacts(subscriber: JsonObject): Fact[] {
  const card = memberOf(subscriber, 'insurance_card')
  return [
    { label: 'Member', value: textOf(card.member_id), as: 'code' },
    { label: 'Group', value: textOf(card.group_number), as: 'code' },
    { label: 'Plan', value: textOf(card.plan_name) },
    { label: 'Payer ID', value: textOf(card.payer_id), as: 'code' },
    { label: 'Subscriber', value: nameOf(subscriber) },
  ]
}

/** The facts of a provider or facility. */
export function providerFacts(provider: JsonObject): Fact[] {
  return [
    { label: 'NPI', value: textOf(provider.npi), as: 'code' },
    { label: 'Taxonomy', value: textOf(provider.taxonomy_code), as: 'code' },
    { label: 'Tax ID', value: textOf(provider.tax_id), as: 'code' },
    { label: 'Address', value: addressText(provider.address) },
  ]
}

/** An address on one line; undefined where it says nothing. */
export function addressText(address: Json | undefined): string | undefined {
  if (!isJsonObject(address)) return undefined
  const zip = [textOf(address.zip_code), textOf(address.zip_plus_four_code)]
    .filter(Boolean)
    .join('-')
  const region = [textOf(address.state), zip].filter(Boolean).join(' ')
  return (
    [textOf(address.address1), textOf(address.address2), textOf(address.city), region]
      .filter(Boolean)
      .join(', ') || undefined
  )
}
