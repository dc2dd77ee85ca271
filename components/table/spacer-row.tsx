/** Stands for the rows that are not drawn; `aria-rowindex` of the others tells the places. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td aria-hidden="true" style={{ height }} colSpan={columns} className="p-0" />
    </tr>
  )
}
