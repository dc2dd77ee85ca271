/** The address of a provider's page; undefined for text that is no NPI. */
export function providerHref(npi: string | null | undefined): string | undefined {
  return npi && /^\d{10}$/.test(npi) ? `/providers/${npi}` : undefined
}
