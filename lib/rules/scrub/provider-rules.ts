import { isTaxId, isTaxonomyShape, taxIdIn } from '#lib/rules/codes/codes.ts'
import { isFilledIn } from '#lib/rules/codes/placeholders.ts'
import { valueAt, isGiven, textAt } from '#lib/rules/edit/json-path.ts'
import { fixTo, inCapitals } from './fixes.ts'
import { isMedicare, isSelfPay, subscribers } from './payment.ts'
import { isLookingUp, listedTaxIds } from './provider-list-rules.ts'
import { eachOf, pathsOf, providers } from './fields.ts'
import type { Rule } from './rule.ts'

/** The providers beside the two that every claim has. */
const otherProviders = providers.slice(2)
const npisOfOthers = pathsOf(
  otherProviders.map(({ path, label }) => ({ path: `${path}.npi`, label })),
)

function isNamed(provider: unknown): boolean {
  return ['last_name', 'first_name', 'organization_name'].some((name) => textAt(provider, name))
}

export const providerRules: Rule[] = [
  {
    id: 'billing-npi-missing',
    title: 'Billing provider NPI is missing',
    fields: ['billing_provider.npi'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2010AA: the billing provider has an NPI.',
    how: 'Enter the NPI of the group or person that the payer pays.',
    check: ({ data }, report) => {
      if (!textAt(data, 'billing_provider.npi'))
        report('billing_provider.npi', 'Billing provider NPI is required')
    },
  },
  {
    id: 'billing-name-missing',
    title: 'Billing provider has no name',
    fields: ['billing_provider.organization_name'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2010AA: an organization name, or a last name.',
    how: 'Enter the organization, or the last name of an individual.',
    check: ({ data }, report) => {
      if (
        !textAt(data, 'billing_provider.organization_name') &&
        !textAt(data, 'billing_provider.last_name')
      ) {
        report(
          'billing_provider.organization_name',
          'Billing provider needs an organization name or a last name',
        )
      }
    },
  },
  {
    id: 'billing-name-conflict',
    title: 'Billing provider is a person and an organization',
    fields: ['billing_provider.last_name'],
    severity: 'error',
    scope: 'claim',
    source: 'X12 837P NM102: a billing provider is a person or an organization, not both.',
    how: 'Clear the one that isn’t on file with the payer.',
    check: ({ data }, report) => {
      if (
        textAt(data, 'billing_provider.organization_name') &&
        textAt(data, 'billing_provider.last_name')
      ) {
        report(
          'billing_provider.last_name',
          'Billing provider has both an organization name and a last name; only one is allowed',
        )
      }
    },
  },
  {
    id: 'tax-id-missing',
    title: 'Billing provider tax ID is missing',
    fields: ['billing_provider.tax_id'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2010AA REF: the billing provider has a tax ID.',
    how: 'Enter the nine digits of the EIN or social security number that the payer has on file.',
    check: ({ data }, report) => {
      if (!textAt(data, 'billing_provider.tax_id') && !isSelfPay(data))
        report('billing_provider.tax_id', 'Billing provider tax ID is required')
    },
  },
  {
    id: 'tax-id-shape',
    title: 'Tax ID is not nine digits',
    fields: ['billing_provider.tax_id'],
    offers: 'Writes the nine digits without separators',
    severity: 'error',
    scope: 'capture',
    source:
      "Ottehr's tracker #9491: nine digits, no separators. IRS: the prefixes that an EIN can have.",
    how: 'Enter the nine digits only.',
    check: (input, report) => {
      const path = 'billing_provider.tax_id'
      const id = textAt(input.data, path)
      if (!id || isTaxId(id)) return
      const [listed, bare] = [listedTaxIds(input), taxIdIn(id)]
      // Another organization's number is no less wrong without its separators.
      const isRight = !isLookingUp(input) && (listed.length === 0 || listed.includes(bare ?? ''))
      if (isFilledIn(id)) report(path, `Billing provider tax ID ${id} is a placeholder`)
      else
        report(path, 'Billing provider tax ID is not nine digits without separators', {
          fix: isRight ? fixTo(path, bare) : undefined,
        })
    },
  },
  {
    id: 'billing-identification-conflict',
    title: 'Billing provider has two identifications of which one is allowed',
    fields: ['billing_provider.secondary_identification'],
    severity: 'error',
    scope: 'capture',
    source:
      "The partner's client: a secondary identification or a commercial licence type, not both.",
    how: 'Clear one of the two.',
    check: ({ data }, report) => {
      const provider = valueAt(data, 'billing_provider')
      if (
        isGiven(valueAt(provider, 'secondary_identification')) &&
        isGiven(valueAt(provider, 'provider_commercial_license_type'))
      ) {
        report(
          'billing_provider.secondary_identification',
          'Billing provider has both a secondary identification and a commercial license type; only one is allowed',
        )
      }
    },
  },
  {
    id: 'rendering-npi-missing',
    title: 'Rendering provider NPI is missing',
    fields: ['rendering_provider.npi'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P loop 2310B: who gave the service. An institutional claim (837I, loop 2310A) names this person as attending.',
    how: 'Enter the NPI of the person who provided the service.',
    check: ({ data }, report) => {
      if (!textAt(data, 'rendering_provider.npi'))
        report('rendering_provider.npi', 'Rendering provider NPI is required')
    },
  },
  {
    id: 'provider-npi-missing',
    title: 'A provider who is named has no NPI',
    fields: npisOfOthers,
    otherwise: { severity: 'warning', when: 'no card is of Medicare' },
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P loops 2310 and 2420: a provider who has an NPI is named with it. 42 CFR 424.507: Medicare pays nothing that was ordered or referred without one. A few providers have none.',
    how: 'Enter the NPI from the NPI registry, or clear the provider.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      const severity = subscribers.some(([path]) => isMedicare(data, path)) ? 'error' : 'warning'
      eachOf(data, otherProviders, (provider, path, label) => {
        if (isNamed(provider) && !textAt(provider, 'npi'))
          report(`${path}.npi`, `${label} has a name but no NPI`, { severity })
      })
    },
  },
  {
    id: 'provider-name-missing',
    title: 'A provider with an NPI has no name',
    fields: ['*.last_name'],
    severity: 'warning',
    scope: 'claim',
    source: 'X12 837P NM103: a provider is named.',
    how: 'Enter the last name, or the organization.',
    check: ({ data }, report) =>
      eachOf(data, providers.slice(1), (provider, path, label) => {
        const name = textAt(provider, 'last_name') ?? textAt(provider, 'organization_name')
        if (textAt(provider, 'npi') && !name) report(`${path}.last_name`, `${label} has no name`)
      }),
  },
  {
    id: 'rendering-is-organization',
    title: 'Rendering provider has the organization’s NPI',
    fields: ['rendering_provider.npi'],
    severity: 'warning',
    scope: 'claim',
    source:
      'CMS: an organization has an NPI of type 2, and a person who gives a service one of type 1. Only some organizations may be named as rendering.',
    how: 'Enter the NPI of the person, unless the payer wants the organization’s.',
    check: ({ data }, report) => {
      const npi = textAt(data, 'rendering_provider.npi')
      if (
        npi &&
        npi === textAt(data, 'billing_provider.npi') &&
        textAt(data, 'billing_provider.organization_name') &&
        !textAt(data, 'rendering_provider.organization_name')
      )
        report(
          'rendering_provider.npi',
          "The rendering provider has the organization's NPI instead of their own",
        )
    },
  },
  {
    id: 'taxonomy-shape',
    title: 'Taxonomy code is not ten characters ending in X',
    fields: ['*.taxonomy_code'],
    offers: 'Writes the code in capitals',
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: ten letters or digits ending in X.',
    how: 'Copy the ten characters from the NPI registry.',
    check: ({ data }, report) =>
      eachOf(data, providers, (provider, path, label) => {
        const code = textAt(provider, 'taxonomy_code')
        if (code && !isTaxonomyShape(code)) {
          const fix = fixTo(`${path}.taxonomy_code`, inCapitals(code, isTaxonomyShape))
          report(
            `${path}.taxonomy_code`,
            `${label} taxonomy code "${code}" is not ten characters ending in X`,
            { fix },
          )
        }
      }),
  },
]
