import type { Defect } from './plant.ts'

/**
 * Every defect that `npm run test:defects` plants. Each is one mistake that somebody could make, with
 * the tests that find it. A test that moves to another file or gets another title moves here too.
 */
export const defects: readonly Defect[] = [
  {
    name: 'wrong-sort',
    what: 'A table of rows that are all here, such as the board of coverage, sorts in one direction only.',
    file: 'components/table/use-row-model.ts',
    find: 'desc: id === sort.id ? !sort.desc : !sorts?.ties.includes(id)',
    replace: 'desc: true',
    checks: [
      {
        file: 'components/table/row-table.browser.test.tsx',
        test: 'a press in the head sorts from the greatest or by name, the next one reverses, and equal rows are in their own order',
      },
    ],
  },
  {
    name: 'filter-dropped',
    what: 'Of several values of one filter only the first reaches the partner.',
    file: 'lib/partner/call.ts',
    find: 'for (const item of Array.isArray(value) ? value : [value])',
    replace: 'for (const item of Array.isArray(value) ? value.slice(0, 1) : [value])',
    checks: [
      {
        file: 'lib/partner/call.test.ts',
        test: 'arrays become repeated keys, and missing values are left out',
      },
    ],
  },
  {
    name: 'field-not-sent',
    what: 'A member that the person added is not sent when somebody else changed the record.',
    file: 'lib/rules/merge/merge-three.ts',
    find: 'new Set([...Object.keys(theirs), ...Object.keys(mine)])',
    replace: 'new Set([...Object.keys(theirs)])',
    checks: [
      {
        file: 'lib/rules/merge/merge-three.property.test.ts',
        test: "without conflicts, the result has both people's changes: none lost, swapped or doubled",
      },
    ],
  },
  {
    name: 'conflict-merged',
    what: 'An address is merged from two people’s halves without a question.',
    file: 'lib/rules/merge/merge-three.ts',
    find: 'isJsonObject(theirs) && !isWholeUnit(path))',
    replace: 'isJsonObject(theirs))',
    checks: [{ file: 'lib/rules/merge/units.test.ts', test: 'is an address, anywhere' }],
  },
  {
    name: 'stale-choice',
    what: 'A choice between two values counts though the record has changed since.',
    file: 'lib/actions/writing/write-record.ts',
    find: '(input.seen === nowHash && input.choices) || []',
    replace: 'input.choices || []',
    checks: [
      {
        file: 'lib/actions/charge-captures/save-capture.test.ts',
        test: 'a choice counts only for the version that was seen',
      },
    ],
  },
  {
    name: 'saved-twice',
    what: 'A capture whose answer was lost is created once more.',
    file: 'lib/actions/writing/write-once.ts',
    find: 'export const maxSends = 2',
    replace: 'export const maxSends = 3',
    checks: [
      {
        file: 'lib/actions/charge-captures/create-capture.test.ts',
        test: 'a partner that breaks off every time gets two requests, then the outcome stays unknown',
      },
    ],
  },
  {
    name: 'permission-too-wide',
    what: 'A manager may change charge captures.',
    file: 'lib/acts/acts.ts',
    find: 'updateChargeCapture: write(billing,',
    replace: 'updateChargeCapture: write(claimWorkers,',
    checks: [
      {
        file: 'app/access.test.ts',
        test: 'ACCESS.md lists every action, route, page and job with its roles and screens',
      },
    ],
  },
  {
    name: 'rule-off-by-one',
    what: 'A line may point to the diagnosis after the last one.',
    file: 'lib/rules/scrub/pointer-rules.ts',
    find: 'index >= 0 && index < count',
    replace: 'index >= 0 && index <= count',
    checks: [{ file: 'lib/rules/scrub/scrub.test.ts', test: 'speaks at' }],
  },
  {
    name: 'rule-off',
    what: 'Any ten digits count as an NPI.',
    file: 'lib/rules/codes/npi.ts',
    find: 'isNpiShape(text) && npiCheckDigit(text.slice(0, 9)) === text.charCodeAt(9) - 48',
    replace: 'isNpiShape(text)',
    checks: [
      {
        file: 'lib/rules/codes/npi.test.ts',
        test: 'accepts exactly one check digit for any first nine digits',
      },
    ],
  },
  {
    name: 'draft-not-sent-again',
    what: 'A draft whose message got no answer is not sent again.',
    file: 'components/form/drafts/draft-store.ts',
    find: 'if (!isClosed) schedule(retryMs)',
    replace: 'if (isClosed) schedule(retryMs)',
    checks: [
      {
        file: 'components/form/drafts/draft-store.test.ts',
        test: 'a message without an answer is sent again by itself; a refused one says why',
      },
    ],
  },
  {
    name: 'value-unsealed',
    what: 'Drafts are stored as they were typed.',
    file: 'lib/console/records/drafts.ts',
    find: '(await seal(JSON.stringify(message.value), targetOf(owner, message)))',
    replace: 'JSON.stringify(message.value)',
    checks: [
      {
        file: 'lib/console/records/drafts.test.ts',
        test: 'a draft is returned unchanged, and the database shows nothing of it',
      },
    ],
  },
  {
    name: 'secret-printed',
    what: 'A key that somebody writes to the terminal is readable.',
    file: 'lib/console/connections/secret.ts',
    find: "[Symbol.for('nodejs.util.inspect.custom')](): string {\n    return shown",
    replace: "[Symbol.for('nodejs.util.inspect.custom')](): string {\n    return this.#value",
    checks: [
      {
        file: 'lib/console/connections/key-store.test.ts',
        test: 'a secret never prints its value',
      },
    ],
  },
  {
    name: 'patient-in-log',
    what: 'The log has the message of a defect, which may quote a patient.',
    file: 'lib/console/log.ts',
    find: String.raw`filter((line) => /^\s+at /.test(line))`,
    replace: String.raw`filter((line) => /\S/.test(line))`,
    checks: [
      {
        file: 'lib/console/log.test.ts',
        test: 'a line about a defect has its place in the code, and nothing of its message',
      },
    ],
  },
  {
    name: 'audit-row-missing',
    what: 'A save is sent without its row in the audit trail.',
    file: 'lib/actions/writing/write-record.ts',
    find: "await audit(spec.operation, 'intent', 'sent', changeOf(spec.content(now), plan.sent))",
    replace: '',
    checks: [
      {
        file: 'lib/actions/trail.test.ts',
        test: 'a save has its values before and after, sealed, at the intent and at the outcome',
      },
    ],
  },
  {
    name: 'rate-limit-off',
    what: 'One network has fifty guesses at a password instead of five.',
    file: 'lib/console/accounts/sign-in-attempts.ts',
    find: 'pair: { free: 5,',
    replace: 'pair: { free: 50,',
    checks: [
      {
        file: 'app/api/auth/sign-in.test.ts',
        test: 'a burst from one network has five tries, whatever addresses of it and whatever forged headers',
      },
    ],
  },
  {
    name: 'export-column-shifted',
    what: 'An empty cell of an export is left out, so the cells after it move.',
    file: 'lib/actions/exports/list-file.ts',
    find: 'columns.map((column) => column.value(row))',
    replace: 'columns.flatMap((column) => column.value(row) ?? [])',
    checks: [
      {
        file: 'lib/actions/exports/list-file.test.ts',
        test: 'a cell without a value is empty, so each later cell stays under its heading',
      },
    ],
  },
  {
    name: 'formula-in-file',
    what: 'A cell that begins with @ is a formula for a spreadsheet.',
    file: 'lib/core/csv.ts',
    find: String.raw`[=+\-@\t\r\n＝＋－＠]`,
    replace: String.raw`[=+\-\t\r\n＝＋－＠]`,
    checks: [{ file: 'lib/core/csv.test.ts', test: ' is written as ' }],
  },
  {
    name: 'page-token-dropped',
    what: 'Each page of a list is its first one.',
    file: 'lib/queries/pages.ts',
    find: 'const page = await read(position, asked)',
    replace: 'const page = await read(from, asked)',
    checks: [
      {
        file: 'lib/queries/pages.test.ts',
        test: 'a list is read to its last page, with the time when the reading began',
      },
    ],
  },
  {
    name: 'money-rounded',
    what: 'An amount in a file is rounded to the next dollar.',
    file: 'lib/core/money.ts',
    find: 'const whole = Math.trunc(Math.abs(cents) / 100)\n  return',
    replace: 'const whole = Math.round(Math.abs(cents) / 100)\n  return',
    checks: [
      {
        file: 'lib/core/csv.test.ts',
        test: 'an amount is the same number in the file, when read back, and when typed into a field',
      },
    ],
  },
  {
    name: 'date-shifted',
    what: 'A local date is another day where the machine’s zone is east of UTC.',
    file: 'lib/core/local-date.ts',
    find: 'Date.parse(`${date}T12:00:00Z`)',
    replace: 'Date.parse(`${date}T00:00:00`)',
    checks: [{ file: 'lib/core/core.test.ts', test: 'are the same days where the machine is in ' }],
  },
  {
    name: 'cause-grouped-wrongly',
    what: 'Two fields with one message are one cause.',
    file: 'lib/rules/queue/cause.ts',
    find: "shortHash(`${words.toLowerCase()}\\n${place ?? ''}`)",
    replace: 'shortHash(words.toLowerCase())',
    checks: [
      {
        file: 'lib/rules/queue/cause.test.ts',
        test: 'separates two causes with the same message',
      },
    ],
  },
  {
    name: 'unknown-as-unpaid',
    what: 'A claim of which nothing is known counts as not paid.',
    file: 'lib/rules/billed-diff/overpayment.ts',
    find: "if (claims.length === 0) return { kind: 'unknown' }",
    replace: "if (claims.length === 0) return { kind: 'not-paid' }",
    checks: [
      {
        file: 'lib/rules/rules-cases.test.ts',
        test: 'counts what could not be read as perhaps paid, never as not paid',
      },
    ],
  },
  {
    name: 'wrong-wire-type',
    what: 'The sandbox answers with a number where the interface has a decimal as text.',
    file: 'lib/sandbox/encounters/lines-json.ts',
    find: "quantity: line.quantity ?? '1',",
    replace: 'quantity: toNumber(line.quantity) ?? 1,',
    checks: [
      {
        file: 'lib/sandbox/encounters/encounters.test.ts',
        test: 'each matches the wire schema exactly',
      },
    ],
  },
  {
    name: 'count-off-by-one',
    what: 'The foot of a list counts its rows from the row before.',
    file: 'components/table/list-footer.tsx',
    find: '(rowsBefore + 1).toLocaleString',
    replace: 'rowsBefore.toLocaleString',
    checks: [
      {
        file: 'components/table/list-footer.test.ts',
        test: 'the range of a page says the total where it is known, and never one that the rows contradict',
      },
    ],
  },
  {
    name: 'line-total-false',
    what: 'A line whose amount is unreadable counts as without a charge, and nobody is told.',
    file: 'lib/rules/lines/line-totals.ts',
    find: '(unreadable ? undefined : 0)',
    replace: '0',
    checks: [
      {
        file: 'lib/rules/lines/line-totals.test.ts',
        test: 'an unreadable amount is reported and not counted',
      },
    ],
  },

  // What a person sees.
  {
    name: 'contrast',
    what: 'Secondary text is too pale to read.',
    file: 'app/globals.css',
    find: '--ink-2: light-dark(#585a55,',
    replace: '--ink-2: light-dark(#a9aba4,',
    checks: [
      { file: 'e2e/accessibility.spec.ts', test: 'is free of accessibility violations in ' },
    ],
  },
  {
    name: 'focus-missing',
    what: 'The field that stops a save does not get the focus.',
    file: 'components/form/focus-control.ts',
    find: 'else target.focus({ preventScroll: true })',
    replace: 'else target.blur()',
    checks: [
      {
        file: 'components/charge-captures/capture-page.browser.test.tsx',
        test: 'an invalid field is stopped before anything is sent',
      },
    ],
  },
  {
    name: 'draft-lost',
    what: 'A form that is closed while somebody types stores nothing more.',
    file: 'components/form/drafts/draft-store.ts',
    find: 'void sendEdits(true, false)',
    replace: 'void leaving',
    checks: [
      { file: 'e2e/drafts.spec.ts', test: 'a tab that is closed while typing keeps the last key' },
    ],
  },
  {
    name: 'typing-lost-by-save',
    what: 'What is typed during a save is replaced by the answer.',
    file: 'components/charge-captures/saving/capture-spec.ts',
    find: 'keepTyping: (sent, next) => laterTyping(sent, next.base, next.shape),',
    replace: 'keepTyping: () => undefined,',
    checks: [
      {
        file: 'components/charge-captures/capture-page.browser.test.tsx',
        test: 'text typed during a save stays in the form, on the saved record',
      },
    ],
  },
  {
    name: 'sort-direction-dropped',
    what: 'The chosen direction of a sort does not reach the partner.',
    file: 'lib/lists/view.ts',
    find: '{ sort: view.sort, sort_direction: view.sort_direction }',
    replace: "{ sort: view.sort, sort_direction: 'desc' }",
    checks: [
      {
        file: 'components/table/list-page.browser.test.tsx',
        test: 'sort, direction and page size reach the partner, however fast they are chosen',
      },
    ],
  },
  {
    name: 'total-of-selection-false',
    what: 'The foot of a list adds up the whole page though rows are selected.',
    file: 'components/table/resource-list.tsx',
    find: '? selectedIds.map((id) => chargesIn(factOf(id)))',
    replace: '? rows.map((row) => definition.chargesOf!(row, extra))',
    checks: [
      {
        file: 'components/table/list-page.browser.test.tsx',
        test: 'the footer adds up the charges of the page, and of the selection while there is one',
      },
    ],
  },
  {
    name: 'page-open-to-another-role',
    what: 'Credentialing staff may open the list of charge captures.',
    file: 'lib/acts/acts.ts',
    find: 'listChargeCaptures: read(claims,',
    replace: 'listChargeCaptures: read(roles,',
    checks: [
      {
        file: 'e2e/contracts.spec.ts',
        test: 'credentialing staff cannot open the claim side',
      },
    ],
  },
  {
    name: 'session-stays-open',
    what: 'Signing out leaves the session open on the server.',
    file: 'lib/console/accounts/session.ts',
    find: 'tx.delete(session).where(eq(session.token, token))',
    replace: "tx.delete(session).where(eq(session.token, ''))",
    checks: [
      {
        file: 'e2e/sign-in.spec.ts',
        test: 'signing out ends the session, also for the page that was open',
      },
    ],
  },
  {
    name: 'patient-in-address',
    what: 'A search for a patient is part of the page’s address.',
    file: 'lib/lists/view.ts',
    find: '(name) => spec.filters[name]?.phi === true,',
    replace: '(name) => spec.filters[name]?.phi !== true,',
    checks: [
      {
        file: 'e2e/list-pages.spec.ts',
        test: 'a search for a patient leaves no trace in an address or title, and its link works for a colleague',
      },
    ],
  },
]
