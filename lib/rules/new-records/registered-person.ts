import type { Json, JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'

/**
 * What a pre-encounter patient says of the person, in the members of `data.patient`, for a capture
 * that does not follow the record. `updated_at` is the partner's instant. The record names its
 * coverages by id alone, so only their number is known.
 */
export type Registered = {
  mrn: string | null
  person: JsonObject
  responsible_party: 'SELF_PAY' | 'INSURANCE_PAY' | null
  coverages: number
  updated_at: string | null
}

/** The person of a patient record, from any JSON: what cannot be read is left out. */
export function registeredPerson(record: Json | undefined): Registered {
  const selfPay = memberAt(record, 'self_pay')
  return {
    mrn: textOf(memberAt(record, 'mrn')) ?? null,
    person: withoutBlanks({
      first_name: textOf(itemsOf(memberAt(record, 'name', 'given'))[0]),
      last_name: textOf(memberAt(record, 'name', 'family')),
      date_of_birth: textOf(memberAt(record, 'birth_date')),
      gender: genderOf(record),
      address: addressOf(memberAt(record, 'primary_address')),
      phone_numbers: phonesOf(record),
      email: textOf(memberAt(record, 'email')),
    }),
    responsible_party: selfPay === true ? 'SELF_PAY' : selfPay === false ? 'INSURANCE_PAY' : null,
    coverages: itemsOf(memberAt(record, 'filing_order', 'coverages')).length,
    updated_at: textOf(memberAt(record, 'updated_at')) ?? null,
  }
}

const genders: { [sex: string]: string } = { FEMALE: 'female', MALE: 'male' }

// A claim has the biological sex. What the record refuses to say, a person enters.
function genderOf(record: Json | undefined): string | undefined {
  return genders[textOf(memberAt(record, 'biological_sex')) ?? '']
}

function addressOf(address: unknown): JsonObject | undefined {
  const [address1, address2] = itemsOf(memberAt(address, 'line')).map(textOf)
  const [zip_code, zip_plus_four_code] = (textOf(memberAt(address, 'postal_code')) ?? '').split('-')
  const known = withoutBlanks({
    address1,
    address2,
    city: textOf(memberAt(address, 'city')),
    state: textOf(memberAt(address, 'state')),
    zip_code,
    zip_plus_four_code,
  })
  return Object.keys(known).length > 0 ? known : undefined
}

const uses: { [use: string]: string } = { WORK: 'Work', HOME: 'Home' }

function phonesOf(record: Json | undefined): JsonObject[] | undefined {
  const telecoms = [
    memberAt(record, 'primary_telecom'),
    ...itemsOf(memberAt(record, 'other_telecoms')),
  ]
  const phones = telecoms.flatMap((telecom) => {
    const number = textOf(memberAt(telecom, 'value'))
    const type = uses[textOf(memberAt(telecom, 'use')) ?? ''] ?? 'Mobile'
    return number === undefined ? [] : [{ number, type }]
  })
  return phones.length > 0 ? phones : undefined
}

function withoutBlanks(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}
