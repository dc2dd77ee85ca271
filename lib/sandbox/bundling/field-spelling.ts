/**
 * How `field_in_error` is spelled. A real partner's validators do not agree on one spelling, so neither do the sandbox's:
 * each rule has one of these, always the same. ASSUMED: field-in-error-spelling
 */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  bracketed,
  (path) => `data.${path}`,
  (path) => `data.${bracketed(path)}`,
  (path) => `charge_capture_data.${path}`,
  (path) => `charge_capture_data.${bracketed(path)}`,
]

/** Members of a capture beside its `data`: they have no prefix. */
const headerFields = new Set(['charge_external_id', 'patient_external_id', 'ehr_source_url', 'status'])

/** `service_lines.1.units` -> `service_lines[1].units` */
function bracketed(path: string): string {
  return path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** The `field_in_error` of a finding: its path in the spelling of the rule that found it. */
export function spellField(rule: string, path: string): string {
  if (headerFields.has(path)) return path
  let sum = 0
  for (const letter of rule) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return spellings[sum % spellings.length]!(path)
}
