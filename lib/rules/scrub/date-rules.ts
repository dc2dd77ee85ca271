import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import { bareCell } from '#lib/core/table-text.ts'
import { inpatientPlaces } from '#lib/rules/codes/place-of-service.ts'
import { clockWords, filingClock, filingFacts } from '#lib/rules/filing/filing-clock.ts'
import { asText, valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { isSupply } from '#lib/rules/codes/procedure-kinds.ts'
import { dateAt, isDate } from './date-fields.ts'
import { dates, eachOf, pathsOf } from './fields.ts'
import { fixTo } from './fixes.ts'
import { isInstitutional } from './payment.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

/**
 * Corrects a date written year first with other separators or none. Another order of month and day
 * would be a guess.
 */
function yearFirst(value: unknown): string | undefined {
  const parts = /^(\d{4})[./ -]?(\d{2})[./ -]?(\d{2})$/.exec(bareCell(asText(value) ?? ''))
  const date = parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined
  return isDate(date) ? date : undefined
}

const births = dates.filter(({ of }) => of === 'birth')
const daysOfVisit = dates.filter(({ of }) => of !== 'birth')
const servicesOfVisit = dates.filter(({ of }) => of === 'service')

// The birthday that many years before `day`. Dates compare as text.
const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

// Medicare takes up to three months of a supply at once.
const mostSupplied = 93

/** True for the end of a supply's days, of its line or of the visit that delivers it. */
function isSupplied(data: unknown, path: string, end: string): boolean {
  const lines = listAt(data, 'service_lines').filter((line) =>
    isSupply(textAt(line, 'procedure_code') ?? ''),
  )
  const line = valueAt(data, path.replace(/\.?end_date_of_service$/, ''))
  const start = dateAt(path.startsWith('service_lines') ? line : data, 'date_of_service')
  return (
    (path === 'end_date_of_service' ? lines.length > 0 : lines.includes(line)) &&
    end <= addDays(start ?? dateAt(data, 'date_of_service') ?? end, mostSupplied)
  )
}

/** True for the visit or a line whose place, or else the visit's, is one of an inpatient stay. */
function isInpatient(of: unknown, data: unknown): boolean {
  const place = textAt(of, 'place_of_service_code') ?? textAt(data, 'place_of_service_code')
  return place !== undefined && inpatientPlaces.has(place)
}

export const dateRules: Rule[] = [
  {
    id: 'date-shape',
    title: 'A date is not a real date',
    fields: ['*'],
    offers: 'Writes a date that has its year first with hyphens',
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's interface: dates are YYYY-MM-DD.",
    how: 'Enter the date as month, day and year.',
    check: ({ data }, report) =>
      eachOf(data, dates, (value, path) => {
        if (isGiven(value) && !isDate(value))
          report(path, 'Enter a real date, such as 02/28/2026.', {
            fix: fixTo(path, yearFirst(value)),
          })
      }),
  },
  {
    id: 'birth-date-impossible',
    title: 'A date of birth is in the future or 150 years ago',
    fields: pathsOf(births),
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: nobody is born in the future, and nobody is 150 years old.',
    how: 'Check the date against the insurance card or the registration. Usually the year is wrong.',
    check: ({ data, today }, report) =>
      eachOf(data, births, (birth, path, label) => {
        if (!isDate(birth)) return
        if (birth > today) report(path, `${label} is in the future`)
        else if (birth <= yearsBefore(today, 150)) report(path, `${label} is 150 years ago or more`)
      }),
  },
  {
    id: 'date-future',
    title: 'A date is in the future',
    fields: pathsOf(daysOfVisit),
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'Clearinghouse edits: a service is billed after it was given. Medicare Claims Processing Manual, chapter 20: a supply is billed on the day of its delivery for the days that it is meant for.',
    how: 'Correct the date, or leave the capture as Planned until then.',
    check: ({ data, today }, report) =>
      eachOf(data, daysOfVisit, (date, path, label, { of }) => {
        if (!isDate(date) || date <= today) return
        // The start says it already, and a supply is delivered for days to come.
        const start = dateAt(data, path.replace('end_date_of_service', 'date_of_service'))
        const isEnd = path.endsWith('end_date_of_service')
        if (isEnd && ((start && start > today) || isSupplied(data, path, date))) return
        report(
          path,
          of === 'service' ? `${label} ${date} is in the future` : `${label} is in the future`,
        )
      }),
  },
  {
    id: 'date-before-birth',
    title: 'A date is before the patient’s birth',
    fields: pathsOf(daysOfVisit),
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: the service is on or after the birth date.',
    how: 'One of the two dates is wrong. Compare both with the chart.',
    check: ({ data, today }, report) => {
      const birth = dateAt(data, 'patient.date_of_birth')
      if (!birth || birth > today) return
      let isVisit = false
      eachOf(data, daysOfVisit, (date, path, label, { of }) => {
        if (!isDate(date) || date >= birth) return
        // A wrong birth date is before every service: one finding is enough.
        if (of === 'service' && isVisit) return
        isVisit ||= path === 'date_of_service'
        report(
          path,
          of === 'service'
            ? `${label} ${date} is before the patient's date of birth`
            : `${label} is before the patient's date of birth`,
        )
      })
    },
  },
  {
    id: 'date-of-service-missing',
    title: 'Date of service is missing',
    fields: ['date_of_service'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: "Ottehr's tracker #3806: a claim without service lines' dates needs the header's.",
    how: 'Enter the day of the visit.',
    check: ({ data }, report) => {
      const dated = listAt(data, 'service_lines').some((line) => textAt(line, 'date_of_service'))
      if (!dated && !textAt(data, 'date_of_service'))
        report('date_of_service', 'Date of service is required')
    },
  },
  {
    id: 'date-end-before-start',
    title: 'An end date is before its start',
    fields: ['end_date_of_service', 'service_lines.end_date_of_service'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a date range ends on or after its start.',
    how: 'Correct the start or the end.',
    check: ({ data }, report) => {
      const [start, end] = [dateAt(data, 'date_of_service'), dateAt(data, 'end_date_of_service')]
      if (start && end && end < start)
        report(
          'end_date_of_service',
          `End date of service ${end} is before the date of service ${start}`,
        )
      eachLine(data, (line, i, label) => {
        const [from, to] = [dateAt(line, 'date_of_service'), dateAt(line, 'end_date_of_service')]
        if (from && to && to < from)
          report(
            `service_lines.${i}.end_date_of_service`,
            `${label} ends on ${to}, before it starts on ${from}`,
          )
      })
    },
  },
  {
    id: 'line-date-outside-visit',
    title: 'A line’s date is outside the visit’s dates',
    fields: ['service_lines.date_of_service'],
    offers: 'Sets the visit’s end date to the last line’s',
    severity: 'warning',
    scope: 'capture',
    source:
      "X12 837P DTP with qualifier 472: each line has its own date, so such a claim is legal. The partner's client: an update of the visit's date fails with such lines.",
    how: 'Correct the line, or the dates of the visit.',
    check: ({ data, today }, report) => {
      const start = dateAt(data, 'date_of_service')
      if (!start) return
      const end = dateAt(data, 'end_date_of_service') ?? start
      const dates = listAt(data, 'service_lines').flatMap(
        (line) => dateAt(line, 'date_of_service') ?? [],
      )
      const last = dates.toSorted().at(-1)
      // Only one end holds every line, unless a line is earlier than the visit or in the future.
      const fix =
        last && last > end && last <= today && dates.every((date) => date >= start)
          ? {
              label: `Set the end date to ${formatLocalDate(last, { weekday: false })}`,
              sets: [{ path: 'end_date_of_service', value: last }],
            }
          : undefined
      eachLine(data, (line, i, label) => {
        const date = dateAt(line, 'date_of_service')
        if (date && (date < start || date > end)) {
          const visit = start === end ? start : `${start} to ${end}`
          report(
            `service_lines.${i}.date_of_service`,
            `${label} date of service ${date} is outside the visit's dates (${visit})`,
            { fix },
          )
        }
      })
    },
  },
  {
    id: 'accident-after-service',
    title: 'The accident is after the service',
    fields: ['accident_date'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: the accident is not later than the service.',
    how: 'One of the two dates is wrong. Compare both with the chart.',
    check: ({ data }, report) => {
      const [accident, service] = [dateAt(data, 'accident_date'), dateAt(data, 'date_of_service')]
      if (accident && service && accident > service)
        report('accident_date', `Accident date ${accident} is after the date of service ${service}`)
    },
  },
  {
    id: 'discharge-before-admission',
    title: 'The discharge is before the admission',
    fields: ['discharge_date'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: discharge is on or after admission.',
    how: 'Correct the admission or the discharge.',
    check: ({ data }, report) => {
      const [admission, discharge] = [
        dateAt(data, 'admission_date'),
        dateAt(data, 'discharge_date'),
      ]
      if (admission && discharge && discharge < admission)
        report(
          'discharge_date',
          `Discharge date ${discharge} is before the admission date ${admission}`,
        )
    },
  },
  {
    id: 'service-outside-stay',
    title: 'A service is outside the days of its stay',
    fields: ['admission_date', ...pathsOf(servicesOfVisit)],
    otherwise: { severity: 'warning', when: 'a hospital bills a service before its admission' },
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P DTP with qualifiers 435 and 096, 837I DTP 434: a service of a stay is given between admission and discharge. Medicare bills hospital services of the three days before it with the stay.',
    how: 'Correct the admission, the discharge, the date or the place of service.',
    check: ({ data }, report) => {
      const [admission, discharge] = [
        dateAt(data, 'admission_date'),
        dateAt(data, 'discharge_date'),
      ]
      const isHospital = isInstitutional(data)
      let early: string | undefined
      let isVisit = false
      eachOf(data, servicesOfVisit, (date, path, label) => {
        const isEnd = path.endsWith('end_date_of_service')
        if (!isDate(date) || (path === 'end_date_of_service' && !isHospital)) return
        const line = /^service_lines\.\d+/.exec(path)?.[0]
        if (!isHospital && !isInpatient(line ? valueAt(data, line) : data, data)) return
        // A wrong discharge is before every service: one finding is enough.
        if (discharge && discharge >= (admission ?? '') && date > discharge && !isVisit) {
          report(path, `${label} ${date} is after the discharge`)
          isVisit = path === 'date_of_service'
        }
        if (!admission || isEnd || date >= admission) return
        if (!isHospital) early = early && early < date ? early : date
        else if (date < addDays(admission, -3))
          report(path, `${label} ${date} is more than three days before the admission`, {
            severity: 'warning',
          })
      })
      if (early)
        report(
          'admission_date',
          `Admission date ${admission} is after the service of ${early} at an inpatient place`,
        )
    },
  },
  {
    id: 'onset-after-service',
    title: 'The illness begins after the service',
    fields: ['onset_of_current_illness_or_symptom_date'],
    severity: 'warning',
    scope: 'capture',
    source: 'Clearinghouse edits: the illness began on or before the service.',
    how: 'One of the two dates is wrong. Compare both with the chart.',
    check: ({ data }, report) => {
      const onset = dateAt(data, 'onset_of_current_illness_or_symptom_date')
      const service = dateAt(data, 'date_of_service')
      if (onset && service && onset > service) {
        report(
          'onset_of_current_illness_or_symptom_date',
          `Onset date ${onset} is after the date of service ${service}`,
        )
      }
    },
  },
  {
    id: 'timely-filing',
    title: 'The payer’s filing limit has passed or is near',
    fields: [
      'date_of_service',
      'subscriber_secondary.insurance_card.payer_name',
      'subscriber_tertiary.insurance_card.payer_name',
    ],
    otherwise: { severity: 'warning', when: 'days are left' },
    needs: 'filing-limits',
    severity: 'error',
    scope: 'claim',
    source:
      'The limits under Payer rules. Medicare takes claims for one calendar year (42 CFR 424.44(a)). A delay reason code extends no limit.',
    how: 'Bill it before the last day. Once it has passed, ask the payer, or give the reason for billing it late. A manager enters limits under Payer rules.',
    check: ({ data, filing }, report) => {
      if (!filing) return
      const facts = filingFacts(data)
      for (const insurance of facts.insurances) {
        const clock = filingClock(facts, insurance, filing.book, filing.today)
        // A payer without a limit is no problem of this capture: the clock beside its date says it.
        if (clock.state !== 'passed' && clock.state !== 'near') continue
        const isPrimary = insurance.rank === 'primary'
        const card = `subscriber_${insurance.rank}.insurance_card`
        const who = isPrimary
          ? ''
          : `${insurance.rank === 'secondary' ? 'Secondary' : 'Tertiary'} payer: `
        const reason =
          clock.state === 'passed' && facts.has_delay_reason
            ? '. The payer decides whether it accepts the reason for the delay'
            : ''
        report(
          isPrimary ? 'date_of_service' : `${card}.payer_name`,
          `${who}${clockWords(clock)}${reason}`,
          clock.state === 'passed' ? {} : { severity: 'warning' },
        )
      }
    },
  },
]
