import { set, unset, useFormValue, type ArrayOfObjectsInputProps } from 'sanity'
import { Grid } from './grid/grid.tsx'
import { comparisonShape, toStoredRows, type RowShape, type StoredRow, tableShape } from './grid/rows.ts'

type Props = ArrayOfObjectsInputProps & { shape: RowShape; headings?: string[] }

const INITIAL_CELLS = [
  ['', ''],
  ['', ''],
]

function RowsInput({ value, onChange, readOnly, shape, headings }: Props) {
  const rows = (value ?? []) as StoredRow[]
  const cells = rows.map(shape.toCells)
  const store = (next: StoredRow[]) => onChange(next.length > 0 ? set(next) : unset())
  const hasStarted = cells.length > 0 || headings !== undefined

  return (
    <Grid
      cells={hasStarted ? cells : INITIAL_CELLS}
      {...(headings && { headings })}
      readOnly={readOnly}
      onText={(row, next) => {
        const newRows = toStoredRows(next, rows, shape)
        const changedRow = newRows[row]
        const hasSameShape = next.every(({ length }, index) => length === cells[index]?.length)
        if (changedRow && hasSameShape) onChange(set(changedRow, [{ _key: changedRow._key }]))
        else store(newRows)
      }}
      onShape={(next) => store(toStoredRows(next, rows, shape))}
      onMoveRow={(from, to) => store(moveRow(rows, from, to))}
      onRemoveRow={(row) => store(rows.toSpliced(row, 1))}
    />
  )
}

function moveRow(rows: StoredRow[], from: number, to: number): StoredRow[] {
  const row = rows[from]
  return row ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows
}

export function TableRowsInput(props: ArrayOfObjectsInputProps) {
  return <RowsInput {...props} shape={tableShape} />
}

export function ComparisonRowsInput(props: ArrayOfObjectsInputProps) {
  const columns = useFormValue([...props.path.slice(0, -1), 'columns']) as string[] | undefined
  return <RowsInput {...props} shape={comparisonShape} headings={['Feature', ...(columns ?? [])]} />
}
