import { savePreferences, saveView, readView } from '#lib/actions/personal.ts'
import { readList } from '#lib/actions/read.ts'
import type { Result } from '#lib/core/result.ts'
import type { ListOperation } from '#lib/lists/list-spec.ts'
import type { ListView, ListRequest } from '#lib/lists/view.ts'
import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'

/** One page of rows, read through the console. */
export async function readRows<Row extends BaseRow>(request: ListRequest): Promise<Result<RowPage<Row>>> {
  const { reply } = await readList(request)
  // The server projected these rows by the operation that the request names.
  return JSON.parse(await reply) as Result<RowPage<Row>>
}

/** Where a list gets its rows and keeps what a person chose: the console's own server. */
export const listSource = {
  readRows,
  /** Keeps a view that may not stand in a link; the id goes into the link instead. */
  storeView: (list: ListOperation, view: ListView) => saveView({ list, view: { ...view } }),
  loadView: (list: ListOperation, id: string) => readView({ list, id }),
  saveColumns: (list: ListOperation, columns: { order: string[]; hidden: string[]; widths: Record<string, number> }) =>
    savePreferences({ columns: { [list]: columns } }),
}
