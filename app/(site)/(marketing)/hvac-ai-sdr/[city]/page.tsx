import type { Metadata } from 'next'
import { CityPage } from '@/components/city/city-page.tsx'
import { fetchContent } from '@/sanity/fetch.ts'
import { CITY_ROOT, isContentPath } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import { documentMetadata, MISSING_METADATA } from '../../../document-metadata.ts'
import { getCity, getSettings } from '../../../site-data.ts'
import { NotFoundOrRedirect } from '../../../not-found-or-redirect.tsx'
import { CityData } from '../../../structured-data.tsx'

type Props = { params: Promise<{ city: string }> }

/** None at build time, see the page of all other paths. */
export const generateStaticParams = () => []

const pathOf = (slug: string) => `${CITY_ROOT}/${slug}`

const findCity = async (slug: string, options?: { stega: boolean }) =>
  isContentPath(pathOf(slug)) ? getCity(slug, options) : null

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { city: slug } = await props.params
  const city = await findCity(slug, { stega: false })
  if (!city) return MISSING_METADATA
  return documentMetadata({
    path: pathOf(slug),
    seo: city.seo,
    title: city.headline,
    description: city.summary ?? city.intro,
  })
}

export default async function Page(props: Props) {
  const { city: slug } = await props.params
  const [city, settings, cities] = await Promise.all([findCity(slug), getSettings(), fetchContent(cityGridRead)])
  if (!city) return <NotFoundOrRedirect path={pathOf(slug)} />
  return (
    <>
      <CityPage city={city} cities={cities} booking={settings?.booking ?? null} />
      <CityData city={city} />
    </>
  )
}
