'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { showFailure } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { RowTable } from './row-declaration.ts'

type RowExportProps<Row, About> = {
  table: RowTable<Row, About>
  rows: readonly Row[]
  about: NoInfer<About>
  /** The file's name without its ending. */
  name: string
}

/** Offers the rows as a CSV or Excel file. */
export function RowExport<Row, About>({ table, rows, about, name }: RowExportProps<Row, About>) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const save = async (format: 'csv' | 'xlsx') => {
    setAnchor(undefined)
    try {
      const { rowFile } = await import('./row-file.ts')
      saveFile(`${name}.${format}`, await rowFile(format, table, rows, about))
    } catch (error) {
      showFailure(failureOf(error))
    }
  }
  return (
    <>
      <Button
        className="ml-auto"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </Button>
      {anchor && (
        <Menu anchor={anchor} onClose={() => setAnchor(undefined)} label="Export" align="end">
          <MenuItem onSelect={() => void save('csv')}>CSV</MenuItem>
          <MenuItem onSelect={() => void save('xlsx')}>Excel</MenuItem>
        </Menu>
      )}
    </>
  )
}
