import { draftMode } from 'next/headers'
import { CityPage } from '@/components/city/city.tsx'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { documentMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getCity, getLowestPlan, getSettings, getWords } from '../site-data.ts'
import { CityData } from '../structured-data.tsx'

type CityProps = RouteOf<'city'>

/** Metadata of a city's page; undefined when there is none with this slug. */
export async function cityMetadata({ slug, path }: CityProps) {
  const city = await getCity(slug, { stega: false })
  if (!city) return undefined
  return documentMetadata({ path, seo: city.seo, ...ownTexts(city) })
}

/** The city with a slug. */
export async function City({ slug, path }: CityProps) {
  const [city, settings, lowest, words, cities, draft] = await Promise.all([
    getCity(slug),
    getSettings(),
    getLowestPlan(),
    getWords(),
    fetchContent(cityGridRead),
    draftMode(),
  ])
  if (!city) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <CityPage
        city={city}
        cities={cities}
        booking={settings?.booking ?? null}
        lowest={lowest}
        tagline={settings?.tagline ?? null}
        words={words}
        isPreview={draft.isEnabled}
      />
      <CityData city={city} />
    </>
  )
}
