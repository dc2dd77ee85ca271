import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chargeCaptureData } from './charge-capture-data/charge-capture-data.ts'
import { errors, type ErrorName } from './errors.ts'
import { knownValues } from './fields.ts'
import { encounterOtherMembers } from './encounters/other-members.ts'
import type { Operation } from './operation.ts'
import { operations, operationIds, type OperationId } from './operations.ts'
import { tag } from './tags.ts'
import {
  answerFacts,
  bodyFacts,
  refusalFacts,
  type Wire,
  wireFacts,
} from './testdata/wire-facts.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./testdata/${name}`, import.meta.url), 'utf8'))

const deref = (wire: Wire): Wire =>
  wire.$ref ? deref(wireFacts.$defs[wire.$ref.split('/').at(-1)!]!) : wire

/**
 * Corrections where the description, the source of truth, says more than the published client's
 * types, from which the facts were read.
 */
function asDescribed(wire: Wire, name: string): { wire: Wire; required: boolean } {
  const required = wire.required?.includes(name) ?? false
  // "zip_plus_four_code: string, optional" in every address.
  return name === 'zip_plus_four_code' && required
    ? { wire: { anyOf: [wire.properties![name]!, { type: 'null' }] }, required: false }
    : // "type ... v3 only" is all that a create needs.
      { wire: wire.properties![name]!, required: required && name !== 'contract_type' }
}
const describedOnly = new Set([
  'author_idp_id in billing_notes[]',
  'emr_payer_crosswalk in insurance_card',
  'payer_plan_group_name in insurance_card',
  'hl7_message_type in updates[]',
  'hl7_message_type in resolveChargeCaptureChanges[]',
])

/** Every difference between one of our schemas and a wire fact, by path. */
function differences(ours: z.ZodType, wire: Wire, at: string): string[] {
  const { inner, nullable } = peel(ours)
  const options = deref(wire).anyOf?.filter((option) => option.type !== 'null') ?? []
  const wireNullable = (deref(wire).anyOf?.length ?? 0) > options.length
  const here =
    nullable === wireNullable
      ? []
      : [`${at}: null is ${wireNullable ? 'allowed' : 'refused'} on the wire`]
  if (options.length === 1) return [...here, ...differencesInside(inner, deref(options[0]!), at)]
  if (options.length > 1) return [...here, ...unionDifferences(inner, options.map(deref), at)]
  return [...here, ...differencesInside(inner, deref(wire), at)]
}

function differencesInside(ours: z.ZodType, wire: Wire, at: string): string[] {
  if (wire.anyOf) return differences(ours, wire, at)
  if (wire.enum) {
    const known = [...(knownValues(ours)?.values ?? [])].toSorted()
    return JSON.stringify(known) === JSON.stringify(wire.enum.toSorted())
      ? []
      : [`${at}: enumeration differs`]
  }
  if (wire.const !== undefined) {
    const values =
      ours instanceof z.ZodLiteral ? [...ours.values] : (knownValues(ours)?.values ?? [])
    return JSON.stringify(values) === JSON.stringify([wire.const])
      ? []
      : [`${at}: should be ${wire.const}`]
  }
  if (wire.type === 'array') {
    return ours instanceof z.ZodArray
      ? differences(ours.element as z.ZodType, wire.items!, `${at}[]`)
      : [`${at}: should be an array`]
  }
  if (wire.properties) return objectDifferences(ours, wire, at)
  const kinds: Record<string, boolean> = {
    string: ours instanceof z.ZodString && !knownValues(ours),
    number: ours instanceof z.ZodNumber,
    boolean: ours instanceof z.ZodBoolean,
    object: ours instanceof z.ZodRecord,
  }
  return wire.type === undefined || kinds[wire.type] ? [] : [`${at}: should be ${wire.type}`]
}

function objectDifferences(ours: z.ZodType, wire: Wire, at: string): string[] {
  if (!(ours instanceof z.ZodObject)) return [`${at}: should be an object`]
  const shape = ours.shape as Record<string, z.ZodType>
  const missing = Object.keys(wire.properties!).filter((name) => !shape[name])
  const extra = Object.keys(shape).filter(
    (name) => !wire.properties![name] && !describedOnly.has(`${name} in ${at.split('.').at(-1)}`),
  )
  return [
    ...missing.map((name) => `${at}.${name}: missing`),
    ...extra.map((name) => `${at}.${name}: not on the wire`),
    ...Object.keys(wire.properties!).flatMap((name) => {
      if (!shape[name]) return []
      const { wire: inner, required } = asDescribed(wire, name)
      const ourRequired = !peel(shape[name]).optional
      const presence =
        required === ourRequired
          ? []
          : [`${at}.${name}: ${required ? 'is' : 'is not'} required on the wire`]
      return [...presence, ...differences(shape[name], inner, `${at}.${name}`)]
    }),
  ]
}

