import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type OperationId, operationIds } from '#lib/contract/operations.ts'

/** A top-level declaration with its comment, and the declarations that it names. */
type Declaration = { name: string; text: string; uses: Set<string> }

const lib = path.resolve(import.meta.dirname, '../..')
const begin = /^(?:export )?(?:async )?(?:const|let|function\*?|class|type) (\w+)/
const imported = /^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm
const key = '[a-z0-9]+(?:-[a-z0-9]+)+'
const mark = new RegExp(`ASSUMED: (${key}(?:, ${key})*)`, 'g')
const word = /(?<!(?<!\.\.)\.)\b[A-Za-z_]\w*/g

/** The keys of the ASSUMED marks in a source text, as often as they stand there. */
export function marksIn(text: string): string[] {
  // A mark may begin on one line of a comment and end on the next.
  const joined = text.replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
  return [...joined.matchAll(mark)].flatMap((match) => match[1]!.split(', '))
}

/**
 * The operations whose handlers reach each ASSUMED mark: in the handler's own declaration and in
 * all declarations that it names, directly or indirectly. Declarations are read as text; they begin
 * at the start of a line and are imported by name. The result can hold too many operations for
 * shared functions, but never too few.
 */
export function marksByOperation(): Map<string, Set<OperationId>> {
  const declarations = readDeclarations()
  const handlers = [...declarations].filter(([id]) => id.includes('/sandbox/'))
  const found = new Map<string, Set<OperationId>>()
  for (const operation of operationIds) {
    const start = handlers.find(([, { name }]) => name === operation)
    if (!start) throw new Error(`No handler of ${operation} was found.`)
    for (const { text } of reachedFrom(start[0], declarations)) {
      for (const key of marksIn(text)) {
        found.set(key, (found.get(key) ?? new Set()).add(operation))
      }
    }
  }
  return found
}

function reachedFrom(start: string, declarations: ReadonlyMap<string, Declaration>): Declaration[] {
  const reached = new Set([start])
  for (const id of reached) declarations.get(id)?.uses.forEach((used) => reached.add(used))
  return [...reached].flatMap((id) => declarations.get(id) ?? [])
}

// The key is file and name. The folders core and contract hold no marks.
function readDeclarations(): Map<string, Declaration> {
  const all = new Map<string, Declaration>()
  for (const part of ['sandbox', 'rules']) {
    for (const name of readdirSync(path.join(lib, part), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /\.(test|testing)\.ts$/.test(name)) continue
      const file = path.join(lib, part, name)
      for (const [id, declaration] of declarationsOf(file)) all.set(id, declaration)
    }
  }
  return all
}

function declarationsOf(file: string): Map<string, Declaration> {
  const text = readFileSync(file, 'utf8')
  const found = new Map(
    split(text).map((declaration) => [`${file}#${declaration.name}`, declaration]),
  )
  const known = new Map([...found].map(([id, { name }]) => [name, id]))
  for (const [, names, from] of text.matchAll(imported)) {
    const target = from!.startsWith('#lib/')
      ? path.join(lib, from!.slice('#lib/'.length))
      : path.resolve(path.dirname(file), from!)
    for (const [, name, alias] of names!.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g))
      known.set(alias ?? name!, `${target}#${name}`)
  }
  for (const declaration of found.values()) {
    const code = declaration.text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '')
    for (const [name] of code.matchAll(word))
      if (known.has(name)) declaration.uses.add(known.get(name)!)
  }
  return found
}

// A comment at the start of a line belongs to the declaration below it.
function split(text: string): Declaration[] {
  const found: Declaration[] = []
  let comment = ''
  for (const line of text.split('\n')) {
    const name = begin.exec(line)?.[1]
    if (name) found.push({ name, text: comment, uses: new Set() })
    if (/^(\/\*\*| \*|\/\/)/.test(line)) comment += `${line}\n`
    else comment = ''
    if (comment === '' && found.length > 0) found.at(-1)!.text += `${line}\n`
  }
  return found
}
