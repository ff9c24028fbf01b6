import { CityGrid } from '../city/city.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** Every city, each with the shape of its year. */
export function CityGridBlock({ block, context }: BlockProps<'cityGridBlock'>) {
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <CityGrid cities={context.cities} words={context.words.cities} className="mt-6 sm:mt-10" />
    </section>
  )
}
