import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { FillingTableView } from './filling-table.tsx'
import type { RowTable } from './row-declaration.ts'
import { RowTableView, type RowTableHandle } from './row-table.tsx'

type Fruit = { name: string; count: number; cents?: number }

const fruits: RowTable<Fruit> = {
  label: 'Fruits',
  key: 'name',
  name: 'name',
  open: { label: 'Open the fruit', hrefOf: ({ name }) => `/fruits/${name}` },
  hasKeys: true,
  columns: {
    name: { header: 'Name', isName: true, value: 'name' },
    count: { header: 'Count', kind: 'count', value: 'count' },
    cost: {
      header: 'Cost',
      kind: 'cents',
      value: 'cents',
      sum: (of) => `${of.length} priced`,
    },
    note: { header: 'Only in the file', screen: false, value: () => 'note' },
  },
}
const table = page.getByRole('table', { name: 'Fruits' })
const rows: Fruit[] = [
  { name: 'Plum', count: 1_200, cents: 5_00 },
  { name: 'Fig', count: 3 },
  { name: 'Pear', count: 40, cents: 7_50 },
]

test('rows are in the order of their groups, and the keys move through them in that order', async () => {
  const grouped: RowTable<Fruit> = {
    ...fruits,
    groups: [
      { label: 'Few', has: ({ count }) => count < 50 },
      { label: 'None', has: ({ count }) => count === 0 },
      { label: 'Many', has: () => true },
    ],
  }
  await showPage(
    '/fruits',
    <>
      <h1>Fruits</h1>
      <RowTableView table={grouped} rows={rows} about={undefined} />
    </>,
  )
  const words = () =>
    table
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map((cell) => cell.textContent).join('|'))
  await expect
    .poll(words)
    .toEqual([
      'Name|Count|Cost',
      'Few · 2|2 priced',
      'Fig|3|',
      'Pear|40|$7.50',
      'Many · 1|1 priced',
      'Plum|1,200|$5.00',
    ])
  await expectAccessible('rows in groups')
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('link', { name: 'Pear' })).toHaveFocus()
  await userEvent.keyboard('jjj')
  await expect.element(page.getByRole('link', { name: 'Plum' })).toHaveFocus()
  await userEvent.keyboard('k{Enter}')
  await expect.poll(() => visits()).toEqual(['/fruits/Pear'])
})

test('a press in the head sorts from the greatest or by name, the next one reverses, and equal rows are in their own order', async () => {
  const sorted: RowTable<Fruit> = {
    ...fruits,
    sorts: {
      by: {
        name: (a, b) => a.name.localeCompare(b.name),
        count: (a, b) => a.count - b.count,
      },
      first: 'count',
      ties: ['name'],
    },
    columns: {
      ...fruits.columns,
      name: { ...fruits.columns['name']!, sorts: [{ by: 'name', label: 'Name' }] },
      count: { ...fruits.columns['count']!, sorts: [{ by: 'count', label: 'Count' }] },
    },
  }
  const more = [...rows, { name: 'Apple', count: 40 }]
  await showPage('/fruits', <RowTableView table={sorted} rows={more} about={undefined} />)
  const names = () =>
    table
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(names).toEqual(['Plum', 'Apple', 'Pear', 'Fig'])
  const head = (name: string) => table.getByRole('columnheader', { name })
  await expect.element(head('Count')).toHaveAttribute('aria-sort', 'descending')
  await head('Count').getByRole('button').click()
  await expect.poll(names).toEqual(['Fig', 'Apple', 'Pear', 'Plum'])
  await expect.element(head('Count')).toHaveAttribute('aria-sort', 'ascending')
  await head('Name').getByRole('button').click()
  await expect.poll(names).toEqual(['Apple', 'Fig', 'Pear', 'Plum'])
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
})

