import { Icon } from '../../ui/icon.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function TrustBandBlock({ block, context }: BlockProps<'trustBandBlock'>) {
  const facts = block.facts ?? []
  const Heading = context.isFirst ? 'h1' : 'h2'
  return (
    <section className="ground">
      <div className="wrap py-6 md:py-10">
        {block.heading && (
          <Heading className="mb-4 text-lg leading-snug tracking-normal md:mb-7">{block.heading}</Heading>
        )}
        <ul className="facts">
          {facts.map(({ _key, title, text, icon }) => (
            <li key={_key}>
              <Icon name={icon ?? 'check'} size={22} />
              <p>
                <strong>{title}</strong>
                <span className="label">{text}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
