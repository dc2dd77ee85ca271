import { ShapeFields } from '#components/form/shape-fields.tsx'
import { columnNames } from './line-columns.ts'

// The order in which a biller looks for them; what the contract has besides comes behind.
const first = [
  'end_date_of_service',
  'revenue_code',
  'prior_authorization_number',
  'external_id',
  'has_epsdt_indicator',
  'has_family_planning_indicator',
  'description',
  'note',
  'drug_identification',
  'ordering_provider',
  'test_results',
]

/** The members of a line that have no cell, including those that the contract adds later. */
export function LineMore({ at }: { at: string }) {
  return <ShapeFields at={at} first={first} without={columnNames} />
}
