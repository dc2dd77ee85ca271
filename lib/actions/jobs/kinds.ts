import 'server-only'
import {
  bulkFixJob,
  bulkReadJob,
  bulkResolveJob,
  bulkUndoJob,
} from '#lib/actions/bulk/job-kinds.ts'
import { placeListJob } from '#lib/actions/catalogue/place-job.ts'
import { coverageBoard } from '#lib/actions/coverage-board/make-board.ts'
import { expiringCheck } from '#lib/actions/expiring/make-expiring.ts'
import { listExport } from '#lib/actions/exports/export-job.ts'
import { overviewReading, unlinkedReading } from '#lib/actions/overview/reading-job.ts'
import { queueRefresh } from '#lib/actions/queue/refresh-job.ts'
import { joinPayersJob } from '#lib/actions/providers/join-job.ts'
import type { JobKind } from './job-kind.ts'

/** Every kind of job. A job of another kind, from another version, ends with words. */
// A runner gives each kind the input that `enqueueJob` got for it.
export const jobKinds = [
  coverageBoard,
  expiringCheck,
  listExport,
  queueRefresh,
  overviewReading,
  unlinkedReading,
  bulkReadJob,
  bulkFixJob,
  bulkUndoJob,
  bulkResolveJob,
  joinPayersJob,
  placeListJob,
] as unknown as JobKind[]
