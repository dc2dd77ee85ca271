import { isIcd10Shape, normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import {
  icd9Kinds,
  isClaimDiagnosis,
  isExternalCause,
  isIcd10Only,
  isIcd10Row,
  mayBeKind,
  principalsOf,
} from '#lib/rules/codes/diagnosis-kinds.ts'
import { mostDiagnoses } from '#lib/rules/codes/most-diagnoses.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'
import { fixTo, inCapitals } from './fixes.ts'
import type { Fix, Rule } from './rule.ts'

/** The first date of service with ICD-10-CM instead of ICD-9-CM. */
const icd10Start = '2015-10-01'

/**
 * Writes the kind of an ICD-10 code by its place: the first diagnosis is the principal one.
 * Undefined for kinds that say something else, and where a person must decide.
 */
function fixType(data: unknown, index: number): Fix | undefined {
  const type = textAt(data, `diagnoses.${index}.code_type`)
  const isOther = type !== undefined && !['ABK', 'ABF', 'BK', 'BF'].includes(type)
  const code = textAt(data, `diagnoses.${index}.code`) ?? ''
  // A code that both code sets may have needs a person, unless it has no kind.
  if (isOther || (type !== undefined && icd9Kinds.has(type) && !isIcd10Only(code))) return undefined
  const right = index === 0 ? 'ABK' : 'ABF'
  if (!mayBeKind(data, index, right)) return undefined
  return {
    label: `Make it ${right}`,
    sets: [{ path: `diagnoses.${index}.code_type`, value: right }],
  }
}

function isIcd9Day(data: unknown): boolean {
  const service = dateAt(data, 'date_of_service')
  return service !== undefined && service < icd10Start
}

/** True for an ICD-9 type on a code that only ICD-10 has. */
function isWrongCodeSet(data: unknown, index: number): boolean {
  const type = textAt(data, `diagnoses.${index}.code_type`)
  return (
    type !== undefined &&
    icd9Kinds.has(type) &&
    isIcd10Only(textAt(data, `diagnoses.${index}.code`) ?? '')
  )
}

function nameOf(data: unknown, place: number): string {
  const code = textAt(data, `diagnoses.${place}.code`)
  return code ? `${letterOf(place)} (${code})` : letterOf(place)
}

function moveFirst(data: unknown, place: number): Fix | undefined {
  if (isExternalCause(textAt(data, `diagnoses.${place}.code`) ?? '')) return undefined
  const label = `Move ${textAt(data, `diagnoses.${place}.code`) ?? `diagnosis ${letterOf(place)}`} first`
  return { label, sets: [], move: { list: 'diagnoses', from: place, to: 0 } }
}

export const diagnosisRules: Rule[] = [
  {
    id: 'diagnosis-missing',
    title: 'No diagnosis',
    fields: ['diagnoses'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P: a claim carries a principal diagnosis.',
    how: 'Add the principal diagnosis.',
    check: ({ data }, report) => {
      if (listAt(data, 'diagnoses').length === 0)
        report('diagnoses', 'At least one diagnosis is required')
    },
  },
  {
    id: 'diagnosis-code-missing',
    title: 'A diagnosis has no code',
    fields: ['diagnoses.code'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P HI segment: each diagnosis carries its code.',
    how: 'Enter the code, or delete the row.',
    check: ({ data }, report) =>
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        if (!textAt(diagnosis, 'code'))
          report(`diagnoses.${i}.code`, `Diagnosis ${i + 1} has no code`)
      }),
  },
  {
    id: 'diagnosis-code-shape',
    title: 'Diagnosis code has not the form of ICD-10-CM',
    fields: ['diagnoses.code'],
    severity: 'error',
    scope: 'capture',
    source:
      'ICD-10-CM guidelines: letter, digit, digit or A or B, up to four more characters; U codes are legal.',
    how: 'Check the code against the chart. Format: a letter, a digit, a digit or A or B, then up to four more characters.',
    check: ({ data }, report) =>
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        const code = textAt(diagnosis, 'code')
        if (!code || !isIcd10Row(diagnosis) || isIcd10Shape(code)) return
        report(`diagnoses.${i}.code`, `Diagnosis code "${code}" is not a valid ICD-10-CM code`)
      }),
  },
  {
    id: 'diagnosis-principal-type',
    title: 'The principal diagnosis is not the first',
    fields: ['diagnoses.code_type'],
    offers: 'Moves the principal diagnosis first, or marks the first as principal',
    severity: 'error',
    scope: 'claim',
    source: "The partner's client: the first diagnosis is the principal one (ABK).",
    how: 'Move the principal diagnosis first. If none is marked, mark the first one.',
    check: ({ data }, report) => {
      const type = textAt(data, 'diagnoses.0.code_type')
      const [marked, ...others] = principalsOf(data)
      if (marked === 0 || (type === undefined && marked === undefined)) return
      const path = 'diagnoses.0.code_type'
      if (marked === undefined) {
        // Its other finding says what is wrong with such a type.
        if (isWrongCodeSet(data, 0)) return
        report(
          path,
          `The first diagnosis must be the principal diagnosis (ABK), but its type is ${type}`,
          {
            fix: fixType(data, 0),
          },
        )
        return
      }
      const fix = others.length === 0 ? moveFirst(data, marked) : undefined
      report(
        path,
        `The principal diagnosis must come first, but it is diagnosis ${nameOf(data, marked)}`,
        { fix },
      )
    },
  },
  {
    id: 'diagnosis-external-cause-first',
    title: 'An external cause is the first diagnosis',
    fields: ['diagnoses.code'],
    severity: 'error',
    scope: 'claim',
    source:
      'ICD-10-CM guidelines, section I.C.20: a code of V00 to Y99 is never the first-listed or principal diagnosis.',
    how: 'Put the injury or illness from the chart first.',
    check: ({ data }, report) => {
      const code = textAt(data, 'diagnoses.0.code')
      const isIcd9 =
        icd9Kinds.has(textAt(data, 'diagnoses.0.code_type') ?? '') && !isIcd10Only(code ?? '')
      if (code && !isIcd9 && !isIcd9Day(data) && isExternalCause(code))
        report(
          'diagnoses.0.code',
          `Code ${code} is an external cause, which is never first: it says how an injury happened`,
        )
    },
  },
  {
    id: 'diagnosis-second-principal',
    title: 'Two diagnoses are marked as principal',
    fields: ['diagnoses.code_type'],
    severity: 'error',
    scope: 'capture',
    source: "The partner's client: every diagnosis after the first is an additional one (ABF).",
    how: 'Check the chart for the principal diagnosis. Move it first, and mark the other as additional.',
    check: ({ data }, report) => {
      const [first, ...others] = principalsOf(data)
      for (const i of others)
        report(
          `diagnoses.${i}.code_type`,
          `Diagnoses ${nameOf(data, first!)} and ${nameOf(data, i)} are both marked as principal; a claim has one`, // the first one is followed by others
        )
    },
  },
  {
    id: 'diagnosis-type-missing',
    title: 'A diagnosis has no type',
    fields: ['diagnoses.code_type'],
    offers: 'Marks the first as principal, others as additional',
    severity: 'warning',
    scope: 'capture',
    source:
      "The partner's client: a diagnosis says of which kind its code is, ABK for the first and ABF for the others.",
    how: 'Mark the first as principal and the others as additional.',
    check: ({ data }, report) =>
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        const code = textAt(diagnosis, 'code')
        if (!code || textAt(diagnosis, 'code_type')) return
        report(`diagnoses.${i}.code_type`, `Diagnosis ${i + 1} has no type`, {
          fix: fixType(data, i),
        })
      }),
  },
  {
    id: 'diagnosis-code-case',
    title: 'Diagnosis code is in lowercase',
    fields: ['diagnoses.code'],
    offers: 'Writes the code in capitals',
    severity: 'warning',
    scope: 'capture',
    source: 'ICD-10-CM: the letters of a code are capitals.',
    how: 'Enter the code in capital letters.',
    check: ({ data }, report) =>
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        const code = textAt(diagnosis, 'code')
        const capitals = code && inCapitals(code, isIcd10Shape)
        if (capitals)
          report(`diagnoses.${i}.code`, `Diagnosis code ${code} is in lowercase`, {
            fix: fixTo(`diagnoses.${i}.code`, capitals),
          })
      }),
  },
  {
    id: 'diagnosis-icd9-type',
    title: 'A diagnosis has an ICD-9 type',
    fields: ['diagnoses.code_type'],
    offers: 'Writes the ICD-10 type where only ICD-10 has the code',
    otherwise: { severity: 'error', when: 'only ICD-10 has the code' },
    severity: 'warning',
    scope: 'capture',
    source: 'CMS: ICD-10-CM is used for dates of service from 2015-10-01.',
    how: 'Choose the ICD-10 type and code.',
    check: ({ data }, report) => {
      if (isIcd9Day(data)) return
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        const type = textAt(diagnosis, 'code_type')
        if (!type || !icd9Kinds.has(type)) return
        const path = `diagnoses.${i}.code_type`
        if (!isWrongCodeSet(data, i))
          report(path, `Diagnosis ${i + 1} has an ICD-9 code type (${type})`)
        else
          report(
            path,
            `Diagnosis ${nameOf(data, i)} has an ICD-9 type (${type}) on an ICD-10 code`,
            {
              severity: 'error',
              fix: fixType(data, i),
            },
          )
      })
    },
  },
  {
    id: 'diagnosis-duplicate',
    title: 'A diagnosis is listed twice',
    fields: ['diagnoses.code'],
    severity: 'error',
    scope: 'capture',
    source:
      'Clearinghouse edits: the same diagnosis may be listed once. The admitting diagnosis and the patient’s reason may repeat it.',
    how: 'Delete one of the two. Lines that point to it are updated.',
    check: ({ data }, report) => {
      const seen = new Set<string>()
      listAt(data, 'diagnoses').forEach((diagnosis, i) => {
        const code = textAt(diagnosis, 'code')
        if (!code || !isClaimDiagnosis(diagnosis)) return
        const normal = normalizeDiagnosisCode(code)
        if (seen.has(normal))
          report(`diagnoses.${i}.code`, `Diagnosis code ${code} is listed more than once`)
        seen.add(normal)
      })
    },
  },
  {
    id: 'diagnoses-too-many',
    title: 'More diagnoses than a claim carries',
    fields: ['diagnoses'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P: a professional claim carries at most 12 diagnoses. 837I: an institutional one the principal diagnosis and 24 others.',
    how: 'Delete the ones that no line needs.',
    check: ({ data }, report) => {
      const count = listAt(data, 'diagnoses').filter(isClaimDiagnosis).length
      const { most } = mostDiagnoses(
        listAt(data, 'service_lines').map((line) => valueAt(line, 'revenue_code')),
      )
      if (count > most)
        report('diagnoses', `A claim carries at most ${most} diagnoses, but ${count} are listed`)
    },
  },
]
