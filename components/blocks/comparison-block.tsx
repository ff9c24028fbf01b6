import { stegaClean } from 'next-sanity'
import { Choices } from '../ui/choices.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

const MARKS = { yes: 'check', no: 'minus' } as const

/** A plain yes or no gets a mark in front, so that a column can be scanned. */
function Cell({ text }: { text: string }) {
  const answer = stegaClean(text).trim().toLowerCase().replace(/\.$/, '')
  const mark = answer === 'yes' || answer === 'no' ? answer : undefined
  return (
    <span className="flex items-start gap-2.5">
      {mark && (
        <Icon
          name={MARKS[mark]}
          size={18}
          className={`mt-0.75 ${mark === 'yes' ? 'text-accent' : 'text-muted-foreground'}`}
        />
      )}
      <span>{text}</span>
    </span>
  )
}

/** A table of what is compared with what. On a phone the style sheet shows one column at a time: the one that is chosen above it. */
export function ComparisonBlock({ block, context }: BlockProps<'comparisonBlock'>) {
  const columns = block.columns ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <div className="compare">
        <Choices
          legend="Column to show"
          name={`column-${block._key}`}
          choices={columns.map((column, index) => ({ value: String(index + 1), label: column }))}
          className="mt-8 flex md:hidden print:hidden"
          choiceClassName="flex-1 px-1.5 py-1 text-center text-note leading-tight"
        />
        <DataTable
          caption={block.heading}
          columns={[
            <span key="feature" className="sr-only">
              What is compared
            </span>,
            ...columns.map((column) => <span key={column}>{column}</span>),
          ]}
          rows={(block.rows ?? []).map(({ _key, feature, cells }) => ({
            key: _key,
            cells: [feature, ...columns.map((column, index) => <Cell key={column} text={cells?.[index] ?? ''} />)],
          }))}
          narrow="scroll"
          className="comparison"
        />
      </div>
    </section>
  )
}
