import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import { HIDDEN_FOR_BILLING } from '../pricing/lowest-price.tsx'
import { Choices } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockOf, BlockProps } from '../types/blocks.ts'

const MARK_ICONS = { yes: 'check', no: 'minus', never: 'close' } as const

type Mark = keyof typeof MARK_ICONS
type Rows = NonNullable<BlockOf<'comparisonBlock'>['rows']>

const parseMark = (text: string) => /^(yes|no)\b/.exec(stegaClean(text).trim().toLowerCase())?.[1] as Mark | undefined

function Cell({ text, mark = parseMark(text) }: { text: string; mark?: Mark | undefined }) {
  return (
    <span className={mark && 'flex items-start gap-2.5'}>
      {mark && (
        <Icon
          name={MARK_ICONS[mark]}
          size={18}
          className={`mt-0.75 ${mark === 'yes' ? 'text-accent' : 'text-muted-foreground'}`}
        />
      )}
      <span>{text}</span>
    </span>
  )
}

const hasNumbers = (rows: Rows, column: number) =>
  rows.length > 0 && rows.every(({ cells }) => /^[\d,]+$/.test(stegaClean(cells?.[column]) ?? ''))

const buildChoices = (columns: string[], ourColumn: number | null, allLabel: string) => [
  ...columns
    .map((label, index) => ({ value: String(index + 1), label }))
    .filter(({ value }) => value !== String(ourColumn)),
  { value: 'all', label: allLabel },
]

function ComparisonSection({ isBand, children }: { isBand: boolean; children: ReactNode }) {
  if (!isBand) return <section className="wrap section">{children}</section>
  return (
    <section className="ground">
      <div className="wrap band [--background:var(--muted)]">{children}</div>
    </section>
  )
}

/**
 * Renders a comparison table. On a phone the style sheet shows our column next to the selected one, or all columns with
 * horizontal scrolling.
 */
export function ComparisonBlock({ block, context }: BlockProps<'comparisonBlock'>) {
  const columns = block.columns ?? []
  const rows = block.rows ?? []
  const ourColumn = block.ours !== null && block.ours <= columns.length ? block.ours : null
  const choices = buildChoices(columns, ourColumn, context.labels.comparison.all)
  const choice = fill(context.labels.comparison.choice, { column: (ourColumn && columns[ourColumn - 1]) ?? '' })
  const getMark = (column: number) => (column === ourColumn ? 'yes' : 'never')
  const getRowClass = (row: number) => {
    if (row === block.monthlyRow) return HIDDEN_FOR_BILLING.yearly
    return row === block.yearlyRow ? HIDDEN_FOR_BILLING.monthly : undefined
  }
  return (
    <ComparisonSection isBand={block.isBand === true}>
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <div className="compare">
        {choices.length > 2 && (
          <div className="mt-6 md:hidden print:hidden">
            <p className="label mb-2 text-muted-foreground" aria-hidden="true">
              {choice}
            </p>
            <Choices
              legend={choice}
              name={`column-${block._key}`}
              choices={choices}
              className="flex flex-wrap rounded-3xl"
              choiceClassName="min-w-22 flex-1 px-1.5 py-1 text-center text-note leading-tight"
            />
          </div>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the element */}
        <section className="comparison-area" tabIndex={0} aria-label={stegaClean(block.heading) ?? undefined}>
          <DataTable
            caption={block.heading}
            columns={[
              <span key="feature" className="sr-only">
                {context.labels.comparison.feature}
              </span>,
              ...columns.map((column, index) => (
                <span key={column}>
                  {index + 1 === ourColumn && block.oursMark && <small>{block.oursMark} </small>}
                  {column}
                </span>
              )),
            ]}
            rows={rows.map(({ _key, feature, cells }, row) => ({
              key: _key,
              className: getRowClass(row + 1),
              cells: [
                feature,
                ...columns.map((column, index) => (
                  <Cell
                    key={column}
                    text={cells?.[index] ?? ''}
                    mark={block.hasSigns ? getMark(index + 1) : undefined}
                  />
                )),
              ],
            }))}
            highlightedColumn={ourColumn ?? undefined}
            isRightAligned={(position) => position > 0 && hasNumbers(rows, position - 1)}
            narrow="scroll"
            className="comparison"
          />
        </section>
      </div>
    </ComparisonSection>
  )
}
