import { type ReactNode, type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import {
  type CellPosition,
  type Cells,
  padRows,
  parsePastedCells,
  insertColumn,
  removeColumn,
  pasteCells,
  insertRow,
  setText,
} from './cells.ts'
import * as styles from './styles.ts'

type ButtonProps = {
  children: ReactNode
  onClick: () => void
  disabled?: boolean | undefined
  label?: string
  isWide?: boolean
}

function GridButton({ children, onClick, disabled, label, isWide }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      style={{ ...(isWide ? styles.wideButtonStyle : styles.button), opacity: disabled ? 0.35 : 1 }}
    >
      {children}
    </button>
  )
}

type RowProps = {
  row: number
  texts: string[]
  isHeader: boolean
  isLast: boolean
  readOnly?: boolean | undefined
  onText: (column: number, text: string) => void
  onKeyDown: (event: KeyboardEvent, at: CellPosition) => void
  onPaste: (event: ClipboardEvent, at: CellPosition) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function GridRow({ row, texts, isHeader, isLast, readOnly, onText, onKeyDown, onPaste, onMove, onRemove }: RowProps) {
  return (
    <tr>
      {texts.map((text, column) => (
        <td key={column} style={styles.cell}>
          <textarea
            rows={1}
            value={text}
            readOnly={readOnly}
            aria-label={`Row ${row + 1}, column ${column + 1}`}
            data-cell={`${row}:${column}`}
            style={isHeader ? styles.headerText : styles.text}
            onChange={(event) => onText(column, event.target.value)}
            onKeyDown={(event) => onKeyDown(event, { row, column })}
            onPaste={(event) => onPaste(event, { row, column })}
          />
        </td>
      ))}
      <td style={styles.tools}>
        <GridButton label={`Move row ${row + 1} up`} disabled={readOnly || row === 0} onClick={() => onMove(row - 1)}>
          ↑
        </GridButton>
        <GridButton label={`Move row ${row + 1} down`} disabled={readOnly || isLast} onClick={() => onMove(row + 1)}>
          ↓
        </GridButton>
        <GridButton label={`Remove row ${row + 1}`} disabled={readOnly} onClick={onRemove}>
          ✕
        </GridButton>
      </td>
    </tr>
  )
}

type Props = {
  cells: Cells
  /** Fixed column headings. If absent, the first row is the header. */
  headings?: string[]
  readOnly?: boolean | undefined
  onText: (row: number, cells: Cells) => void
  onShape: (cells: Cells) => void
  onMoveRow: (from: number, to: number) => void
  onRemoveRow: (row: number) => void
}

/** Table editor. Tab moves right, Enter moves down, and pasting inserts whole tables. */
export function Grid({ cells: inputCells, headings, readOnly, onText, onShape, onMoveRow, onRemoveRow }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const cells = padRows(inputCells, headings?.length)
  const width = headings?.length ?? cells[0]?.length ?? 0

  function focusCell({ row, column }: CellPosition) {
    const input = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    input?.focus()
    return Boolean(input)
  }

  function onKeyDown(event: KeyboardEvent, { row, column }: CellPosition) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (focusCell({ row: row + 1, column }) || readOnly) return
    onShape(insertRow(cells, row + 1))
    requestAnimationFrame(() => focusCell({ row: row + 1, column }))
  }

  function onPaste(event: ClipboardEvent, position: CellPosition) {
    const pastedGrid = parsePastedCells(event.clipboardData.getData('text/plain'))
    if (!pastedGrid || readOnly) return
    event.preventDefault()
    onShape(pasteCells(cells, position, pastedGrid, headings?.length))
  }

  const renderColumnHead = (column: number) =>
    headings ? (
      headings[column] || `Column ${column + 1}`
    ) : (
      <GridButton
        label={`Remove column ${column + 1}`}
        disabled={readOnly || width === 1}
        onClick={() => onShape(removeColumn(cells, column))}
      >
        ✕
      </GridButton>
    )

  return (
    <div data-testid="grid-input">
      <div style={styles.scrollerStyle}>
        <table ref={table} style={styles.table}>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, column) => (
                <th key={column} scope="col" style={styles.heading}>
                  {renderColumnHead(column)}
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
                onText={(column, text) => onText(row, setText(cells, { row, column }, text))}
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
        <GridButton isWide disabled={readOnly} onClick={() => onShape(insertRow(cells, cells.length))}>
          Add row
        </GridButton>
        {!headings && (
          <GridButton isWide disabled={readOnly} onClick={() => onShape(insertColumn(cells, width))}>
            Add column
          </GridButton>
        )}
        <span style={styles.hintStyle}>You can paste a table from a spreadsheet into any cell.</span>
      </div>
    </div>
  )
}
