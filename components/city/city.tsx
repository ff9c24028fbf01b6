import { ButtonLink } from '../ui/button-link.tsx'
import { CITY_ROOT, cityHref } from '../../lib/routes.ts'
import type { CITY_GRID_QUERY_RESULT, CITY_QUERY_RESULT } from '../../sanity/types.ts'
import type { BlockContext } from '../blocks/types.ts'
import type { Words } from '../../lib/words.ts'
import { editable } from '../preview/editable.ts'
import { fill } from '../ui/fill.tsx'
import { FaqList } from '../ui/faq-list.tsx'
import { Icon } from '../ui/icon.tsx'
import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { Prose } from '../ui/prose.tsx'
import { ClimateChart } from './climate-chart.tsx'
import { ClimateSparkline } from './climate-sparkline.tsx'

type CityWords = Words['cities']

type CityGridProps = { cities: CITY_GRID_QUERY_RESULT; words: CityWords; className?: string }

/** Cards of cities; the whole card is the link. */
export function CityGrid({ cities, words, className = '' }: CityGridProps) {
  if (cities.length === 0) return <p className={`text-muted-foreground ${className}`}>{words.none}</p>
  return (
    <ul className={`city-grid ${className}`}>
      {cities.map(({ _id, name, state, slug, summary, means }) => (
        <li key={_id} className="city-card">
          <ClimateSparkline means={means} className="city-year" />
          <div>
            <h3>
              <Link href={cityHref({ slug })}>{name}</Link>
            </h3>
            <p className="city-state label">{state}</p>
            <p className="city-summary">{summary}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Cities named at the end of a page. */
const NEIGHBOURS = 4

/** The next few cities in the editors' order, starting over at the end. */
export function OtherCities({ cities, current }: { cities: CITY_GRID_QUERY_RESULT; current: string }) {
  const position = cities.findIndex(({ _id }) => _id === current)
  const others = [...cities.slice(position + 1), ...cities.slice(0, Math.max(position, 0))].slice(0, NEIGHBOURS)
  if (others.length === 0) return null
  return (
    <nav aria-label="Other cities" className="wrap pb-16 md:pb-24">
      <ul className="grid border-t sm:grid-cols-2 lg:grid-cols-4">
        {others.map(({ _id, name, state, slug }) => (
          <li key={_id} className="border-b sm:border-b-0">
            <Link
              href={cityHref({ slug })}
              className="group flex min-h-11 items-center justify-between gap-4 py-5 pr-6"
            >
              <span>
                <span className="font-display text-lg font-semibold">{name}</span>
                <span className="label block text-muted-foreground">{state}</span>
              </span>
              <Icon name="arrow" size={20} className="icon-forward" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type City = NonNullable<CITY_QUERY_RESULT>
type CityPageProps = { city: City; words: Words; isPreview: boolean } & Pick<BlockContext, 'cities' | 'booking'>

/** What the page of a city says first, beside its picture. */
function CityHero({ city, booking, allCities }: Pick<CityPageProps, 'city' | 'booking'> & { allCities: string }) {
  return (
    <header className="wrap grid items-center gap-x-12 gap-y-12 pt-10 pb-12 md:pt-14 md:pb-20 lg:grid-cols-12">
      <div className={city.image?.asset ? 'lg:col-span-7' : 'lg:col-span-10'}>
        <nav aria-label="Breadcrumb" className="label flex flex-wrap items-center gap-x-2 text-muted-foreground">
          <Link href={CITY_ROOT} className="text-link inline-flex min-h-11 items-center">
            {allCities}
          </Link>
          <span aria-hidden="true">/</span>
          <span aria-current="page">
            {city.name}, {city.state}
          </span>
        </nav>
        <h1 className="mt-5 text-hero">{city.headline}</h1>
        <p className="mt-7 max-w-lead text-lead text-muted-foreground">{city.intro}</p>
        {booking?.url && (
          <ButtonLink href={booking.url} className="mt-9">
            {booking.label}
          </ButtonLink>
        )}
      </div>
      <ContentImage
        source={city.image}
        width={480}
        aspectRatio={8 / 5}
        sizes="(min-width: 1024px) 30rem, 92vw"
        className="lg:col-span-5"
        isFirst
      />
    </header>
  )
}

type Facts = NonNullable<CITY_QUERY_RESULT>['localFacts']

/** Public numbers about a city, each with its source. */
function LocalFacts({ facts }: { facts: Facts }) {
  if (!facts?.length) return null
  return (
    <dl className="wrap grid gap-x-8 gap-y-10 pb-16 sm:grid-cols-2 md:pb-24 lg:grid-cols-4">
      {facts.map(({ _key, label, value, source }) => (
        <div key={_key} className="flex flex-col border-t pt-5">
          <dt className="order-2 mt-2 text-muted-foreground">{label}</dt>
          <dd className="order-1 font-display text-card-title leading-tight font-semibold tracking-tight figures">
            {value}
          </dd>
          {source?.name && (
            <dd className="label order-3 mt-3 text-muted-foreground">
              <Link href={source.url} className="text-link inline-block py-1">
                {source.name}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** What is different in this city, in a few sections of text. */
function CitySections({ sections }: { sections: City['sections'] }) {
  if (!sections?.length) return null
  return (
    <div className="border-y bg-muted">
      <div className="wrap *:not-first:border-t">
        {sections.map(({ _key, heading, body }) => (
          <section key={_key} className="grid gap-x-12 gap-y-6 py-12 md:py-20 lg:grid-cols-12">
            <h2 className="text-subtitle lg:col-span-5">{heading}</h2>
            <Prose value={body} className="lg:col-span-7" />
          </section>
        ))}
      </div>
    </div>
  )
}

/** The page of one city: its year, what that means for a contractor there, public facts, questions. */
export function CityPage({ city, cities, booking, words, isPreview }: CityPageProps) {
  return (
    <article>
      <CityHero city={city} booking={booking} allCities={words.cities.all} />
      <div className="wrap">
        <div
          className="h-px"
          style={{ background: 'linear-gradient(90deg, var(--primary), var(--border) 38% 62%, var(--accent))' }}
        />
      </div>
      <ClimateChart
        city={city.name}
        words={words}
        attributes={editable(isPreview, { id: city._id, type: 'city', path: 'climate' })}
        monthlyMeanF={city.climate?.monthlyMeanF ?? null}
        source={city.climate?.source ?? null}
      />
      <LocalFacts facts={city.localFacts} />
      <CitySections sections={city.sections} />
      {city.faqs && city.faqs.length > 0 && (
        <section className="wrap section grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <h2 className="text-title lg:col-span-4">{fill(words.cities.questions, { city: city.name })}</h2>
          <div className="lg:col-span-8">
            <FaqList faqs={city.faqs} />
          </div>
        </section>
      )}
      <OtherCities cities={cities} current={city._id} />
    </article>
  )
}
