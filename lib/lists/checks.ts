/** The page of the catalogue of checks. */
export const checksHref = '/checks'

/** The page of the code lists that some checks need. */
export const codeSetsHref = '/settings/code-sets'

/** The catalogue with a check open. */
export function checkHref(id: string): string {
  return `${checksHref}?check=${encodeURIComponent(id)}`
}
