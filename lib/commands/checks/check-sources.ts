import { partOf } from './arrows.ts'
import { findImports, resolveImport } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** Every import against the arrows, as lines for a person. */
export function checkImports(files: SourceFile[]): string[] {
  return files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path)).flatMap(checkFile)
}

function checkFile({ path, text }: SourceFile): string[] {
  const from = partOf(path)
  if (!from)
    return [
      `${path}: belongs to no part of the house; place it or name the part in lib/commands/checks/arrows.ts`,
    ]
  return findImports(text).flatMap((name) => {
    const target = resolveImport(path, name)
    if (!target) return []
    const to = partOf(target)
    if (!to || to === from) return []
    return isAllowed(path, from, to.name)
      ? []
      : [`${path}: ${from.name} must not import ${to.name} (${name})`]
  })
}

const forBrowserTests = new Set(['components/testing', 'acts', 'actions', 'queries', 'rules'])

function isAllowed(
  path: string,
  from: NonNullable<ReturnType<typeof partOf>>,
  to: string,
): boolean {
  if (from.never?.includes(to)) return false
  if (from.mayImport === 'anything' || from.mayImport.includes(to)) return true
  if (path.endsWith('.browser.test.tsx') && forBrowserTests.has(to)) return true
  return /\.test(ing)?\.tsx?$/.test(path) && to === 'sandbox'
}

// Next's own links and forms prefetch their page, at once or on hover. Here a page reads patient
// data: it is logged under the person's name and requested from the partner, so it must happen only
// when a person opens it.
const fetching = new Set(['next/link', 'next/link.js', 'next/form', 'next/form.js'])
const ahead = new RegExp(
  String.raw`\brouter\.pre${'fetch'}\(|\.pre${'fetch'}(Infinite)?Query\(|rel=["']pre${'fetch'}`,
)

/**
 * Every link that bypasses components/ui/soft-link.tsx, and every prefetch, as lines for a person.
 */
export function checkLinks(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => [
      ...findImports(text)
        .filter((name) => fetching.has(name))
        .map(
          (name) =>
            `${path}: imports ${name}, which fetches pages ahead; use components/ui/soft-link.tsx`,
        ),
      ...(ahead.test(text) ? [`${path}: fetches what nobody has asked for yet`] : []),
    ])
}

const ofServer = /^import (?!type )[^'"]*['"]#lib\/(?:acts\/|actions\/act\.ts)/gm
const exportsOf = /^export (?:default |const \w+ = |async function )[^\n]*/gm
const isAct = /^export const \w+ = (?:readAct|writeAct)\(/

/**
 * Every browser's part that loads the table of acts (4 kB) or what runs them, and every export of a
 * file of server actions that is no act: Next builds a page with an exported object, and then all
 * acts of that page fail. As lines for a person.
 */
export function checkActs(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .flatMap(({ path, text }) => {
      const loads = /^(?:lib\/queries|components)\//.test(path) ? (text.match(ofServer) ?? []) : []
      // These have no session to check, so they are no acts.
      const mayExport = path === 'lib/actions/session.ts'
      const exported =
        text.startsWith("'use server'") && !mayExport ? (text.match(exportsOf) ?? []) : []
      return [
        ...loads.map(() => `${path}: imports acts as values; use \`import type\``),
        ...exported
          .filter((line) => !isAct.test(line))
          .map((line) => `${path}: exports no act: ${line}`),
      ]
    })
}

// Assembled from halves, so this file does not break its own rule.
const forbidden: [RegExp, string][] = [
  [
    new RegExp(String.raw`(?<![\w.])/${'wo'}rk/|/tmp/${'pl'}an|/ho${'me'}/\w+/|/Us${'ers'}/\w+/`),
    'a path of one machine',
  ],
  [new RegExp(String.raw`\b(TO${'DO'}|FIX${'ME'}|XX${'X'})\b`), 'unfinished work'],
  [
    new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}|(eslint|oxlint)-${'disable'}`),
    'a switched-off check',
  ],
  [
    new RegExp(String.raw`\b(test|it|describe)\.(${'sk'}ip|${'on'}ly|fix${'me'})\(`),
    'a test that does not run',
  ],
]

/** Every place with forbidden words, as lines for a person. */
export function checkWords(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => !/\/testdata\//.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          forbidden
            .filter(([pattern]) => pattern.test(line))
            .map(([, what]) => `${path}:${index + 1}: ${what}`),
        ),
    )
}
