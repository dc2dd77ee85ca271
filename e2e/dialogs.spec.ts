import { globSync, readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from '@playwright/test'
import { inRoot } from '#lib/commands/shell.ts'
import { chooseInList, saveView } from './fixtures/list-menu.ts'
import { createContract } from './fixtures/contracts.ts'
import { type Beginning, expectBegins } from './fixtures/dialogs.ts'
import { expectAccessibleAtAllWidths } from './fixtures/accessible.ts'
import { createInstitutionalContract } from './fixtures/institutional-contract.ts'
import { lettersRested } from './fixtures/keys.ts'
import { signIn } from './fixtures/sign-in.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { makeSpan } from './fixtures/spans.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'admin' })

// What a dialog does with keys is proved in components/ui/dialogs.browser.test.tsx. Here each dialog
// of the product opens once, on its real page.

/**
 * A dialog by the beginning of its title, what has the focus when it opens, and how a person opens
 * it.
 */
type Opening = { name: string; at?: Beginning; open: (page: Page) => Promise<unknown> }

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await page.getByRole('main').getByRole('button', { name }).first().click()
  }
const choose = (opener: string | RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const safe = (button: string): Beginning => ({ button })

/** The dialogs of pages, by the page's address. */
const dialogs: { [path: string]: Opening[] } = {
  '/queue': [
    { name: 'Keys', at: 'the dialog', open: (page) => page.keyboard.press('?') },
    { name: 'Search and go to', open: (page) => page.keyboard.press('Control+k') },
    { name: 'Save view', open: saveView },
    { name: 'Note', open: choose('More', 'Add a note…') },
    { name: 'Snooze until', open: choose(/^Snooze/, 'Until a date…') },
  ],
  '/claim-creations': [{ name: 'Export CSV', open: (page) => chooseInList(page, 'Export…') }],
  '/updates': [
    {
      name: 'Resolve ',
      open: (page) => page.keyboard.press('r'),
    },
  ],
  '/activity': [{ name: 'Retention of activity', open: press('Retention') }],
  '/settings/payers': [
    { name: 'Import limits', open: press('Import CSV') },
    { name: 'Add a payer', open: press('Add payer') },
  ],
  '/settings/code-sets': [{ name: 'Place a code list', open: press('Place a file…') }],
  '/settings/people': [
    { name: 'Invite people', open: press('Invite') },
    { name: 'Change role of', open: press('Change role') },
    { name: 'Disable ', at: safe('Cancel'), open: press('Disable') },
  ],
  '/settings/connections': [{ name: 'Add a connection', open: press('Add connection') }],
  '/settings/account': [
    { name: 'Change your name', open: press('Change name') },
    { name: 'Set up an authenticator app', open: press('Set up') },
    { name: 'Sign out all other browsers', open: press('Sign out all others') },
  ],
}

// A contract with few providers has a menu for each facility.
const chooseOfFacility = (item: string) => async (page: Page) => {
  await press(/^Actions for /)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const markAsFixed = async (page: Page) => {
  await press('More ways to resolve')(page)
  await page.getByRole('menuitem', { name: 'Mark as fixed with reason…' }).click()
}
const changeAndReview = async (page: Page) => {
  await page.getByRole('grid').getByRole('checkbox').first().click()
  await press(/^Review and save/)(page)
}

/** The dialogs of records, which the walk makes. */
const dialogsOfRecords = {
  capture: [
    { name: 'The record as JSON', open: press('Record as JSON') },
    { name: 'Dismiss with reason…', open: press('Dismiss with reason…') },
    { name: 'Mark as fixed with reason', open: markAsFixed },
    { name: 'Find', open: press('Find') },
  ],
  contract: [{ name: 'Delete ', at: safe('Keep it'), open: press('Delete') }],
  roster: [
    { name: 'Add providers', at: { field: 'Provider IDs or NPIs' }, open: press('Add providers') },
  ],
  facilities: [
    { name: 'Add a service facility', open: press('Add facility') },
    { name: 'Providers at ', open: chooseOfFacility('Providers…') },
    { name: 'Change the facility', open: chooseOfFacility('Change facility…') },
    { name: 'Remove ', at: safe('Keep it'), open: chooseOfFacility('Remove from the contract…') },
    { name: 'Save assignments', at: safe('Cancel'), open: changeAndReview },
  ],
  span: [
    { name: 'Log a follow-up', open: press('Log a follow-up') },
    { name: 'Delete this span?', at: safe('Keep it'), open: press('Delete') },
  ],
} satisfies { [record: string]: Opening[] }

/**
 * Every file of components/ that renders a dialog, and the beginning of each title. The walk opens
 * them; another story, or a test of components, does where a dialog needs its records, and says with
 * `expectBegins` where it begins.
 */
const everyDialog: { [file: string]: string[] } = {
  'bulk/approvals.tsx': ['Decline this change?'],
  'bulk/undo-dialog.tsx': ['Undo this bulk fix?'],
  'charge-captures/json-view/json-view.tsx': ['The record as JSON'],
  'charge-captures/saving/save-past-dialog.tsx': ['Save with 1 error?'],
  'checks/place-dialog.tsx': ['Place a code list'],
  'contracts/facilities/add-dialog.tsx': ['Add a service facility'],
  'contracts/facilities/assign-dialog.tsx': ['Providers at '],
  'contracts/facilities/change-dialog.tsx': ['Change the facility'],
  'contracts/facilities/remove-dialog.tsx': ['Remove '],
  'contracts/facilities/save-dialog.tsx': ['Save assignments'],
  'contracts/overview/delete-contract.tsx': ['Delete '],
  'contracts/roster/roster-dialog.tsx': ['Add providers'],
  'credentialing/expiring/expiring-foot.tsx': ['Renewal sent'],
  'credentialing/follow-ups/log-dialog.tsx': ['Log a follow-up'],
  'credentialing/spans/delete-span-dialog.tsx': ['Delete this span?'],
  'form/drafts/leave-dialog.tsx': ['Leave without saving?'],
  'form/writing/conflict-dialog.tsx': ['2 fields changed by you and someone else'],
  'form/writing/use-record-form.tsx': ['Discard your changes?'],
  'frame/account/idle-warning.tsx': ['Are you still there?'],
  'frame/account/session-end-dialog.tsx': ['Your session has ended'],
  'frame/keys/keys-dialog.tsx': ['Keys'],
  'palette/command-palette.tsx': ['Search and go to'],
  'look-ups/find-record.tsx': ['Find'],
  'queue/mark-menus.tsx': ['Note', 'Snooze until'],
  'resolve/own-reasons-dialog.tsx': ['Reason for '],
  'resolve/resolve-error-dialog.tsx': [
    'Dismiss with reason…',
    'Mark as fixed with reason',
    'Mark as fixed',
  ],
  'settings/payer-rules-import.tsx': ['Import limits'],
  'settings/account-dialogs.tsx': [
    'Change your name',
    'Change your password',
    'Set up an authenticator app',
    'Scan this picture with your app',
    'Keep your recovery codes',
    'Make new recovery codes',
    'Turn off the authenticator app',
    'Add a passkey',
    'Rename Work laptop',
    'Remove Work laptop',
    'Sign out all other browsers',
  ],
  'settings/connection-dialogs.tsx': [
    'Add a connection',
    'Rotate key of North',
    'Make North active?',
  ],
  'settings/connections-page.tsx': ['Disable North?'],
  'settings/emergency-dialog.tsx': ['Emergency access'],
  'settings/people-dialogs.tsx': [
    'Invite people',
    'Pass this link on',
    'Pass these links on',
    'Change role of',
    'New password for ',
    'Unlink single sign-on of',
  ],
  'settings/people-page.tsx': ['Disable '],
  'settings/proof.tsx': ['Confirm that it’s you'],
  'settings/retention-button.tsx': ['Retention of activity'],
  'settings/time-zone-card.tsx': ['Time zone'],
  'table/export-dialog.tsx': ['Export CSV'],
  'table/saved-views/view-dialogs.tsx': ['Save view', 'Rename view', 'Default view: ', 'Delete “'],
  'updates/overpayments-page.tsx': ['No overpayment for', 'Overpayment of'],
  'updates/resolve-dialog.tsx': ['Resolve '],
}

// What the others are made of; only the first two use the library's dialog.
const libraryDialogs = ['ui/dialog.tsx', 'ui/search-dialog.tsx']
const bases = new Set([
  ...libraryDialogs,
  'ui/ask-dialog.tsx',
  'ui/date-dialog.tsx',
  'ui/form-dialog.tsx',
  'form/writing/delete-dialog.tsx',
])

test('no dialog of the product is left out: this walk opens it, or another test says where it begins', () => {
  const files = globSync('{components,app}/**/*.tsx', { cwd: inRoot('.') })
    .filter((file) => !/\.(?:test|testing)\.tsx$/.test(file))
    .map((file) => ({
      name: file.replace(/^components\//, ''),
      text: readFileSync(inRoot(file), 'utf8'),
    }))
  const ofLibrary = files.filter(({ text }) =>
    /@base-ui\/react\/(?:alert-)?dialog|<dialog\b/.test(text),
  )
  expect(ofLibrary.map(({ name }) => name).toSorted()).toEqual(libraryDialogs)

  const element = /<(?:Form|Search|Ask|Date|Delete)?Dialog(?:<\w+>)?\s+\w/g
  const rendered = files
    .map(({ name, text }) => [name, text.match(element)?.length ?? 0] as const)
    .filter(([name, count]) => count > 0 && !bases.has(name))
  const fewest = new Map(Object.entries(everyDialog).map(([name, titles]) => [name, titles.length]))
  expect(rendered.filter(([name, count]) => (fewest.get(name) ?? 0) < count)).toEqual([])
  expect([...fewest.keys()].filter((name) => !rendered.some(([other]) => other === name))).toEqual(
    [],
  )

  const here = [...Object.values(dialogs), ...Object.values(dialogsOfRecords)].flat()
  const walked = new Set(here.map(({ name }) => name))
  const stories = globSync(['e2e/{,fixtures/}*.ts', 'components/**/*.browser.test.tsx'], {
    cwd: inRoot('.'),
  }).map((file) => readFileSync(inRoot(file), 'utf8'))
  const begun = new Set(
    stories.flatMap((text) =>
      [...text.matchAll(/expectBegins\(\s*(?:\w+,\s*)?'([^']+)'/g)].map(([, name]) => name),
    ),
  )
  const titles = Object.values(everyDialog).flat()
  expect(titles.filter((title) => !walked.has(title) && !begun.has(title))).toEqual([])
})

test('every dialog begins in its first field, or on the button that changes nothing', async ({
  page,
  browser,
  consoleUrl,
  sandbox,
}) => {
  test.slow()
  for (const [path, openings] of await everyOpening(page, { browser, consoleUrl, sandbox }))
    await test.step(path, async () => {
      await page.goto(path)
      for (const { name, at, open } of openings) {
        await open(page)
        const dialog = await expectBegins(page, name, at)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `every dialog is free of accessibility violations at every width in ${colorScheme}`,
    { tag: '@long' },
    async ({ page, browser, consoleUrl, sandbox }) => {
      test.setTimeout(3_600_000)
      await page.emulateMedia({ colorScheme })
      for (const [path, openings] of await everyOpening(page, { browser, consoleUrl, sandbox })) {
        await page.goto(path)
        for (const { name, at, open } of openings)
          await test.step(`${path}: ${name}`, async () => {
            await open(page)
            const dialog = await expectBegins(page, name, at)
            await expectAccessibleAtAllWidths(page, name)
            await page.keyboard.press('Escape')
            await expect(dialog).toHaveCount(0)
            await lettersRested(page)
          })
      }
    },
  )

type World = { browser: Browser; consoleUrl: string; sandbox: SandboxClient }

/** The pages with their dialogs; those of records are made for the walk. */
async function everyOpening(
  page: Page,
  { browser, consoleUrl, sandbox }: World,
): Promise<[path: string, openings: readonly Opening[]][]> {
  // The account's page offers to sign other browsers out.
  const other = await browser.newContext({ storageState: undefined })
  await signIn(await other.newPage(), 'admin', consoleUrl)
  await other.close()
  // Changed assignments ask before their page is left.
  page.on('dialog', (dialog) => void dialog.accept())
  const capture = await sandbox.createVisit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
  }))
  const contract = await createContract(sandbox)
  const institutional = await createInstitutionalContract(sandbox, [[0, 1], [0]])
  const span = await makeSpan(sandbox, 'facility')
  return [
    ...Object.entries(dialogs),
    [`/charge-captures/${capture.id}`, dialogsOfRecords.capture],
    [`/contracts/${contract.contract_id}`, dialogsOfRecords.contract],
    [`/contracts/${institutional.id}/providers`, dialogsOfRecords.roster],
    [institutional.page, dialogsOfRecords.facilities],
    [span.page, dialogsOfRecords.span],
  ]
}

/**
 * A page's form begins in its first empty field: letters in a chosen option would choose another
 * one.
 */
function focusOnPage(main: Locator): Promise<string> {
  return main.evaluate((box) => {
    const at = document.activeElement
    if (!at || !box.contains(at) || !at.matches('input, select, textarea'))
      return `on ${at?.tagName}`
    return (at as HTMLInputElement).value === '' ? 'in an empty field' : 'in a filled field'
  })
}

// The pages that make a record. The forms of sign-in, of an invitation and of the first
// administrator begin in other stories.
const newPages = globSync('app/**/new*/page.tsx', { cwd: inRoot('.') }).map((file) =>
  file.replace(/^app\/\(console\)|\/page\.tsx$/g, ''),
)

test('every page with a form begins in an empty field', async ({ page }) => {
  expect(newPages).toHaveLength(6)
  for (const path of newPages)
    await test.step(path, async () => {
      await page.goto(path)
      await expect.poll(() => focusOnPage(page.getByRole('main'))).toBe('in an empty field')
    })
})
