import { Icon } from '../ui/icon.tsx'
import type { BlockProps } from './types.ts'

/** A few reasons to trust the product, open to everybody: a row on a desktop, a short list on a phone. */
export function TrustBandBlock({ block, context }: BlockProps<'trustBandBlock'>) {
  const facts = block.facts ?? []
  const Heading = context.isFirst ? 'h1' : 'h2'
  return (
    <section className="ground">
      <div className="wrap py-6 md:py-10">
        {block.heading && (
          <Heading className="mb-4 text-lg leading-snug tracking-normal md:mb-7">{block.heading}</Heading>
        )}
        <ul className="grid gap-x-8 gap-y-3.5 sm:grid-cols-2 sm:gap-y-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {facts.map(({ _key, title, text, icon }) => (
            <li key={_key} className="flex items-start gap-3.5 leading-snug">
              <Icon name={icon ?? 'check'} size={22} className="mt-px text-ice" />
              <p>
                <strong className="block font-semibold">{title}</strong>
                <span className="label text-muted">{text}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
