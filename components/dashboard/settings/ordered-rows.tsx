import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type KeyedRow = { key: number }

/**
 * Adds and reorders rows.
 * @param getRowName returns the name of a row for the start of a sentence
 * @returns the functions, a message for screen readers (`announcement`), and the ref of the list whose children are the
 * rows
 */
export function useOrderedRows<Row extends KeyedRow>(
  rows: readonly Row[],
  onChange: (rows: Row[]) => void,
  getRowName: (row: Row) => string,
) {
  const list = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const add = (row: Omit<Row, 'key'>, field = 0) => {
    const key = Math.max(-1, ...rows.map((existing) => existing.key)) + 1
    flushSync(() => onChange([...rows, { ...row, key } as Row]))
    list.current?.lastElementChild?.querySelectorAll('input')[field]?.focus()
  }
  /** Moves a row and keeps the focus on its button, so that pressing again moves the row further. */
  const move = (from: number, offset: -1 | 1) => {
    const to = from + offset
    const [row, neighbor] = [rows[from], rows[to]]
    if (!row || !neighbor) return
    flushSync(() => onChange(rows.with(from, neighbor).with(to, row)))
    const movedItem = list.current?.children[to]
    const button = movedItem?.querySelector<HTMLButtonElement>(`[data-move="${offset}"]:not(:disabled)`)
    const opposite = movedItem?.querySelector<HTMLButtonElement>(`[data-move="${-offset}"]`)
    ;(button ?? opposite)?.focus()
    setAnnouncement(`${getRowName(row)} is now number ${to + 1} of ${rows.length}.`)
  }
  return { list, said: announcement, setSaid: setAnnouncement, add, move }
}

type MoveButtonsProps = { name: string; position: number; count: number; onMove: (by: -1 | 1) => void }

export function MoveButtons({ name, position, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton aria-label={`Move ${name} up`} data-move="-1" disabled={position === 0} onClick={() => onMove(-1)}>
        <Icon name="up" size={18} />
      </IconButton>
      <IconButton
        aria-label={`Move ${name} down`}
        data-move="1"
        disabled={position === count - 1}
        onClick={() => onMove(1)}
      >
        <Icon name="down" size={18} />
      </IconButton>
    </>
  )
}
