import { actionWords, outcomeClass, outcomeWords, type ActivityRow } from '#lib/lists/activity.ts'
import type { Columns } from '#lib/lists/columns.ts'

/** An entry of the trail in a file: with all its records, and its session. */
export type ActivityFileRow = ActivityRow & { session?: string }

/** The columns of the activity. */
export const activityColumns = {
  at: { header: 'When', value: (row) => row.at, file: { header: 'Time (UTC)' } },
  person: { header: 'Person', value: (row) => row.person },
  role: { header: 'Role', value: (row) => row.role },
  action: { header: 'Action', value: (row) => actionWords(row.operation), isMain: true },
  record: {
    header: 'Record',
    file: { header: 'Records', value: (row) => row.record_ids.join(' ') },
  },
  outcome: { header: 'Outcome', value: (row) => outcomeWords[outcomeClass(row.outcome)] },
  address: { header: 'From', value: (row) => row.address, file: { header: 'Address' } },
  connection: { header: 'Connection', value: (row) => row.connection },
  email: { header: 'E-mail', value: (row) => row.email, isOptional: true },
  browser: { header: 'Browser', value: (row) => row.browser, isOptional: true },
  id: { header: 'Entry', value: (row) => row.id, screen: false },
  operation: { header: 'Operation', value: (row) => row.operation, screen: false },
  reason: {
    header: 'Reason',
    value: (row) => (row.outcome === 'ok' ? undefined : row.outcome),
    screen: false,
  },
  session: { header: 'Session', value: (row) => row.session, screen: false },
} as const satisfies Columns<ActivityFileRow>
