import type { AmountName } from '#components/encounters/loaded-encounter.ts'

/**
 * One amount of a line as a column; the long name is for the hover and for people who do not see
 * the group above it.
 */
export type AmountColumn = { name: AmountName; header: string; title: string; strong?: true }

/**
 * The amounts of a line in the order in which money goes: charged, taken off, paid, the patient's
 * share, what is left.
 */
export const amountGroups: readonly { title: string; columns: readonly AmountColumn[] }[] = [
  {
    title: 'Billed',
    columns: [
      { name: 'charge', header: 'Charge', title: 'Charge', strong: true },
      { name: 'allowed', header: 'Allowed', title: 'Allowed amount' },
      {
        name: 'adjusted',
        header: 'Adjusted',
        title: 'Adjustments but for those of group PR, which are the patient’s share',
      },
    ],
  },
  {
    title: 'Paid',
    columns: [
      { name: 'primary', header: 'Primary', title: 'Paid by the primary payer' },
      { name: 'secondary', header: 'Secondary', title: 'Paid by the secondary payer' },
      { name: 'tertiary', header: 'Tertiary', title: 'Paid by the tertiary payer' },
      { name: 'paid', header: 'Total', title: 'Paid in all', strong: true },
    ],
  },
  {
    title: 'Patient’s share',
    columns: [
      { name: 'copay', header: 'Copay', title: 'Copay' },
      { name: 'coinsurance', header: 'Coins.', title: 'Coinsurance' },
      { name: 'deductible', header: 'Deduct.', title: 'Deductible' },
      { name: 'share', header: 'Total', title: 'Patient’s share in all', strong: true },
    ],
  },
  {
    title: 'Balance',
    columns: [
      {
        name: 'insuranceBalance',
        header: 'Insurance',
        title: 'Balance of the insurance',
        strong: true,
      },
      { name: 'patientBalance', header: 'Patient', title: 'Balance of the patient', strong: true },
    ],
  },
]

/** All amounts in order. */
export const amountColumns: readonly AmountColumn[] = amountGroups.flatMap((group) => group.columns)
