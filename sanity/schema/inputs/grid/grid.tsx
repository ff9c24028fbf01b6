import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import {
  type Cells,
  even,
  pastedCells,
  type Place,
  withColumn,
  withoutColumn,
  withPasted,
  withRow,
  withText,
} from './cells.ts'
import { GridButton } from './grid-button.tsx'
import { GridRow } from './grid-row.tsx'
import * as styles from './styles.ts'

type Props = {
  cells: Cells
  /** Headings that stand elsewhere and fix the number of columns; without them the first row is the header. */
  headings?: string[]
  readOnly?: boolean | undefined
  /** One text of a row changed. */
  onText: (row: number, cells: Cells) => void
  /** Rows or columns were added, pasted or removed. */
  onShape: (cells: Cells) => void
  onMoveRow: (from: number, to: number) => void
  onRemoveRow: (row: number) => void
}

/** A table to type into: Tab to the next cell, Enter to the one below, a table from a spreadsheet pasted at once. */
export function Grid({ cells: given, headings, readOnly, onText, onShape, onMoveRow, onRemoveRow }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const cells = even(given, headings?.length)
  const width = headings?.length ?? cells[0]?.length ?? 0

  function focusCell({ row, column }: Place) {
    const input = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    input?.focus()
    return Boolean(input)
  }

  function onKeyDown(event: KeyboardEvent, { row, column }: Place) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (focusCell({ row: row + 1, column }) || readOnly) return
    onShape(withRow(cells, row + 1))
    requestAnimationFrame(() => focusCell({ row: row + 1, column }))
  }

  function onPaste(event: ClipboardEvent, at: Place) {
    const pasted = pastedCells(event.clipboardData.getData('text/plain'))
    if (!pasted || readOnly) return
    event.preventDefault()
    onShape(withPasted(cells, at, pasted, headings?.length))
  }

  const columnHead = (column: number) =>
    headings ? (
      headings[column] || `Column ${column + 1}`
    ) : (
      <GridButton
        label={`Remove column ${column + 1}`}
        disabled={readOnly || width === 1}
        onClick={() => onShape(withoutColumn(cells, column))}
      >
        ✕
      </GridButton>
    )

  return (
    <div data-testid="grid-input">
      <div style={styles.scroller}>
        <table ref={table} style={styles.table}>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, column) => (
                <th key={column} scope="col" style={styles.heading}>
                  {columnHead(column)}
                </th>
              ))}
              <th scope="col" style={styles.heading}>
                Row
              </th>
            </tr>
          </thead>
          <tbody>
            {cells.map((texts, row) => (
              <GridRow
                key={row}
                row={row}
                texts={texts}
                isHeader={row === 0 && !headings}
                isLast={row === cells.length - 1}
                readOnly={readOnly}
                onText={(column, text) => onText(row, withText(cells, { row, column }, text))}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                onMove={(to) => onMoveRow(row, to)}
                onRemove={() => onRemoveRow(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div style={styles.actions}>
        <GridButton wide disabled={readOnly} onClick={() => onShape(withRow(cells, cells.length))}>
          Add row
        </GridButton>
        {!headings && (
          <GridButton wide disabled={readOnly} onClick={() => onShape(withColumn(cells, width))}>
            Add column
          </GridButton>
        )}
        <span style={styles.hint}>A table copied from a spreadsheet can be pasted into any cell.</span>
      </div>
    </div>
  )
}
