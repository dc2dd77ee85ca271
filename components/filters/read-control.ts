import { valueOfName } from '#lib/lists/filter-value.ts'
import type { FilterSpec } from '#lib/lists/list-spec.ts'
import { parsePastedList } from '#lib/lists/pasted-list.ts'

/** What the control of a filter holds, as texts for `parseFilterValue`; a value that was typed by its name is its code. */
export function readControl(spec: FilterSpec, text: string): string[] {
  return spec.kind === 'multi' ? [...new Set(parsePastedList(text).map((typed) => valueOfName(spec, typed)))] : [text]
}
