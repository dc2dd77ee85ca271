import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { jobOf } from '#components/testing/bulk.testing.tsx'
import { answerAlone } from '#components/testing/forms.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { cancelJob, pauseJob, readJobs, resumeJob } from '#lib/actions/jobs.ts'
import type { JobLine } from '#lib/actions/jobs/verbs.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
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
  answerAlone()
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
