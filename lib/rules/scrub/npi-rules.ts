import { npiIn } from '#lib/rules/codes/mended.ts'
import { isNpi, isNpiShape } from '#lib/rules/codes/npi.ts'
import { asText } from '#lib/rules/edit/json-path.ts'
import { eachOf, npis, pathsOf } from './fields.ts'
import { fixTo } from './fixes.ts'
import type { Rule } from './rule.ts'

/** Visits every NPI on a capture. */
function eachNpi(data: unknown, visit: (npi: string, path: string, label: string) => void): void {
  eachOf(data, npis, (value, path, label) => {
    const npi = asText(value)
    if (npi) visit(npi, path, label)
  })
}

export const npiRules: Rule[] = [
  {
    id: 'npi-shape',
    title: 'NPI is not ten digits starting with 1 or 2',
    fields: pathsOf(npis),
    offers: 'Writes the NPI without separators and without the 80840 of a card',
    severity: 'error',
    scope: 'capture',
    source: 'CMS: an NPI has ten digits and starts with 1 or 2.',
    how: 'Copy the ten digits from the NPI registry or the EHR.',
    check: ({ data }, report) =>
      eachNpi(data, (npi, path, label) => {
        if (!isNpiShape(npi))
          report(path, `${label} "${npi}" is not ten digits starting with 1 or 2`, {
            fix: fixTo(path, npiIn(npi)),
          })
      }),
  },
  {
    id: 'npi-check-digit',
    title: 'NPI fails its check digit',
    fields: pathsOf(npis),
    severity: 'error',
    scope: 'capture',
    source: 'CMS: the last digit of an NPI is its Luhn check digit over the prefix 80840.',
    how: 'One digit is wrong, or two are swapped. Check the number in the NPI registry.',
    check: ({ data }, report) =>
      eachNpi(data, (npi, path, label) => {
        if (isNpiShape(npi) && !isNpi(npi)) report(path, `${label} ${npi} fails its check digit`)
      }),
  },
]
