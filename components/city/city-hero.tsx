import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import type { CityPageProps } from './types.ts'

/** What the page of a city says first, beside its picture. */
export function CityHero({ city, booking }: Pick<CityPageProps, 'city' | 'booking'>) {
  return (
    <header className="wrap grid items-center gap-x-12 gap-y-12 pt-10 pb-12 md:pt-14 md:pb-20 lg:grid-cols-12">
      <div className={city.image?.asset ? 'lg:col-span-7' : 'lg:col-span-10'}>
        <nav aria-label="Breadcrumb" className="label flex flex-wrap items-center gap-x-2 text-muted">
          <Link href="/hvac-ai-sdr" className="text-link inline-flex min-h-11 items-center">
            All cities
          </Link>
          <span aria-hidden="true">/</span>
          <span aria-current="page">
            {city.name}, {city.state}
          </span>
        </nav>
        <h1 className="mt-5 text-hero leading-[0.98] tracking-[-0.035em]">{city.headline}</h1>
        <p className="mt-7 max-w-[36rem] text-lead text-muted">{city.intro}</p>
        {booking?.url && (
          <Link href={booking.url} className="button button-solid mt-9">
            {booking.label}
          </Link>
        )}
      </div>
      <ContentImage
        source={city.image}
        width={480}
        aspectRatio={4 / 5}
        sizes="(min-width: 1024px) 30rem, 92vw"
        className="lg:col-span-5"
        imageClassName="max-lg:aspect-[8/5] max-lg:object-cover"
        isFirst
      />
    </header>
  )
}
