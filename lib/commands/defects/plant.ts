/** Tests that must fail: those of a file whose title, with the groups around it, has these words. */
export type NamedCheck = { file: string; test: string }

/** A mistake that somebody could make, and the tests that must find it. */
export type Defect = {
  /** What `npm run test:defects -- NAME` calls it. */
  name: string
  /** What is wrong then, for a reader. */
  what: string
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
  checks: readonly NamedCheck[]
}

/** The file's text with the defect in it. Throws if its place is not found exactly once. */
export function plantIn(text: string, { name, file, find, replace }: Defect): string {
  const places = text.split(find).length - 1
  if (places !== 1)
    throw new Error(
      `“${name}” can’t be planted: ${file} has its text ${places === 0 ? 'nowhere' : `${places} times`}. Correct lib/commands/defects/declared.ts.`,
    )
  if (find === replace) throw new Error(`“${name}” changes nothing.`)
  return text.replace(find, () => replace)
}

/** One test of a report; its title begins with those of its groups. */
export type RanTest = { file: string; title: string; outcome: 'passed' | 'failed' | 'other' }

/**
 * What became of a named check: failed if one of its tests did, passed if all of them did. `none`: no
 * test of that name ran to an end.
 */
export function verdictOn(
  check: NamedCheck,
  ran: readonly RanTest[],
): 'passed' | 'failed' | 'none' {
  const outcomes = ran
    .filter(({ file, title }) => file === check.file && title.includes(check.test))
    .map(({ outcome }) => outcome)
  if (outcomes.includes('failed')) return 'failed'
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'passed')
    ? 'passed'
    : 'none'
}

type VitestReport = {
  testResults?: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** The tests of a Vitest JSON report; `folder` is that of the sources. */
export function ranByVitest({ testResults = [] }: VitestReport, folder: string): RanTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      file: name.replaceAll('\\', '/').slice(folder.length + 1),
      title: fullName,
      outcome: status === 'passed' || status === 'failed' ? status : 'other',
    })),
  )
}

type Suite = {
  title: string
  file: string
  specs?: { title: string; tests: { results: { status: string }[] }[] }[]
  suites?: Suite[]
}

/** The tests of a Playwright JSON report. */
export function ranByPlaywright({ suites = [] }: { suites?: Suite[] }): RanTest[] {
  return suites.flatMap((suite) => testsOf(suite, ''))
}

// The outermost groups are the files.
function testsOf({ file, specs = [], suites = [] }: Suite, group: string): RanTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => {
      const last = results.at(-1)?.status
      return {
        file: `e2e/${file}`,
        title: group + title,
        outcome:
          last === 'passed'
            ? ('passed' as const)
            : last === 'failed' || last === 'timedOut'
              ? ('failed' as const)
              : ('other' as const),
      }
    }),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, `${group}${suite.title} `))]
}