test('a row opens beside the table by a press or a key, and takes the focus again', async () => {
  const { open: _, ...closed } = fruits
  function Chosen() {
    const [chosen, choose] = useState<string>()
    const handle = useRef<RowTableHandle>(null)
    return (
      <>
        <RowTableView
          handle={handle}
          table={closed}
          rows={rows}
          about={undefined}
          chosen={chosen}
          onChoose={({ name }) => choose(name === chosen ? undefined : name)}
        />
        <button type="button" onClick={() => handle.current?.focusRow('Fig')}>
          Back to the fig
        </button>
      </>
    )
  }
  await showPage('/fruits', <Chosen />)
  const open = (name: string) => table.getByRole('button', { name, expanded: true })
  await table.getByRole('button', { name: 'Pear' }).click()
  await expect.element(open('Pear')).toBeVisible()
  await table.getByText('1,200').click()
  await expect.element(open('Plum')).toBeVisible()
  await expect.element(open('Pear')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to the fig' }).click()
  await expect.element(table.getByRole('button', { name: 'Fig' })).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(open('Plum')).toHaveFocus()
})

test('an action has a button in each row that may have it, and a key for the current one', async () => {
  const eaten: string[] = []
  const eat = {
    label: 'Eat',
    keys: 'd',
    isShown: ({ count }: Fruit) => count > 3,
    run: ({ name }: Fruit) => eaten.push(name),
  }
  await showPage(
    '/fruits',
    <RowTableView table={fruits} rows={rows} about={undefined} actions={[eat]} />,
  )
  await page.getByRole('button', { name: 'Eat: Pear' }).click()
  await expect.element(page.getByRole('button', { name: 'Eat: Fig' })).not.toBeInTheDocument()
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('link', { name: 'Fig' })).toHaveFocus()
  await userEvent.keyboard('dkd')
  expect(eaten).toEqual(['Pear', 'Plum'])
})

test('what opens under a row stays open while the rows are read again', async () => {
  const opening: RowTable<Fruit> = {
    ...fruits,
    columns: {
      ...fruits.columns,
      more: {
        header: 'More',
        cell: ({ name }, _, { isOpen, toggle }) => (
          <button type="button" aria-expanded={isOpen} onClick={toggle}>
            About {name}
          </button>
        ),
      },
    },
    detail: ({ name }) => <p>{name} grows on a tree.</p>,
  }
  function Fruits() {
    const [read, setRead] = useState(rows)
    return (
      <>
        <button type="button" onClick={() => setRead(read.map((row) => ({ ...row })))}>
          Read again
        </button>
        <RowTableView table={opening} rows={read} about={undefined} />
      </>
    )
  }
  await showPage('/fruits', <Fruits />)
  const about = page.getByText('Fig grows on a tree.')
  await page.getByRole('button', { name: 'About Fig' }).click()
  await expect.element(about).toBeVisible()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.element(about).toBeVisible()
  await expect.element(page.getByText('Plum grows on a tree.')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'About Fig' }).click()
  await expect.element(about).not.toBeInTheDocument()
})

test('of many rows only those in sight are in the document, and a key goes to the last one', async () => {
  const many: Fruit[] = Array.from({ length: 1_000 }, (_, count) => ({
    name: `Fruit ${count}`,
    count,
  }))
  await showPage(
    '/fruits',
    <div className="flex h-100 flex-col">
      <FillingTableView table={fruits} rows={many} about={undefined}>
        {(current) => <footer>Current: {current?.name}</footer>}
      </FillingTableView>
    </div>,
  )
  await expect.element(table).toHaveAttribute('aria-rowcount', '1001')
  const foot = page.getByText(/^Current/)
  await expect.element(foot).toMatchTextContent('Current: Fruit 0')
  expect(table.getByRole('row').elements().length).toBeLessThan(100)
  await table.getByRole('link', { name: 'Fruit 9', exact: true }).click({ modifiers: ['Control'] })
  await expect.element(foot).toMatchTextContent('Current: Fruit 9')
  await userEvent.keyboard('j'.repeat(40))
  const link = table.getByRole('link', { name: 'Fruit 49', exact: true })
  await expect.element(link).toHaveFocus()
  await expect
    .element(table.getByRole('row', { name: 'Fruit 49 49' }))
    .toHaveAttribute('aria-rowindex', '51')
})
