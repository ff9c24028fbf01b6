import { stegaClean } from 'next-sanity'
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
    <span className="flex gap-2.5">
      {mark && <Icon name={MARKS[mark]} size={18} className={`mt-1 ${mark === 'yes' ? 'text-ice' : 'text-muted'}`} />}
      <span>{text}</span>
    </span>
  )
}

/** A table of what is compared with what. On a phone every row becomes a small list under its name. */
export function ComparisonBlock({ block, context }: BlockProps<'comparisonBlock'>) {
  const columns = block.columns ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <DataTable
        caption={block.heading}
        columns={[
          <span key="feature" className="sr-only">
            What is compared
          </span>,
          ...columns,
        ]}
        labels={['', ...columns.map((column) => stegaClean(column))]}
        rows={(block.rows ?? []).map(({ _key, feature, cells }) => ({
          key: _key,
          cells: [feature, ...columns.map((column, index) => <Cell key={column} text={cells?.[index] ?? ''} />)],
        }))}
        className="comparison"
      />
    </section>
  )
}
