// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DataGrid, type GridColumn, type GridSort } from '../../../components/ui/data-grid.tsx'
import { getVisiblePages } from '../../../components/ui/pager.tsx'
import { createTestRenderer, settle } from './test-screen.tsx'

type Lead = { id: string; name: string; at: string }

const LEADS: Lead[] = ['a', 'b', 'c', 'd'].map((id, day) => ({ id, name: `Lead ${id}`, at: `Mar ${day + 1}` }))

const COLUMNS: GridColumn<Lead>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, isSortable: true },
  { id: 'at', header: 'Received', cell: ({ at }) => at, isSortable: true, isDescendingFirst: true },
]

const render = createTestRenderer()
const onSort = vi.fn<(sort: GridSort) => void>()
let selectedIds: string[]
const NO_IDS: string[] = []

function Leads({ rows, sort, initialIds = NO_IDS }: { rows: Lead[]; sort?: GridSort; initialIds?: string[] }) {
  const [ids, setIds] = useState(initialIds)
  useEffect(() => {
    selectedIds = ids
  }, [ids])
  return (
    <DataGrid
      caption="Leads"
      columns={COLUMNS}
      rows={rows}
      getHref={({ id }) => `/dashboard/leads/${id}`}
      sort={sort}
      onSort={onSort}
      selection={{ ids, onChange: setIds, getLabel: ({ name }) => name }}
      empty={<p>No lead has this.</p>}
    />
  )
}

const queryAll = <Found extends HTMLElement>(selector: string) => [...document.querySelectorAll<Found>(selector)]
const listLinks = () => queryAll<HTMLAnchorElement>('tbody a')
const listCheckboxes = () => queryAll<HTMLInputElement>('tbody input')
const pressKey = (key: string) =>
  settle(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const click = (element: HTMLElement | undefined, init: MouseEventInit = {}) =>
  settle(() => {
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  })

describe('DataGrid', () => {
  it('has a caption, column labels and rows that link to their records', async () => {
    await render(<Leads rows={LEADS} />)
    expect(document.querySelector('caption')?.textContent).toBe('Leads')
    expect(queryAll('tbody th[scope=row]').map((cell) => cell.textContent)).toEqual(LEADS.map(({ name }) => name))
    expect(listLinks().map((link) => link.getAttribute('href'))).toEqual(
      LEADS.map(({ id }) => `/dashboard/leads/${id}`),
    )
    expect(queryAll('td[data-column="Received"]').map((cell) => cell.textContent)).toEqual(LEADS.map(({ at }) => at))
  })

  it('moves between rows with arrow keys, Home and End', async () => {
    await render(<Leads rows={LEADS} />)
    const getFocusedIndex = () => listLinks().indexOf(document.activeElement as HTMLAnchorElement)
    listLinks()[0]?.focus()
    const focusedIndexes: number[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home', 'ArrowUp']) {
      await pressKey(key)
      focusedIndexes.push(getFocusedIndex())
    }
    expect(focusedIndexes).toEqual([1, 2, 1, 3, 3, 0, 0])
  })

  it('toggles the focused row with the space bar', async () => {
    await render(<Leads rows={LEADS} />)
    listLinks()[2]?.focus()
    await pressKey(' ')
    expect(selectedIds).toEqual(['c'])
    await pressKey(' ')
    expect(selectedIds).toEqual([])
  })

  it('selects a range with Shift', async () => {
    await render(<Leads rows={LEADS} />)
    await click(listCheckboxes()[1])
    await click(listCheckboxes()[3], { shiftKey: true })
    expect(selectedIds.toSorted()).toEqual(['b', 'c', 'd'])
  })

  it('selects all rows on the page and keeps selections from other pages', async () => {
    await render(<Leads rows={LEADS} initialIds={['elsewhere']} />)
    const head = document.querySelector<HTMLInputElement>('thead input')
    expect([head?.checked, head?.indeterminate]).toEqual([false, false])
    await click(listCheckboxes()[0])
    expect([head?.checked, head?.indeterminate]).toEqual([false, true])
    await click(head ?? undefined)
    expect(selectedIds.toSorted()).toEqual(['a', 'b', 'c', 'd', 'elsewhere'])
    expect([head?.checked, head?.indeterminate]).toEqual([true, false])
    await click(head ?? undefined)
    expect(selectedIds).toEqual(['elsewhere'])
  })

  it('marks the sorted column and sorts dates descending first', async () => {
    await render(<Leads rows={LEADS} sort={{ by: 'name', direction: 'asc' }} />)
    const [name, at] = queryAll('thead th')
    expect([name?.getAttribute('aria-sort'), at?.getAttribute('aria-sort')]).toEqual(['ascending', null])
    await click(at?.querySelector('button') ?? undefined)
    await click(name?.querySelector('button') ?? undefined)
    expect(onSort.mock.calls).toEqual([[{ by: 'at', direction: 'desc' }], [{ by: 'name', direction: 'desc' }]])
    expect(listLinks().map((link) => link.textContent)).toEqual(LEADS.map(({ name }) => name))
  })

  it('shows a message when empty', async () => {
    await render(<Leads rows={[]} />)
    expect(document.body.textContent).toBe('No lead has this.')
  })
})

describe('list pagination', () => {
  it.each<[page: number, last: number, shown: (number | undefined)[]]>([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 21, [1, 2, undefined, 21]],
    [4, 21, [1, 2, 3, 4, 5, undefined, 21]],
    [10, 21, [1, undefined, 9, 10, 11, undefined, 21]],
    [21, 21, [1, undefined, 20, 21]],
  ])('on page %i of %i shows the first, last and adjacent pages', (page, last, expectedPages) => {
    expect(getVisiblePages(page, last)).toEqual(expectedPages)
  })
})
