import { draftMode } from 'next/headers'
import { CityPage } from '@/components/site/city/city.tsx'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { cityGridRead, buildCityRead } from '@/sanity/queries/city.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { buildEntryMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getLowestPlan, getSettings, getLabels } from '../site-data.ts'
import { CityData } from '../structured-data.tsx'

export const buildCityMetadata = ({ slug, path }: RouteOf<'city'>) => buildEntryMetadata(path, buildCityRead(slug))

export async function City({ slug, path }: RouteOf<'city'>) {
  const [city, settings, lowestPlan, labels, cities, draft] = await Promise.all([
    fetchContent(buildCityRead(slug)),
    getSettings(),
    getLowestPlan(),
    getLabels(),
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
        lowest={lowestPlan}
        tagline={settings?.tagline ?? null}
        labels={labels}
        isPreview={draft.isEnabled}
      />
      <CityData city={city} />
    </>
  )
}
