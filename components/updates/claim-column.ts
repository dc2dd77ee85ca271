import type { RowColumn } from '#components/table/row-declaration.ts'
import type { ResolvedUpdate } from '#lib/actions/claim-creations/resolutions.ts'

type ClaimRow = Pick<ResolvedUpdate, 'name' | 'captures' | 'payer' | 'claim_creation_id'>

/** The claim of a row: its name, and under it its captures and its payer. */
export const claimColumn = {
  header: 'Claim',
  isName: true,
  value: 'name',
  below: ({ captures, payer }) => [captures, payer].filter(Boolean).join(' · '),
} satisfies RowColumn<ClaimRow>

/** The way to what was billed beside what is now. */
export const comparison = {
  label: 'Open the comparison',
  hrefOf: ({ claim_creation_id: id }: ClaimRow) => `/updates?item=${encodeURIComponent(id)}`,
}
