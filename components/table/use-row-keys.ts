import { useRouter } from 'next/navigation'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import type { RowAction, RowTable } from './row-declaration.ts'

type RowKeys<Row> = {
  /** The row that the keys act on. */
  current: Row | undefined
  target: string | undefined
  actions: readonly RowAction<Row>[]
  move: (by: number) => void
  onChoose: ((row: Row) => void) | undefined
}

/** The keys of a table: move, open, act on the current row. */
export function useRowKeys<Row, About>(
  { hasKeys, open }: RowTable<Row, About>,
  { current, target, actions, move, onChoose }: RowKeys<Row>,
): void {
  const router = useRouter()
  const go = (href: string) => {
    holdKeysUntilPage(href)
    router.push(href)
  }
  const on = (keys: string, label: string, run: (row: Row) => unknown) => ({
    keys,
    label,
    target,
    whyNot: current ? undefined : 'There is no row',
    run: () => current && run(current),
  })
  const bindings = [
    { keys: 'j', label: 'Next row', run: () => move(1), repeats: true },
    { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true },
    ...(onChoose ? [on('Enter', 'Open or close the row', onChoose)] : []),
    ...(open ? [on('Enter', open.label, (row) => go(open.hrefOf(row)))] : []),
    ...actions.flatMap(({ keys, label, keyLabel = label, isShown, isBusy, run }) =>
      keys
        ? on(keys, keyLabel, (row) => (isShown?.(row) ?? true) && !isBusy?.(row) && run(row))
        : [],
    ),
  ]
  useKeys(hasKeys ? bindings : [])
}
