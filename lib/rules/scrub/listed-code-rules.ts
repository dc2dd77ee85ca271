import { isNdc } from '#lib/rules/codes/codes.ts'
import type { ListRow } from '#lib/rules/codes/list-kinds.ts'
import { isEquipment, isSupply } from '#lib/rules/codes/procedure-kinds.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { isInstitutional, isSelfPay, planAt } from './payment.ts'
import { dayOfLine, procedureOf, rowsFor } from './placed-lists.ts'
import { eachLine } from './places.ts'
import type { Report, Rule, ScrubInput } from './rule.ts'

// Codes that a placed list has or lacks. Without the list for the day of service there are no
// findings, and none for a code that was not asked about.

/** Visits each line's level II code with what the HCPCS list of its day says of it. */
function eachListed(
  { data, lists }: ScrubInput,
  visit: (found: {
    path: string
    label: string
    code: string
    day: string
    rows: ListRow[]
  }) => void,
): void {
  if (!lists || isSelfPay(data)) return
  eachLine(data, (line, i, label) => {
    const [code, day] = [procedureOf(line), dayOfLine(data, line)]
    // The dental codes (D) are the ADA's, and the file of CMS has none of them.
    if (!code || !day || !/^[A-CE-V]\d{4}$/.test(code) || !lists.asked.procedures.includes(code))
      return
    const rows = rowsFor(lists, 'hcpcs', day)?.filter((row) => row.code === code)
    if (rows) visit({ path: `service_lines.${i}.procedure_code`, label, code, day, rows })
  })
}

/** Visits each line's drug with what the directory of its day says of it. */
function eachDrug(
  { data, lists }: ScrubInput,
  visit: (found: {
    path: string
    label: string
    code: string
    day: string
    rows: ListRow[]
  }) => void,
): void {
  if (!lists) return
  eachLine(data, (line, i, label) => {
    const drug = `drug_identification.national_drug_code`
    const qualifier = textAt(line, 'drug_identification.service_id_qualifier') ?? 'N4'
    const [code, day] = [textAt(line, drug), dayOfLine(data, line)]
    if (qualifier !== 'N4' || !code || !day || !isNdc(code) || !lists.asked.drugs.includes(code))
      return
    const rows = rowsFor(lists, 'ndc', day)?.filter((row) => row.code === code)
    if (rows) visit({ path: `service_lines.${i}.${drug}`, label, code, day, rows })
  })
}

/** Reports an NPI that Medicare's list lacks or has without this kind of order. */
function checkOrderer(
  { lists }: ScrubInput,
  { npi, day, path, label, isDme }: Orderer,
  report: Report,
): void {
  if (!npi || !day || !lists?.asked.npis.includes(npi)) return
  const rows = rowsFor(lists, 'ordering', day)?.filter((row) => row.code === npi)
  if (!rows) return
  const kind = isDme ? 'equipment and supplies' : 'Part B services'
  if (rows.length === 0)
    report(path, `${label} NPI ${npi} isn’t in Medicare’s list of who may order and refer`)
  else if (rows.every(({ mark }) => mark[isDme ? 1 : 0] !== 'Y'))
    report(path, `${label} NPI ${npi} may not order ${kind}, by Medicare’s list`)
}

type Orderer = {
  npi: string | undefined
  day: LocalDate | undefined
  path: string
  label: string
  isDme: boolean
}

// The last day of any of a code's rows; a row without an end goes on.
function lastDayOf(rows: readonly ListRow[]): string | undefined {
  return rows
    .map(({ last_day }) => last_day ?? '9999-12-31')
    .toSorted()
    .at(-1)
}

