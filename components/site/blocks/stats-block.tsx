import { SectionHeading } from '../../ui/headings.tsx'
import { Link } from '../../ui/link.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function StatsBlock({ block, context }: BlockProps<'statsBlock'>) {
  const stats = block.stats ?? []
  return (
    <section className="wrap section">
      {(block.heading || block.text) && (
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="mb-8 md:mb-12" />
      )}
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-[repeat(auto-fit,minmax(--spacing(60),1fr))]">
        {stats.map(({ _key, value, label, source }) => (
          <li key={_key} className="flex flex-col border-t border-foreground pt-5">
            <p className="font-display text-figure font-semibold figures">{value}</p>
            <p className="mt-4 max-w-96 leading-snug">{label}</p>
            {source?.name && (
              <p className="label mt-4 text-muted-foreground">
                {context.labels.lists.source}{' '}
                <Link href={source.url} className={source.url ? 'text-link' : ''}>
                  {source.name}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
