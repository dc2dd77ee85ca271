import { isNpi, isNpiShape } from '#lib/rules/codes/npi.ts'
import { asText, valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { fixTo, withoutSeparators } from './fixes.ts'
import { eachProvider } from './places.ts'
import type { Rule } from './rule.ts'

type Visit = (npi: string, path: string, label: string) => void

/** Visits every NPI on a capture. */
function eachNpi(data: unknown, visit: Visit): void {
  eachProvider(data, (provider, path, label) => {
    const npi = textAt(provider, 'npi')
    if (npi) visit(npi, `${path}.npi`, label)
  })
  const facility = textAt(data, 'service_facility.npi')
  if (facility) visit(facility, 'service_facility.npi', 'Service facility')
  const purchased = textAt(data, 'purchased_service_provider_npi')
  if (purchased) visit(purchased, 'purchased_service_provider_npi', 'Purchased service provider')
  listAt(data, 'clinical_notes').forEach((category, i) => {
    listAt(category, 'notes').forEach((note, j) => {
      const author = asText(valueAt(note, 'author_npi'))
      if (author) visit(author, `clinical_notes.${i}.notes.${j}.author_npi`, 'Clinical note author')
    })
  })
}

export const npiRules: Rule[] = [
  {
    id: 'npi-shape',
    title: 'NPI is not ten digits starting with 1 or 2',
    fields: ['*.npi', 'purchased_service_provider_npi', 'clinical_notes.notes.author_npi'],
    offers: 'Writes the NPI without its separators',
    severity: 'error',
    scope: 'capture',
    source: 'CMS: an NPI has ten digits and starts with 1 or 2.',
    how: 'Copy the ten digits from the NPI registry or the EHR.',
    check: ({ data }, report) =>
      eachNpi(data, (npi, path, label) => {
        if (!isNpiShape(npi))
          report(path, `${label} NPI "${npi}" is not ten digits starting with 1 or 2`, {
            fix: fixTo(path, withoutSeparators(npi, isNpi)),
          })
      }),
  },
  {
    id: 'npi-check-digit',
    title: 'NPI fails its check digit',
    fields: ['*.npi', 'purchased_service_provider_npi', 'clinical_notes.notes.author_npi'],
    severity: 'error',
    scope: 'capture',
    source: 'CMS: the last digit of an NPI is its Luhn check digit over the prefix 80840.',
    how: 'One digit is wrong, or two are swapped. Check the number in the NPI registry.',
    check: ({ data }, report) =>
      eachNpi(data, (npi, path, label) => {
        if (isNpiShape(npi) && !isNpi(npi))
          report(path, `${label} NPI ${npi} fails its check digit`)
      }),
  },
]
