import { set, unset, useFormValue, type ArrayOfObjectsInputProps } from 'sanity'
import { Grid } from './grid/grid.tsx'
import { comparisonShape, storedRows, type RowShape, type StoredRow, tableShape } from './grid/rows.ts'

type Props = ArrayOfObjectsInputProps & { shape: RowShape; headings?: string[] }

const START = [
  ['', ''],
  ['', ''],
]

function RowsInput({ value, onChange, readOnly, shape, headings }: Props) {
  const rows = (value ?? []) as StoredRow[]
  const cells = rows.map(shape.cellsOf)
  const store = (next: StoredRow[]) => onChange(next.length > 0 ? set(next) : unset())
  const started = cells.length > 0 || headings !== undefined

  return (
    <Grid
      cells={started ? cells : START}
      {...(headings && { headings })}
      readOnly={readOnly}
      onText={(row, next) => {
        const stored = storedRows(next, rows, shape)
        const changed = stored[row]
        const sameShape = next.every(({ length }, index) => length === cells[index]?.length)
        if (changed && sameShape) onChange(set(changed, [{ _key: changed._key }]))
        else store(stored)
      }}
      onShape={(next) => store(storedRows(next, rows, shape))}
      onMoveRow={(from, to) => store(moved(rows, from, to))}
      onRemoveRow={(row) => store(rows.toSpliced(row, 1))}
    />
  )
}

function moved(rows: StoredRow[], from: number, to: number): StoredRow[] {
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
