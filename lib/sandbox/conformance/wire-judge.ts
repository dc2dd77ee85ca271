import Ajv2020 from 'ajv/dist/2020.js'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { knownValues } from '#lib/contract/fields.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { answerFacts, wireFacts } from '#lib/contract/testdata/wire-facts.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true, verbose: true })
ajv.addSchema({ ...wireFacts }, 'wire')

// Codes in use that the facts lack: the demo world holds some on purpose, and readers must bear them.
const inUse: readonly unknown[] = knownValues(placeOfServiceCode)!.alsoSeen

// A path without placeholders is tried before one with: /changes before /{charge_capture_id}.
const routes = (Object.values(operations) as Operation[])
  .map((operation) => ({ operation, path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => holes(a.operation) - holes(b.operation))

/** What the wire schema finds wrong with an answer: empty when it fits, or when the schema has no shape for it. */
export function judgeAnswer(method: string, path: string, status: number, body: string): string[] {
  const operation = routes.find((route) => route.operation.method === method && route.path.test(path))?.operation
  const shape = operation && (status < 400 ? answerShape(operation) : refusalShape(body))
  if (!shape) return []
  const validate = ajv.getSchema(`wire#${shape}`)
  if (!validate) throw new Error(`the wire schema has no shape ${shape}`)
  if (validate(JSON.parse(body))) return []
  // "Must be null" and "no schema of anyOf" only repeat what the other complaint about the same place says.
  const said = (validate.errors ?? []).filter(
    ({ keyword, message, data }) => keyword !== 'anyOf' && message !== 'must be null' && !(keyword === 'enum' && inUse.includes(data)),
  )
  const places = said.map(({ instancePath, message, params }) => `${method} ${path}: ${shape}${instancePath.replaceAll(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`)
  return [...new Set(places)]
}

// Operations that answer alike share one schema, which tells the fact that it is held to.
function answerShape({ ok }: Operation): string | undefined {
  const fact = ok && Object.entries(answerFacts).find(([, id]) => (operations[id] as Operation).ok === ok)
  return fact ? `/wire/${fact[0]}` : undefined
}

// A refusal has the shape of its name, whichever operation answers it; a name that the facts lack has none.
function refusalShape(body: string): string | undefined {
  const { errorName } = JSON.parse(body) as { errorName: string }
  const name = Object.keys(wireFacts.$defs).find((each) => each.endsWith(`.Error.${errorName}`))
  return name && `/$defs/${name}`
}

function holes(operation: Operation): number {
  return operation.path.split('{').length
}
