import { providerNoun, type Noun } from '#lib/core/count-of.ts'
import {
  facilitiesQuery,
  patientsQuery,
  payersQuery,
  providersQuery,
} from '#lib/queries/options.ts'
import { lookUpLines, type Found, type Line } from './look-up-lines.ts'

export type LookUpKind = keyof Found
export type Among = 'rendering' | 'billing'

/** The number of records in one answer: a person narrows a longer list by typing. */
export const shownAtOnce = 20

type Kind<Item> = {
  noun: Noun
  label: string
  /** The least number of letters for a search. Patients are never listed without one. */
  from: number
  /** `among` narrows the providers to those that render or that bill. */
  query: (
    text: string,
    among?: Among,
  ) =>
    | ReturnType<typeof providersQuery>
    | ReturnType<typeof facilitiesQuery>
    | ReturnType<typeof payersQuery>
    | ReturnType<typeof patientsQuery>
  line: (item: Item) => Line
}

/** The search request and the line of each kind of record. */
export const lookUpKinds: { [K in LookUpKind]: Kind<Found[K]> } = {
  provider: {
    noun: providerNoun,
    label: 'Name or NPI',
    from: 0,
    query: (text, among) =>
      providersQuery({
        query: {
          ...(text === '' ? {} : { search_term: text }),
          ...(among && { [`is_${among}`]: true }),
          limit: shownAtOnce,
        },
      }),
    line: lookUpLines.provider,
  },
  facility: {
    noun: { one: 'facility', many: 'facilities' },
    label: 'Name of the facility',
    from: 0,
    query: (name) =>
      facilitiesQuery({ query: { ...(name === '' ? {} : { name }), limit: shownAtOnce } }),
    line: lookUpLines.facility,
  },
  payer: {
    noun: { one: 'payer', many: 'payers' },
    label: 'Name or payer ID',
    from: 0,
    query: (text) =>
      payersQuery({ query: { ...(text === '' ? {} : { search_term: text }), limit: shownAtOnce } }),
    line: lookUpLines.payer,
  },
  patient: {
    noun: { one: 'patient', many: 'patients' },
    label: 'Last name, MRN or birth date',
    from: 2,
    query: (text) => patientsQuery({ text }),
    line: lookUpLines.patient,
  },
}
