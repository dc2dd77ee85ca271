import { accidentRules } from './accident-rules.ts'
import { addressRules } from './address-rules.ts'
import { amountRules } from './amount-rules.ts'
import { codeYearRules } from './code-year-rules.ts'
import { coordinationRules } from './coordination-rules.ts'
import { coverageRules } from './coverage-rules.ts'
import { dateRules } from './date-rules.ts'
import { diagnosisRules } from './diagnosis-rules.ts'
import { drugRules } from './drug-rules.ts'
import { facilityRules } from './facility-rules.ts'
import { withOldAndNew } from './fixes.ts'
import { flagRules } from './flag-rules.ts'
import { lineRules } from './line-rules.ts'
import { listedCodeRules } from './listed-code-rules.ts'
import { modifierRules } from './modifier-rules.ts'
import { ncciRules } from './ncci-rules.ts'
import { npiRules } from './npi-rules.ts'
import { patientRules } from './patient-rules.ts'
import { pointerRules } from './pointer-rules.ts'
import { providerListRules } from './provider-list-rules.ts'
import { providerRules } from './provider-rules.ts'
import { referenceRules } from './reference-rules.ts'
import type { Finding, Rule, ScrubInput } from './rule.ts'
import { serviceRules } from './service-rules.ts'
import { subscriberRules } from './subscriber-rules.ts'
import { textRules } from './text-rules.ts'

/** Every scrub rule, in the order in which a biller reads a charge. */
export const rules: readonly Rule[] = [
  ...flagRules,
  ...patientRules,
  ...coverageRules,
  ...subscriberRules,
  ...coordinationRules,
  ...npiRules,
  ...providerRules,
  ...providerListRules,
  ...facilityRules,
  ...addressRules,
  ...diagnosisRules,
  ...codeYearRules,
  ...lineRules,
  ...modifierRules,
  ...ncciRules,
  ...listedCodeRules,
  ...serviceRules,
  ...pointerRules,
  ...amountRules,
  ...drugRules,
  ...dateRules,
  ...accidentRules,
  ...referenceRules,
  ...textRules,
]

const rulesOf = {
  capture: rules.filter((rule) => rule.scope === 'capture'),
  claim: rules.filter((rule) => rule.scope === 'claim'),
}

/**
 * Finds errors and warnings on a charge capture before it is sent. Any JSON is accepted; wrong
 * types never throw. With `scope`, only the rules for one capture or for a whole claim run.
 */
export function scrubCapture(input: ScrubInput, scope?: Rule['scope']): Finding[] {
  const findings: Finding[] = []
  const billable = input.status === 'billable'
  for (const rule of scope ? rulesOf[scope] : rules) {
    const softened = rule.laterIsFine === true && !billable
    rule.check(input, (path, message, { severity = rule.severity, fix } = {}) => {
      findings.push({
        rule: rule.id,
        severity: softened ? 'warning' : severity,
        path,
        message,
        certain: rule.isCertain === true,
        ...(fix && { fix: withOldAndNew(input.data, fix) }),
      })
    })
  }
  return findings
}
