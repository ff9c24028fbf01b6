import { FaqList } from '../ui/faq-list.tsx'
import { CityHero } from './city-hero.tsx'
import { CitySections } from './city-sections.tsx'
import { ClimateStrip } from './climate-strip.tsx'
import { LocalFacts } from './local-facts.tsx'
import { OtherCities } from './other-cities.tsx'
import type { CityPageProps } from './types.ts'

/** The page of one city: its year, what that means for a contractor there, public facts, questions. */
export function CityPage({ city, cities, booking }: CityPageProps) {
  return (
    <article>
      <CityHero city={city} booking={booking} />
      <div className="wrap">
        <div className="duct" />
      </div>
      <ClimateStrip
        city={city.name}
        monthlyMeanF={city.climate?.monthlyMeanF ?? null}
        source={city.climate?.source ?? null}
      />
      <LocalFacts facts={city.localFacts} />
      <CitySections sections={city.sections} />
      {city.faqs && city.faqs.length > 0 && (
        <section className="wrap band grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <h2 className="text-title lg:col-span-4">Questions from {city.name}</h2>
          <div className="lg:col-span-8">
            <FaqList faqs={city.faqs} />
          </div>
        </section>
      )}
      <OtherCities cities={cities} current={city._id} />
    </article>
  )
}
