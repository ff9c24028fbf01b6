import { CityGrid } from '../city/city.tsx'
import { PlaceCheck } from '../city/place-check.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function CityGridBlock({ block, context }: BlockProps<'cityGridBlock'>) {
  const { cities, labels } = context
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <CityGrid cities={cities} labels={labels.cities} className="mt-6 sm:mt-10" />
      {block.check?.heading && (
        <PlaceCheck id={`${block._key}-place`} check={block.check} cities={cities} labels={labels.placeCheck} />
      )}
    </section>
  )
}
