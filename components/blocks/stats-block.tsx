import { SectionHeading } from '../ui/headings.tsx'
import { Link } from '../ui/link.tsx'
import type { BlockOf, BlockProps } from './types.ts'

type Stat = NonNullable<BlockOf<'statsBlock'>['stats']>[number]

function Source({ source }: Pick<Stat, 'source'>) {
  if (!source?.name) return null
  return (
    <p className="label mt-4 text-muted">
      Source:{' '}
      <Link href={source.url} className={source.url ? 'text-link' : ''}>
        {source.name}
      </Link>
    </p>
  )
}

/** Published numbers, each with its source. */
export function StatsBlock({ block, context }: BlockProps<'statsBlock'>) {
  const stats = block.stats ?? []
  return (
    <section className="wrap band">
      {(block.heading || block.text) && (
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="mb-14" />
      )}
      <ul className="grid gap-x-10 gap-y-12 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {stats.map(({ _key, value, label, source }) => (
          <li key={_key} className="flex flex-col border-t border-ink pt-5">
            <p className="font-display text-[clamp(2.75rem,2rem+2.6vw,4rem)] leading-none font-semibold tracking-[-0.035em] tabular-nums">
              {value}
            </p>
            <p className="mt-4 max-w-[24rem] leading-snug">{label}</p>
            <Source source={source} />
          </li>
        ))}
      </ul>
    </section>
  )
}
