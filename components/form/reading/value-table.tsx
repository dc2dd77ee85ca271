import type { ReactNode } from 'react'
import { type Json, type JsonObject, isJsonObject, isRawJson } from '#lib/core/json.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'

const widest = 7

/**
 * The columns of rows that a table can hold: flat, and few enough to be read. Undefined where a
 * list is better.
 */
export function tableColumns(
  rows: readonly Json[],
  order: readonly string[],
): string[] | undefined {
  if (
    rows.length === 0 ||
    !rows.every((row) => isJsonObject(row) && Object.values(row).every(isFlat))
  )
    return undefined
  const filled = new Set(
    (rows as JsonObject[]).flatMap((row) =>
      Object.keys(row).filter((name) => row[name] !== null && row[name] !== ''),
    ),
  )
  const names = [
    ...order.filter((name) => filled.has(name)),
    ...[...filled].filter((name) => !order.includes(name)),
  ]
  return names.length > 0 && names.length <= widest ? names : undefined
}

/** Flat rows as a table; `children` draws one value. */
export function ValueTable({
  rows,
  columns,
  children,
}: {
  rows: readonly JsonObject[]
  columns: readonly string[]
  children: (value: Json | undefined, name: string) => ReactNode
}) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th scope="col" className="w-6 font-normal">
            #
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="pr-4 pb-0.5 font-normal">
              {fieldLabel(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // Rows of a list to be read have no identity but their place.
          <tr key={place} className="border-t border-line align-top">
            <td className="py-1 text-xs text-ink-3 tabular-nums">{place + 1}</td>
            {columns.map((name) => (
              <td key={name} className="py-1 pr-4 break-words">
                {children(row[name], name)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isFlat(value: Json): boolean {
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object' || item === null || isRawJson(item))
  return !isJsonObject(value)
}
