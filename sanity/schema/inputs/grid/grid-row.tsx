import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Place } from './cells.ts'
import { GridButton } from './grid-button.tsx'
import * as styles from './styles.ts'

type Props = {
  row: number
  texts: string[]
  isHeader: boolean
  isLast: boolean
  readOnly?: boolean | undefined
  onText: (column: number, text: string) => void
  onKeyDown: (event: KeyboardEvent, at: Place) => void
  onPaste: (event: ClipboardEvent, at: Place) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One row of a table to type into, with what can be done to it. */
export function GridRow({
  row,
  texts,
  isHeader,
  isLast,
  readOnly,
  onText,
  onKeyDown,
  onPaste,
  onMove,
  onRemove,
}: Props) {
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
