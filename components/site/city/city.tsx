import { stegaClean } from 'next-sanity'
import { Fragment } from 'react'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { CITY_ROOT, buildCityHref, SAMPLE_CALL_HREF, PRICING_PATH } from '../../../lib/routes.ts'
import type { CITY_QUERY_RESULT, CITY_GRID_QUERY_RESULT } from '../../../sanity/types.ts'
import { Actions, toBookingActions } from '../../ui/button-link.tsx'
import { ClosingBand } from '../../ui/closing-band.tsx'
import { FaqList } from '../../ui/faq-list.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ContentImage } from '../../ui/image.tsx'
import { Link, TextLink, TouchLink } from '../../ui/link.tsx'
import { Prose } from '../../ui/prose.tsx'
import { TruncatedLines } from '../call/transcript.tsx'
import { getEditAttributes } from '../preview/editable.ts'
import { PriceNote } from '../pricing/lowest-price.tsx'
import type { BlockContext } from '../types/blocks.ts'
import { ClimateChart } from './climate-chart.tsx'

type City = NonNullable<CITY_QUERY_RESULT>
const OPENING_LINES = 2
const ENDING_LINES = 2

function CityCall({ call, labels }: { call: NonNullable<City['call']>; labels: UiCopy['call'] }) {
  const lines = (call.lines ?? []).map(({ _key, speaker, text }) => {
    const speakerKey = stegaClean(speaker) ?? 'caller'
    return (
      <li key={_key} data-speaker={speakerKey}>
        <span>{labels[speakerKey]}</span> {text}
      </li>
    )
  })
  return (
    <section className="rounded-3xl panel p-5 floating sm:p-7 lg:col-span-5">
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-xl">{call.heading}</h2>
        <p className="label text-muted-foreground">{labels.example}</p>
      </div>
      <section aria-label={labels.transcript} className="city-call">
        <TruncatedLines lines={lines} openingCount={OPENING_LINES} endingCount={ENDING_LINES} moreLabel={labels.more} />
      </section>
      {call.outcome && (
        <p className="mt-5 flex items-center gap-3 rounded-lg bg-accent-muted p-3 text-note/snug font-medium">
          <Icon name="check" size={20} className="text-accent" />
          {call.outcome}
        </p>
      )}
    </section>
  )
}

type CityLabels = UiCopy['cities']

type CityGridProps = { cities: CITY_GRID_QUERY_RESULT; labels: CityLabels; className: string }

export function CityGrid({ cities, labels, className }: CityGridProps) {
  if (cities.length === 0) return <p className={`text-muted-foreground ${className}`}>{labels.none}</p>
  return (
    <ul className={`city-grid ${className}`}>
      {cities.map(({ _id, name, state, slug, summary }) => (
        <li key={_id} className="city-card">
          <h3>
            <Link href={buildCityHref({ slug })}>{name}</Link>
          </h3>
          <p className="city-state label">{state}</p>
          <p className="city-summary">{summary}</p>
        </li>
      ))}
    </ul>
  )
}

const NEARBY_CITY_COUNT = 4

type OtherCitiesProps = { cities: CITY_GRID_QUERY_RESULT; current: string; heading: string }