function unionDifferences(ours: z.ZodType, options: Wire[], at: string): string[] {
  const isUpdate = options.some((option) => deref(option.properties?.type ?? {}).const === 'remove')
  const ourOptions = ours instanceof z.ZodUnion ? (ours.options as z.ZodType[]) : []
  // The description also allows the plain value in an update.
  const forms = isUpdate ? ourOptions.filter(isUpdateForm) : ourOptions
  if (forms.length !== options.length) return [`${at}: should be a union of ${options.length}`]
  const named = (wire: Wire) => deref(wire.properties!.type!).const!
  return options.flatMap((option) => {
    const twin = (forms as z.ZodObject[]).find(
      (one) => (one.shape.type as z.ZodLiteral).value === named(option),
    )
    return twin
      ? differences(twin, option, `${at}(${named(option)})`)
      : [`${at}: lacks ${named(option)}`]
  })
}

function isUpdateForm(option: z.ZodType): boolean {
  const type = option instanceof z.ZodObject ? option.shape.type : undefined
  return type instanceof z.ZodLiteral && (type.value === 'set' || type.value === 'remove')
}

function peel(schema: z.ZodType): { inner: z.ZodType; nullable: boolean; optional: boolean } {
  if (schema instanceof z.ZodOptional)
    return { ...peel(schema.unwrap() as z.ZodType), optional: true }
  if (schema instanceof z.ZodNullable)
    return { ...peel(schema.unwrap() as z.ZodType), nullable: true }
  return { inner: schema, nullable: false, optional: false }
}

const others: Record<string, z.ZodType> = {
  ChargeCaptureData: chargeCaptureData,
  Tag: tag,
}
// The description allows other Encounter fields; the published client's request, from which the
// facts were read, has none of them.
const beyondTheFacts: Record<string, string[]> = {
  EncounterCreateFromPreEncounter: Object.keys(encounterOtherMembers),
}
const operationOf = (id: OperationId) => operations[id] as Operation

describe('the schemas have exactly the members of the wire facts', () => {
  test('every fact is compared with a schema', () => {
    const compared = [
      ...Object.keys(bodyFacts),
      ...Object.keys(answerFacts),
      ...Object.keys(others),
      ...Object.keys(refusalFacts),
    ]
    expect(compared.toSorted()).toEqual(Object.keys(wireFacts.wire).toSorted())
  })

  test.each(Object.entries(bodyFacts))('%s is the body of %s', (fact, id) => {
    const beyond = (beyondTheFacts[fact] ?? []).map((name) => `${fact}.${name}: not on the wire`)
    expect(differences(operationOf(id).body!, wireFacts.wire[fact]!, fact)).toEqual(beyond)
  })

  test.each(Object.entries(answerFacts))('%s is the answer of %s', (fact, id) => {
    expect(differences(operationOf(id).ok!, wireFacts.wire[fact]!, fact)).toEqual([])
  })

  test.each(Object.entries(others))('%s', (fact, schema) => {
    expect(differences(schema, wireFacts.wire[fact]!, fact)).toEqual([])
  })

  test.each(Object.entries(refusalFacts))('%s are the errors of %s', (fact, id) => {
    const set = deref(wireFacts.wire[fact]!)
    const envelopes = (set.anyOf ?? [set]).map(deref)
    const names = envelopes.map((envelope) => deref(envelope.properties!.errorName!).const!)
    expect([...operationOf(id).errors].toSorted()).toEqual(names.toSorted())
    const found = envelopes.flatMap((envelope) => {
      const name = deref(envelope.properties!.errorName!).const as ErrorName
      return differences(errors[name].content, envelope.properties!.content!, name)
    })
    expect(found).toEqual([])
  })
})

describe('the query parameters are those of the description and its companions', () => {
  const described = read('query-parameters.json') as Record<string, string[]>
  const withQuery = operationIds.filter((id) => operationOf(id).query)

  test('every list is described', () =>
    expect(withQuery.toSorted()).toEqual(Object.keys(described).toSorted()))

  test.each(withQuery)('%s', (id) => {
    expect(Object.keys(operationOf(id).query!.shape).toSorted()).toEqual(described[id]!.toSorted())
  })
})

describe('every descriptor is valid', () => {
  test.each(operationIds)(
    '%s has its own id as name and describes each placeholder of its path',
    (id) => {
      const operation = operationOf(id)
      expect(operation.id).toBe(id)
      const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(operation.params?.shape ?? {}).toSorted()).toEqual(placeholders.toSorted())
    },
  )
})
