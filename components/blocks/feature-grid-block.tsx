import { SectionHeading } from '../ui/headings.tsx'
import { Icon } from '../ui/icon.tsx'
import type { BlockProps } from './types.ts'

/** Four pieces make one row; any other number makes rows of three. */
const columnsFor = (count: number) => (count === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3')

/** What the product does, in short pieces on a strict grid. */
export function FeatureGridBlock({ block, context }: BlockProps<'featureGridBlock'>) {
  const features = block.features ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ul className={`mt-14 grid border-t border-l border-line sm:grid-cols-2 ${columnsFor(features.length)}`}>
        {features.map(({ _key, title, text, icon }) => (
          <li key={_key} className="border-r border-b border-line p-6 md:p-8">
            {icon && <Icon name={icon} size={26} className="text-ice" />}
            <h3 className="mt-8 text-xl leading-tight md:mt-14">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
