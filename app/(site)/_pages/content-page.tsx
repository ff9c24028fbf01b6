import type { Metadata } from 'next'
import { stegaClean } from 'next-sanity'
import { draftMode } from 'next/headers'
import { EmptyHome } from '@/components/site/messages/page-message.tsx'
import { Blocks } from '@/components/site/blocks/blocks.tsx'
import { LegalPage } from '@/components/site/article/legal-page.tsx'
import { getLegalLinks } from '@/components/site/layout/account-frame.tsx'
import { FALLBACK_BRAND } from '@/lib/site/seo/page-texts.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { buildPageRead } from '@/sanity/queries/pages.ts'
import { buildEntryMetadata } from '../document-metadata.ts'
import { ProductIntro } from '../site-frame.tsx'
import { getLowestPlan, getSettings, getLabels } from '../site-data.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { LegalData, PageData } from '../structured-data.tsx'

const EMPTY_METADATA: Metadata = { title: 'Nothing published yet', robots: { index: false } }

export async function buildContentMetadata({ path }: RouteOf<'content'>): Promise<Metadata | undefined> {
  const metadata = await buildEntryMetadata(path, buildPageRead(path))
  return metadata ?? (path === HOME_PATH ? EMPTY_METADATA : undefined)
}

export async function getClosingActions(path: string) {
  const page = await fetchContent(buildPageRead(path))
  const blocks = (page?._type === 'page' && page.blocks) || []
  if (blocks.some(({ _type }) => _type === 'contactFormBlock')) return null
  return blocks.flatMap((block) => (block._type === 'ctaBlock' ? (block.actions ?? []) : []))
}

export async function ContentPage({ path }: RouteOf<'content'>) {
  const [page, settings, lowestPlan, labels, cities, draft] = await Promise.all([
    fetchContent(buildPageRead(path)),
    getSettings(),
    getLowestPlan(),
    getLabels(),
    fetchContent(cityGridRead),
    draftMode(),
  ])
  if (!page) return path === HOME_PATH ? <EmptyHome /> : <NotFoundOrRedirect path={path} />
  if (page._type === 'legalPage') {
    return (
      <>
        <ProductIntro hasPrice={false} />
        <LegalPage
          page={page}
          otherPages={getLegalLinks(settings).filter(({ href }) => stegaClean(href) !== path)}
          labels={labels.articles}
        />
        <LegalData path={path} page={page} />
      </>
    )
  }
  const { booking = null, contact = null, tagline = null } = settings ?? {}
  return (
    <>
      {page.blocks?.[0]?._type !== 'heroBlock' && <ProductIntro hasPrice />}
      <Blocks
        page={page._id}
        blocks={page.blocks ?? []}
        brand={settings?.brand ?? FALLBACK_BRAND}
        cities={cities}
        booking={booking}
        contact={contact}
        tagline={tagline}
        lowest={lowestPlan}
        labels={labels}
        isPreview={draft.isEnabled}
      />
      <PageData path={path} page={page} />
    </>
  )
}
