import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { openCapture } from '#components/testing/capture.testing.tsx'
import { showPage } from '#components/testing/page.testing.tsx'
import { putFile } from '#components/testing/put-file.testing.ts'
import { savedText } from '#components/testing/saved-file.testing.ts'
import { expectNoWireNames } from '#components/testing/wire-names.testing.ts'
import { placeListFile, readCodeSets, sendCodeListPart } from '#lib/actions/checks.ts'
import { readJobs } from '#lib/actions/jobs.ts'
import type { CheckRow, ChecksReply } from '#lib/actions/catalogue/read-checks.ts'
import type { CodeSetsReply } from '#lib/actions/catalogue/code-sets.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { checkHref } from '#lib/lists/checks.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { ChecksPage } from './checks-page.tsx'
import { CodeSetsPage } from './code-sets-page.tsx'

const at = `${today}T10:00:00Z`
const npiCheck = 'npi-check-digit'
const needsList = new Set(['icd10', 'icd10-headers', 'ncci-ptp-practitioner'])

/** Shows the catalogue of all checks, counted in 40 captures. */
async function openChecks(address = '/checks') {
  const rows = checks.map(({ needs, ...check }): CheckRow => {
    const { id, title, fields, severity, source, how, offers } = check
    return {
      id,
      title,
      fields,
      severity,
      source,
      how,
      ...(offers !== undefined && { offers }),
      ...(needs && { needs }),
      isAsleep: needs !== undefined && needsList.has(needs),
      ...(id === npiCheck && { found: { captures: 3, of: 40 } }),
    }
  })
  const reply: ChecksReply = {
    checks: rows,
    counted: { at, captures: 40, isAll: true },
    years: [],
  }
  await showPage(
    address,
    <ChecksPage reply={Promise.resolve(toJsonText(ok(reply)))} today={today} />,
  )
}

const rows = page.getByRole('table', { name: 'Checks' }).getByCss('tr[data-index]')
const link = page.getByRole('link', { name: 'NPI fails its check digit' })
const open = page.getByRole('region', { name: 'NPI fails its check digit' })

test('the catalogue finds a check by its words, opens it by key, and is saved as JSON', async () => {
  await openChecks()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/Found now: in 40 captures of claims in error or on hold, read /)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Checks' })).toBeVisible()
  await expect.element(rows.first()).toBeVisible()
  await userEvent.keyboard('/')
  const search = page.getByRole('textbox', { name: 'Words, field or source' })
  await expect.element(search).toHaveFocus()
  await search.fill('check digit')
  await expect.element(rows.first()).toMatchTextContent('NPI fails its check digit')
  await userEvent.keyboard('{Escape}')
  ;(search.element() as HTMLElement).blur()
  await userEvent.keyboard('j')
  await expect.element(link).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(open).toMatchTextContent(/Found now\s*3 of 40 captures?, of claims in error/)
  await expect.element(open).toMatchTextContent('Luhn check digit')
  await expect.element(open).toMatchTextContent('No fix: a person decides.')
  await expect.element(open).toMatchTextContent(/Then billed\s*Not known/)
  expect(location.pathname + location.search).toBe('/checks?check=npi-check-digit')
  await expectAccessible('an open check')
  expectNoWireNames('an open check')
  await userEvent.keyboard('{Escape}')
  await expect.element(open).not.toBeInTheDocument()

  await search.fill('no check has these words')
  await page.getByRole('button', { name: 'Show all checks' }).click()
  await page.getByRole('combobox', { name: 'Part of the capture' }).selectOptions('Diagnoses')
  await page.getByRole('button', { name: /^Warnings/ }).click()
  await expect
    .element(page.getByRole('link', { name: 'Diagnosis code is in lowercase' }))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: /NPI/ })).not.toBeInTheDocument()

  const text = await savedText(() => page.getByRole('button', { name: 'Download JSON' }).click())
  const saved = JSON.parse(text) as { checks: { id: string }[] }
  expect(saved.checks.map(({ id }) => id)).toContain(npiCheck)
})

test('a finding leads to its check, in a new tab, and the check is open there', async () => {
  await openCapture(({ rendering_provider }) => ({
    rendering_provider: { ...rendering_provider, npi: '1234567890' },
  }))
  const why = page.getByCss('details').filter({ hasText: 'Luhn check digit' }).first()
  await why.getByText('Why', { exact: true }).click()
  const about = why.getByRole('link', { name: 'About this check' })
  await expect.element(about).toHaveAttribute('href', checkHref(npiCheck))
  await expect.element(about).toHaveAttribute('target', '_blank')
})

test('an address opens its check', async () => {
  await openChecks(checkHref(npiCheck))
  await expect.element(open).toBeVisible()
  await expect.element(link).toHaveFocus()
})

/** The job that reads a file of three codes or entries. */
const jobLine = (rest: object) => ({
  id: 'job',
  state: 'running',
  failure: null,
  progress: { words: 'Entries read', done: 3, total: 3 },
  is_open: false,
  ...rest,
})

