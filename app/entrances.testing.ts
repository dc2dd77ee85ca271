import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Every way into the console, read from the source: server actions, route handlers, pages and jobs.

/** A server action: its name, and the pages from which a browser can call it. */
export type ServerAction = {
  name: string
  run: (input: unknown) => Promise<unknown>
  screens: string[]
}

/** A route handler, as `PUT /api/drafts`. */
export type RouteHandler = {
  name: string
  address: string
  method: string
  run: (request: Request) => Promise<Response>
}

/** A page, or a layout with data of its own, as the address of the page. */
export type Page = { name: string; file: string; layouts: string[] }

type Exports = Record<string, never>

/** Every function that a module with 'use server' exports. */
export async function serverActions(): Promise<ServerAction[]> {
  const screens = screensOfActions()
  const modules = await Promise.all(actionFiles().map((file) => load(file)))
  return modules
    .flatMap((exported) => Object.entries(exported))
    .map(([name, run]) => ({ name, run, screens: screens.get(name) ?? [] }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Every handler that changes something or answers with data. */
export async function routeHandlers(): Promise<RouteHandler[]> {
  const files = globSync('app/**/route.ts').toSorted()
  const found = await Promise.all(
    files.map(async (file) =>
      Object.entries(await load(file))
        .filter(([name]) => /^[A-Z]+$/.test(name))
        .map(([method, run]) => ({
          name: `${method} ${addressOf(file)}`,
          address: addressOf(file),
          method,
          run,
        })),
    ),
  )
  return found.flat()
}

/** Every page, with the layouts around it that are not around all pages. */
export function pages(): Page[] {
  const layouts = globSync('app/**/layout.tsx').filter(
    (file) => path.dirname(file).split('/').length > 2,
  )
  return globSync('app/**/page.tsx')
    .toSorted()
    .map((file) => ({
      name: addressOf(file),
      file,
      layouts: layouts.filter((layout) => file.startsWith(`${path.dirname(layout)}/`)),
    }))
}

/** What a module of the project exports. */
export async function load(file: string): Promise<Exports> {
  return (await import(path.resolve(file))) as Exports
}

function actionFiles(): string[] {
  return globSync('lib/**/*.ts')
    .filter((file) => /^'use server'$/m.test(readFileSync(file, 'utf8')))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

function addressOf(file: string): string {
  const parts = path.dirname(file).split('/').slice(1)
  return `/${parts.filter((part) => !part.startsWith('(')).join('/')}`
}

type Imported = { from: string; names: string[] }

// A page's browser has an action if a module that the page reaches imports it, or imports a
// function of lib/queries that uses it. The frame around all pages counts as "every page".
function screensOfActions(): Map<string, string[]> {
  const files = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}']).filter(
    (file) => !file.includes('.test'),
  )
  const imports = new Map(files.map((file) => [file, importsOf(file)]))
  const actions = new Set(actionFiles())
  const queries = actionsOfQueries(actions)
  const usedBy = (file: string) =>
    imports.get(file)!.flatMap(({ from, names }) => {
      if (actions.has(from)) return names
      return from.startsWith('lib/queries/')
        ? names.flatMap((name) => [...(queries.get(name)?.actions ?? [])])
        : []
    })
  const screens = new Map<string, Set<string>>()
  const frame = 'app/(console)/layout.tsx'
  for (const { name, roots } of [
    { name: 'every page', roots: [frame] },
    ...pages().map((page) => ({ name: page.name, roots: [page.file, ...page.layouts] })),
  ])
    for (const action of reachedFrom(roots, imports).flatMap(usedBy))
      screens.set(action, (screens.get(action) ?? new Set()).add(name))
  return new Map([...screens].map(([action, names]) => [action, [...names].toSorted()]))
}

function reachedFrom(roots: string[], imports: Map<string, Imported[]>): string[] {
  const reached = new Set<string>()
  const open = [...roots]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file) || !imports.has(file)) continue
    reached.add(file)
    open.push(...imports.get(file)!.map(({ from }) => from))
  }
  return [...reached]
}

function actionsOfQueries(
  actions: Set<string>,
): Map<string, { actions: Set<string>; text: string }> {
  const found = new Map<string, { actions: Set<string>; text: string }>()
  for (const file of globSync('lib/queries/**/*.ts').filter((name) => !name.includes('.test'))) {
    const imported = importsOf(file).flatMap(({ from, names }) => (actions.has(from) ? names : []))
    for (const text of readFileSync(file, 'utf8').split(
      /^(?=(?:export )?(?:async )?(?:function|const|type) )/m,
    )) {
      const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1]
      if (name)
        found.set(name, {
          text,
          actions: new Set(imported.filter((action) => names(text, action))),
        })
    }
  }
  // A function has the actions of those that it calls; four rounds reach further than any chain of
  // calls here.
  for (let round = 0; round < 4; round += 1)
    for (const [caller, { text, actions: own }] of found)
      for (const [called, { actions: theirs }] of found)
        if (called !== caller && names(text, called)) for (const action of theirs) own.add(action)
  return found
}

function names(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}

const importing =
  /^(?:import|export)\s+(type\s+)?(?:([\w*{][^'"]*?)\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

function importsOf(file: string): Imported[] {
  return [...readFileSync(file, 'utf8').matchAll(importing)].flatMap(
    ([, isType, clause = '', plain, dynamic]) => {
      const name = (plain ?? dynamic)!
      const from = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)
      const values = clause.replaceAll(/\btype\s+\w+/g, '').matchAll(/\w+/g)
      return isType ? [] : [{ from, names: [...values].map(([word]) => word) }]
    },
  )
}
