import 'server-only'
import type { Failure, Issue } from '#lib/core/result.ts'

const termNames = [
  'effective_date',
  'expiration_date',
  'contract_status',
  'regions',
  'authorized_signatory',
  'commercial_insurance_types',
  'medicare_insurance_types',
  'medicaid_insurance_types',
  'contracting_provider_id',
  'payer_uuid',
  'rendering_provider_ids',
]

/** A refused contract with the field that the refusal is about, where its name or its words say which. */
export function contractRefusal(failure: Failure): Failure {
  if (failure.name === 'ContractInvalidExpirationDateHttpError') {
    return {
      ...failure,
      message: 'The contract would end before it begins.',
      issues: [{ path: 'expiration_date', message: 'The partner refused this last day: it is before the first day.' }],
    }
  }
  return refusalAtMember(failure, termNames)
}

/** A refusal whose words begin with the member that it is about: "payer_uuid: the organization has nothing with …". */
export function refusalAtMember(failure: Failure, names: readonly string[]): Failure {
  if (failure.issues.length > 0) return { ...failure, issues: failure.issues.map((issue) => withPath(issue, names)) }
  const said = withPath({ path: '', message: failure.message }, names)
  return said.path === ''
    ? failure
    : { ...failure, message: 'The partner did not accept some of the values.', issues: [said] }
}

function withPath(issue: Issue, names: readonly string[]): Issue {
  if (issue.path !== '') return { ...issue, path: issue.path.replace(/\.(value|type)(\..*)?$/, '') }
  const [, name, words] = /^([a-z_]+)[\w.[\]]*:\s*(.+)$/s.exec(issue.message) ?? []
  return name !== undefined && words !== undefined && names.includes(name) ? { path: name, message: words } : issue
}
