import type { ClaimCase } from './claim-case.ts'

const card = 'subscriber_primary.insurance_card'

function memberId(id: string, value: string, words: RegExp, fix?: string): ClaimCase {
  const path = `${card}.member_id`
  return {
    id,
    changes: { [path]: value },
    expected: [{ path, severity: 'error', words, ...(fix && { fix }) }],
  }
}

function atPlan(
  id: string,
  plan_type: string,
  value: string,
  severity: 'error' | 'warning' | 'silent',
  words: RegExp,
) {
  const path = `${card}.member_id`
  return {
    id,
    changes: { [`${card}.plan_type`]: plan_type, [path]: value },
    expected: [{ path, severity, words }],
  }
}

function at(
  id: string,
  path: string,
  value: string,
  severity: 'error' | 'warning',
  words: RegExp,
): ClaimCase {
  return { id, changes: { [path]: value }, expected: [{ path, severity, words }] }
}

/**
 * Identifiers that are something else: notes, labels, dates, telephone and social security numbers,
 * placeholders.
 */
export const identifierCases: readonly ClaimCase[] = [
  memberId('I01', 'SSN 123-45-6789', /note/),
  memberId('I02', '503-555-0100', /telephone number/),
  memberId('I03', '01-02-1980', /date/),
  memberId('I04', 'GRP 12345', /note/),
  memberId('I05', 'XYZ 123 456 789', /letters and digits/, 'Write XYZ123456789'),
  memberId('I06', '000000000', /^(?!.*letters and digits).*placeholder/),
  memberId('I07', 'DECLINED', /note/),
  atPlan('I08', 'MB', '123456789A', 'error', /Medicare beneficiary identifier/),
  atPlan('I09', 'MB', '1EG4TE5MK73', 'silent', /./),
  atPlan('I10', '16', '1EG4TE5MK73', 'warning', /plan's own ID, not the Medicare one/),
  at('I11', 'billing_provider.tax_id', '000000000', 'error', /tax ID/),
  at(
    'I12',
    'service_lines.1.drug_identification.national_drug_code',
    '00000000000',
    'error',
    /drug code/,
  ),
  at('I13', 'prior_authorization_number', 'PENDING', 'error', /note/),
  at('I14', 'patient.last_name', 'Moss*', 'error', /claim can't carry \*/),
  at('I15', 'patient.address.zip_code', '10001', 'warning', /NY/),
]
