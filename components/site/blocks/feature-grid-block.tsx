import { stegaClean } from 'next-sanity'
import { SectionHeading } from '../../ui/headings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { BlockOf, BlockProps } from '../types/blocks.ts'

type Feature = NonNullable<BlockOf<'featureGridBlock'>['features']>[number]

const getColumnsClass = (count: number) => (count === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3')

function Card({ title, text, icon, link }: Feature) {
  return (
    <li className="flex gap-4 border-b py-4 sm:block sm:border-r sm:p-6 sm:max-lg:odd:last:col-span-2 md:p-8">
      {icon && <Icon name={icon} size={26} className="mt-0.5 self-start text-accent" />}
      <div>
        <h3 className="text-lg leading-tight sm:mt-4 sm:text-xl">{title}</h3>
        <p className="mt-1.5 text-note text-muted-foreground sm:mt-3 sm:text-base">{text}</p>
        {link?.href && (
          <Link href={link.href} className="touch-link font-medium">
            {link.label}
          </Link>
        )}
      </div>
    </li>
  )
}

export function FeatureGridBlock({ block, context }: BlockProps<'featureGridBlock'>) {
  const features = block.features ?? []
  if (stegaClean(block.layout) === 'list') {
    return (
      <section className="wrap section grid gap-x-12 gap-y-6 lg:grid-cols-12">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-4" />
        <ul className="border-b lg:col-span-8">
          {features.map(({ _key, title, text }) => (
            <li key={_key} className="grid gap-x-12 gap-y-1.5 border-t py-4 md:grid-cols-12 md:py-5">
              <h3 className="text-lg leading-tight md:col-span-5 md:text-card-title">{title}</h3>
              <p className="text-note text-muted-foreground md:col-span-7 md:text-base">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    )
  }
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ul className={`mt-6 grid border-t sm:mt-10 sm:grid-cols-2 sm:border-l ${getColumnsClass(features.length)}`}>
        {features.map((feature) => (
          <Card key={feature._key} {...feature} />
        ))}
      </ul>
    </section>
  )
}
