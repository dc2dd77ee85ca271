import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { user } from '#lib/console/schema.ts'
import { startToEnd } from '#lib/console/server/start.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { endOfWrite, type JobKind } from './job-kind.ts'
import { jobKinds } from './kinds.ts'
import { enqueueJob, startJobs } from './run-job.ts'

// A console's process as far as jobs go: the start, the database, the runner and the write path. A
// test kills it. With a file of captures' ids as its argument, it starts the job; without, it goes
// on with the open one.

const rename: JobKind = {
  kind: 'rename-patients',
  task: 'updateChargeCapture',
  title: () => 'Renaming patients',
  async run(tools) {
    await tools.eachItem(
      async ({ record, operationId, kept, keep }) => {
        let base = kept as string | undefined
        if (base === undefined) {
          const params = { charge_capture_id: record }
          const read = await call(tools.connection, operations.getChargeCapture, { params })
          if (!read.ok) return endOfWrite(read)
          base = read.value.text
          await keep(base)
        }
        // The test's own captures have this form.
        const { charge_capture_data: data } = JSON.parse(base) as {
          charge_capture_data: { patient: object }
        }
        const body = JSON.stringify({
          data: { ...data, patient: { ...data.patient, last_name: 'Renamed' } },
        })
        const past = { reason: 'A test of restarts', findings: [] }
        return endOfWrite(
          await saveCapture({ id: record, operation_id: operationId, base, body, past }, tools),
        )
      },
      { rate: 1_000, together: 4 },
    )
    return ok(undefined)
  },
}
jobKinds.push(rename)

await startToEnd()
const connection = await activeConnection()
await startJobs()
// The test has written it.
const ids = process.argv[2] ? (JSON.parse(readFileSync(process.argv[2], 'utf8')) as string[]) : []
if (ids.length > 0) {
  const [owner] = await (
    await consoleDb()
  )
    .select()
    .from(user)
    .where(eq(user.email, 'biller@demo.test'))
  const { id, name, email } = owner!
  const account = { id, name, email, role: 'biller' as const, isDemo: true }
  await enqueueJob(
    { account, connection },
    rename,
    {},
    ids.map((record) => ({ record })),
  )
}
process.stdout.write('started\n')
setInterval(
  () =>
    void newestJob(connection, rename.kind).then((job) =>
      process.stdout.write(`${JSON.stringify(job)}\n`),
    ),
  100,
)