export const listedCodeRules: Rule[] = [
  {
    id: 'orderer-not-listed',
    title: 'Medicare’s list lacks the ordering or referring provider',
    fields: ['referring_provider.npi', 'service_lines.ordering_provider.npi'],
    needs: 'ordering',
    severity: 'warning',
    scope: 'capture',
    source:
      '42 CFR 424.507: Medicare Part B pays ordered services only if the provider who orders them is enrolled or has opted out. CMS lists them twice a week (Order and Referring).',
    how: 'Check the NPI. Where it is right, the provider has to enroll in Medicare or opt out.',
    check: (input, report) => {
      const { data, lists } = input
      if (!lists || planAt(data, 'subscriber_primary') !== 'MB' || isInstitutional(data)) return
      const path = 'referring_provider.npi'
      const [npi, day] = [textAt(data, path), dayOfLine(data, data)]
      checkOrderer(input, { npi, day, path, label: 'Referring provider', isDme: false }, report)
      eachLine(data, (line, i, label) => {
        const code = procedureOf(line) ?? ''
        const orderer = {
          npi: textAt(line, 'ordering_provider.npi'),
          day: dayOfLine(data, line),
          path: `service_lines.${i}.ordering_provider.npi`,
          label: `${label} ordering provider`,
          isDme: isEquipment(code) || isSupply(code),
        }
        checkOrderer(input, orderer, report)
      })
    },
  },
  {
    id: 'hcpcs-code-unknown',
    title: 'HCPCS code is not in the list of its day',
    fields: ['service_lines.procedure_code'],
    needs: 'hcpcs',
    severity: 'warning',
    scope: 'capture',
    source:
      'CMS, HCPCS level II quarterly file; 45 CFR 162.1000: a claim uses codes that are valid on the day of service. A list may be older than the code.',
    how: 'Check the code against the chart: it may be mistyped.',
    check: (input, report) =>
      eachListed(input, ({ path, label, code, day, rows }) => {
        const first = rows.map(({ first_day }) => first_day ?? '').toSorted()[0]
        if (first === undefined)
          report(
            path,
            `${label} procedure code ${code} isn’t in the HCPCS list: it may be mistyped`,
          )
        else if (first > day)
          report(path, `${label} procedure code ${code} begins on ${first}, after the service`)
      }),
  },
  {
    id: 'hcpcs-code-ended',
    title: 'HCPCS code ended before the service',
    fields: ['service_lines.procedure_code'],
    needs: 'hcpcs',
    severity: 'error',
    scope: 'capture',
    source:
      'CMS, HCPCS record layout: the termination date is the last date on which a code may be used; 45 CFR 162.1000: a claim uses codes that are valid on the day of service.',
    how: 'Look up which code took its place on that day.',
    check: (input, report) =>
      eachListed(input, ({ path, label, code, day, rows }) => {
        const last = lastDayOf(rows)
        if (last !== undefined && last < day)
          report(path, `${label} procedure code ${code} ended on ${last}, before the service`)
      }),
  },
  {
    id: 'ndc-unknown',
    title: 'National drug code is not in the FDA’s directory',
    fields: ['service_lines.drug_identification.national_drug_code'],
    needs: 'ndc',
    severity: 'warning',
    scope: 'capture',
    source:
      'FDA, NDC directory (package.txt). It lacks ingredients of compounds and packages that are long off the market, so a missing code may be right.',
    how: 'Compare the code with the package.',
    check: (input, report) =>
      eachDrug(input, ({ path, label, code, rows }) => {
        if (rows.length === 0)
          report(
            path,
            `${label} national drug code ${code} isn’t in the FDA’s directory: it may be mistyped`,
          )
      }),
  },
  {
    id: 'ndc-ended',
    title: 'Drug left the market more than a year before',
    fields: ['service_lines.drug_identification.national_drug_code'],
    needs: 'ndc',
    severity: 'warning',
    scope: 'capture',
    source:
      'FDA, NDC directory: the end of marketing is the last lot’s expiration date. Medicaid and most payers refuse a code some time after it.',
    how: 'Compare the code and the date with the package.',
    check: (input, report) =>
      eachDrug(input, ({ path, label, code, day, rows }) => {
        const last = lastDayOf(rows)
        if (last !== undefined && last < addDays(day, -365))
          report(
            path,
            `${label} national drug code ${code} ended on ${last}, more than a year before the service`,
          )
      }),
  },
]
