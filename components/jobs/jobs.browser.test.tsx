import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BulkPage } from '#components/bulk/bulk-page.tsx'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, answerRoute, inputsOf } from '#components/testing/answers.testing.ts'
import { fixOf, jobOf } from '#components/testing/bulk.testing.tsx'
import { showPage } from '#components/testing/page.testing.tsx'
import { readBulkFix, readBulkRows, steerBulkFix } from '#lib/actions/bulk-fixes.ts'
import { cancelJob, pauseJob, readJobs, resumeJob } from '#lib/actions/jobs.ts'
import type { BulkProgress, JobLine } from '#lib/actions/replies.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { JobsPage } from './jobs-page.tsx'
import { JobsTray } from './jobs-tray.tsx'

const running: Partial<JobLine> = { state: 'running', is_open: true, finished_at: null }
const lineOf = (rest: Partial<JobLine>): JobLine => {
  const { items, ...job } = jobOf({})
  return { ...job, items, is_own: true, ...rest }
}

/** Opens the jobs of the person, with the tray of every page, and steers them as the server does. */
async function openJobs(job: JobLine): Promise<void> {
  let now = job
  answer(readJobs, () => [now])
  const become = (rest: Partial<JobLine>) => () => {
    now = { ...now, ...rest }
    return null as never
  }
  answer(pauseJob, become({ state: 'paused', waits_for: 'person' }))
  answer(resumeJob, become({ state: 'running', waits_for: null }))
  answer(cancelJob, become({ state: 'cancelled', is_open: false, waits_for: null }))
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
  await showPage(
    '/activity/jobs',
    <>
      <JobsTray hasJobs />
      <JobsPage first={toJsonText(ok([job]))} seesAll={false} />
    </>,
  )
}

test('a job is in the strip of every page and among the jobs, with what it does now', async () => {
  await openJobs(
    lineOf({
      ...running,
      kind: 'coverage-check',
      title: 'Coverage check',
      progress: { words: 'Reading rosters', done: 2, total: 8 },
    }),
  )
  await page.getByRole('button', { name: /^Coverage check running, 25%/ }).click()
  const list = page.getByRole('dialog', { name: 'Your jobs' })
  await expect.element(list.getByRole('listitem')).toMatchTextContent('Reading rosters')
  await expectAccessible('the list of one’s own jobs')
  await expect
    .element(list.getByRole('link', { name: 'All your jobs' }))
    .toHaveAttribute('href', '/activity/jobs')
  const row = page.getByCss('main tbody tr').first()
  await expect.element(row).toMatchTextContent('Running')
  await expect.element(row).toMatchTextContent('You')
})

test('a job is resumed and paused from the tray, and stopped from the list of jobs', async () => {
  await openJobs(
    lineOf({
      ...running,
      title: 'Bulk fix: NPI',
      state: 'paused',
      waits_for: 'person',
      progress: { words: 'The first capture was sent alone.', done: 1, total: 41 },
    }),
  )
  await page.getByRole('button', { name: /^Bulk fix: .* paused/ }).click()
  const tray = page.getByRole('dialog', { name: 'Your jobs' })
  const line = tray.getByRole('listitem').first()
  await expect.element(line).toMatchTextContent('Paused')
  await line.getByRole('button', { name: /^Resume: Bulk fix/ }).click()
  await expect.element(line).toMatchTextContent('Running')
  await expectAccessible('the tray with a running job')
  await line.getByRole('button', { name: /^Pause: Bulk fix/ }).click()
  await expect.element(line).toMatchTextContent('Paused')
  await page.getByRole('button', { name: /^Bulk fix: .* paused/ }).click()
  await expect.element(tray).not.toBeInTheDocument()

  const row = page.getByCss('main tbody tr').first()
  await expect.element(row).toMatchTextContent('Paused')
  await row.getByRole('button', { name: /^Stop/ }).click()
  await expect.element(row).toMatchTextContent('Stopped')
  expect([resumeJob, pauseJob, cancelJob].map((act) => inputsOf(act))).toEqual(
    [1, 1, 1].map(() => [{ id: 'job' }]),
  )
})

/** Opens a fix whose sending is at `job`; what a person asks of it makes it `next`. */
async function openFix(job: BulkProgress['job'], next: BulkProgress['job']): Promise<void> {
  const now = (each: BulkProgress['job']) => fixOf(41, { job: each })
  let shown = now(job)
  answer(readBulkFix, () => shown)
  answer(readBulkRows, () => ({ rows: [], next: null }))
  answer(steerBulkFix, () => {
    shown = now(next)
    return shown
  })
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
  await showPage(
    `/queue/fix/${shown.id}`,
    <BulkPage shape={captureShape()} today={today} standing={toJsonText(ok(shown))} />,
  )
}

const status = page.getByRole('region', { name: 'Captures' }).getByRole('status')

test('a fix that a person has paused says how far it is, and the rest of a stopped one is sent from its page', async () => {
  await openFix(
    jobOf(
      { rejected: 1, cancelled: 40 },
      { state: 'cancelled', progress: { words: '', done: 1, total: 41 } },
    ),
    jobOf(
      { rejected: 1, verified: 3 },
      {
        state: 'paused',
        is_open: true,
        waits_for: 'person',
        progress: { words: '', done: 4, total: 41 },
      },
    ),
  )
  await expect.element(status).toMatchTextContent('0 captures changed, 1 refused, 40 not sent.')
  await page.getByRole('button', { name: 'Send the other 40' }).click()
  await expect.element(status).toMatchTextContent(/^Paused: 4 of 41/)
  expect(inputsOf(steerBulkFix)).toMatchObject([{ what: 'rest' }])
})