function OtherCities({ cities, current, heading }: OtherCitiesProps) {
  const position = cities.findIndex(({ _id }) => _id === current)
  const nearbyCities = [...cities.slice(position + 1), ...cities.slice(0, Math.max(position, 0))].slice(
    0,
    NEARBY_CITY_COUNT,
  )
  if (nearbyCities.length === 0) return null
  return (
    <nav aria-labelledby="other-cities" className="wrap section">
      <h2 id="other-cities" className="text-subtitle">
        {heading}
      </h2>
      <ul className="mt-6 grid gap-x-8 border-t sm:grid-cols-2 lg:grid-cols-4">
        {nearbyCities.map(({ _id, name, state, slug }) => (
          <li key={_id} className="border-b sm:border-b-0">
            <Link
              href={buildCityHref({ slug })}
              className="group flex min-h-11 items-center justify-between gap-4 py-5"
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

type CityPageProps = { city: City; labels: UiCopy; isPreview: boolean } & Pick<
  BlockContext,
  'cities' | 'booking' | 'lowest' | 'tagline'
>

function CityHero({ city, booking, lowest, tagline, labels }: Omit<CityPageProps, 'cities' | 'isPreview'>) {
  const { call } = city
  const actions = [...toBookingActions(booking), { _key: 'hear', label: labels.cities.hear, href: SAMPLE_CALL_HREF }]
  return (
    <header className="wrap grid items-center gap-x-12 gap-y-10 pt-4 pb-8 md:pt-10 md:pb-12 lg:grid-cols-12">
      <div className={call ? 'lg:col-span-7' : 'lg:col-span-10'}>
        <div className="label text-muted-foreground">
          <nav aria-label="Breadcrumb" className="inline">
            <TouchLink href={CITY_ROOT}>{labels.cities.all}</TouchLink>
            <span aria-hidden="true"> / </span>
            <span aria-current="page">{city.name}</span>
          </nav>
          {tagline && <span> · {tagline}</span>}
        </div>
        <h1 className="mt-4 text-hero md:mt-5">{city.headline}</h1>
        <p className="mt-5 max-w-lead text-lead text-muted-foreground md:mt-7">{city.intro}</p>
        <Actions actions={actions} className="mt-7 md:mt-9" />
        {booking?.url && <PriceNote note={booking.note} plan={lowest} className="mt-4" />}
      </div>
      {call && <CityCall call={call} labels={labels.call} />}
    </header>
  )
}

function Sources({ sources, label }: { sources: (Source | null)[]; label: string }) {
  const sourcesByName = new Map(sources.flatMap((source) => (source?.name ? [[source.name, source] as const] : [])))
  return (
    <p className="label mt-8 text-muted-foreground">
      {label}{' '}
      {[...sourcesByName.values()].map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && '; '}
          <TextLink href={url}>{name}</TextLink>
        </Fragment>
      ))}
    </p>
  )
}

type Source = { name: string | null; url: string | null }

function CityFacts({ city, labels, isPreview }: Pick<CityPageProps, 'city' | 'isPreview'> & { labels: CityLabels }) {
  const facts = city.localFacts ?? []
  const source = city.climate?.source ?? null
  if (facts.length === 0 && !source) return null
  return (
    <section className="wrap section">
      <ClimateChart
        city={city.name}
        labels={labels}
        attributes={getEditAttributes(isPreview, { id: city._id, type: 'city', path: 'climate' })}
        monthlyMeanF={city.climate?.monthlyMeanF ?? null}
      />
      <dl className="mt-10 grid gap-x-8 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {facts.map(({ _key, label, value }) => (
          <div key={_key} className="border-t py-4">
            <dt className="label text-muted-foreground">{label}</dt>
            <dd className="mt-1 leading-snug font-semibold figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Sources sources={[source, ...facts.map((fact) => fact.source)]} label={labels.sources} />
    </section>
  )
}

/** Splits the assistant's question from the text. The last paragraph is the question if all of it is bold. */
function splitQuestion(body: NonNullable<City['sections']>[number]['body']) {
  const last = body?.at(-1)
  const isQuestion =
    last?._type === 'block' && last.children?.every(({ marks }) => marks?.some((mark) => mark === 'strong'))
  return isQuestion ? { text: body?.slice(0, -1) ?? null, question: [last] } : { text: body, question: null }
}

function CitySections({ city: { name, sections }, labels }: Pick<CityPageProps, 'city'> & { labels: CityLabels }) {
  if (!sections?.length) return null
  return (
    <section className="wrap section">
      <SectionHeading heading={fill(labels.needs, { city: name })} />
      <div className="mt-6 grid gap-4 sm:mt-10 lg:grid-cols-2">
        {sections.map(({ _key, heading, body }) => {
          const { text, question } = splitQuestion(body)
          return (
            <section key={_key} className="flex flex-col panel p-5 sm:p-8">
              <h3 className="text-card-title leading-tight">{heading}</h3>
              <Prose value={text} className="mt-4 mb-5 text-muted-foreground" />
              {question && (
                <div className="mt-auto border-l-2 border-accent pl-3 text-base/snug">
                  <p className="text-sm text-accent">{labels.asks}</p>
                  <Prose value={question} />
                </div>
              )}
            </section>
          )
        })}
      </div>
    </section>
  )
}

export function CityPage({ city, cities, booking, lowest, tagline, labels, isPreview }: CityPageProps) {
  return (
    <article>
      <CityHero city={city} booking={booking} lowest={lowest} tagline={tagline} labels={labels} />
      <ContentImage
        source={city.image}
        width={1200}
        sizes="(min-width: 1280px) 75rem, 92vw"
        aspectRatio={5 / 2}
        className="wrap"
      />
      <CitySections city={city} labels={labels.cities} />
      <CityFacts city={city} labels={labels.cities} isPreview={isPreview} />
      {city.faqs && city.faqs.length > 0 && (
        <section className="wrap section grid gap-x-12 gap-y-6 lg:grid-cols-12">
          <h2 className="text-title lg:col-span-4">{fill(labels.cities.questions, { city: city.name })}</h2>
          <div className="lg:col-span-8">
            <FaqList faqs={city.faqs} />
          </div>
        </section>
      )}
      <OtherCities cities={cities} current={city._id} heading={labels.cities.others} />
      <ClosingBand
        heading={city.closing?.heading ?? fill(labels.cities.closing, { city: city.name })}
        text={city.closing?.text}
        actions={[...toBookingActions(booking), { _key: 'prices', label: labels.cities.prices, href: PRICING_PATH }]}
      />
    </article>
  )
}
