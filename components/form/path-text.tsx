import { pathLabel } from '#lib/contract/field-labels.ts'

/** A wire path in words. The hover has the partner's own name of the field, to quote it to them. */
export function PathText({ path }: { path: string }) {
  return (
    <span title={path} className="break-words">
      {pathLabel(path) || path}
    </span>
  )
}