/** Shows the code lists, of which none is loaded; what is placed is loaded at once. */
async function openCodeSets(canPlace = true) {
  let years: CodeSetsReply['years'] = [{ fiscal_year: 2016, codes: 4, headers: 0, files: [] }]
  const reply = (): CodeSetsReply => ({
    fiscal_year: 2027,
    years,
    lists: [],
    checks: [
      {
        id: 'diagnosis-header',
        title: 'Diagnosis code is a header',
        needs: 'icd10-headers',
        isAsleep: years.length === 1,
      },
    ],
  })
  answer(readCodeSets, reply)
  answer(sendCodeListPart, () => null as never)
  answer(placeListFile, (input) => {
    const { name } = input as { name: string }
    years = [
      { fiscal_year: 2018, codes: 3, headers: 1, files: [{ name, bytes: 60, placed_at: at }] },
      ...years,
    ]
    return { id: 'job' } as never
  })
  answer(readJobs, () => [jobLine({ state: 'done' })] as never)
  await showPage(
    '/settings/code-sets',
    <CodeSetsPage reply={Promise.resolve(toJsonText(ok(reply())))} canPlace={canPlace} />,
  )
}

const order = (...codes: [code: string, flag: string][]) =>
  codes
    .map(
      ([code, flag], place) =>
        `${String(place + 1).padStart(5, '0')} ${code.padEnd(7)} ${flag} Made up`,
    )
    .join('\r\n')
const dialog = page.getByRole('dialog', { name: 'Place a code list' })
const file = dialog.getByCss('input[type=file]')
const place = dialog.getByRole('button', { name: 'Place the file' })

async function openPlacing() {
  await page.getByRole('button', { name: 'Place a file…' }).click()
  await expect.element(file).toBeInTheDocument()
}

test('a year’s list is placed whole or not at all', async () => {
  await openCodeSets()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Code sets' })).toBeVisible()
  expectNoWireNames('the code sets')
  const check = page.getByRole('listitem').filter({ hasText: 'is a header' })
  await expect.element(check).toMatchTextContent('Asleep')
  await openPlacing()
  putFile(file, 'codes.txt', order(['E11', '0']))
  await expect.element(dialog).toMatchTextContent('The name isn’t one of the publ')
  const name = 'icd10cm-order-2018.txt'
  putFile(file, name, order(['E11', '0'], ['E119', 'x'], ['I10', '1']))
  await expect.element(dialog).toMatchTextContent(`${name} can’t be placed.`)
  await expect.element(dialog).toMatchTextContent('Line 2: There is no number, code and 0 or 1')
  await expectAccessible('a list that does not fit')
  await expect.element(place).toHaveAttribute('aria-disabled', 'true')
  putFile(file, name, order(['E11', '0'], ['E119', '1'], ['I10', '1']))
  await expect.element(dialog).toMatchTextContent('fiscal year 2018, 3 codes, 1 header')
  await place.click()
  await expect
    .element(page.getByLabelText('Messages'))
    .toMatchTextContent(`${name} is placed: 3 codes.`)
  await expect
    .element(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^2018/ }) }))
    .toMatchTextContent(name)
  await expect.element(check).toMatchTextContent('Awake')
})

test('a list of edits says what of it is of use, and is sent in parts', async () => {
  await openCodeSets()
  const lines = [
    'CPT only copyright',
    'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
    '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
    'G0463\tA4550\t\t20150101\t*\t0\tMade up',
    'G0463\tA4648\t\t20150101\t*\t1\tMade up',
    'G0463\tA4649\t\t20100101\t20141231\t1\tMade up',
  ]
  const name = 'ccipra-v233r0-f1.txt'
  await openPlacing()
  putFile(file, name, [...lines, 'G0463\tA4650\t\tsoon\t*\t1\tMade up'].join('\r\n'))
  await expect.element(dialog).toMatchTextContent('Line 7: The effective date “soon” isn’t a date')
  putFile(file, name, lines.join('\r\n'))
  await expect
    .element(dialog)
    .toMatchTextContent('NCCI edits, Version 23.3, quarter 4 of 2017, 3 entries')
  await expect.element(dialog).toMatchTextContent('2 entries can judge a claim of 2017')
  await expectAccessible('a list that fits')
  await place.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const [part] = inputsOf(sendCodeListPart)
  expect(part).toMatchObject({ at: 0, text: lines.join('\r\n') })
  expect(inputsOf(placeListFile)).toEqual([{ name, upload: part!.upload }])
})

test('the dialog waits for the worker, may be closed meanwhile, and a refusal says why', async () => {
  await openCodeSets()
  let job = jobLine({ is_open: true })
  answer(readJobs, () => [job] as never)
  const name = 'icd10cm-order-2018.txt'
  const messages = page.getByLabelText('Messages')
  await openPlacing()
  putFile(file, name, order(['E11', '0']))
  await place.click()
  await expect.element(dialog).toMatchTextContent('Checking and placing the file…')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(dialog).not.toBeInTheDocument()
  await openPlacing()
  const message = 'Nothing was placed. Line 2: The number 00003 isn’t 00002.'
  job = jobLine({ state: 'failed', failure: { name: 'InvalidInput', message } })
  await expect.element(messages).toMatchTextContent(message)
  await expect.element(dialog).toBeInTheDocument()
})

test('who may not place lists sees which are loaded', async () => {
  await openCodeSets(false)
  await expect
    .element(page.getByRole('table', { name: 'ICD-10-CM by fiscal year' }))
    .toMatchTextContent('2016')
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('An administrator places them here')
  await expect.element(page.getByRole('button', { name: 'Place a file…' })).not.toBeInTheDocument()
})
