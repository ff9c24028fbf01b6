import type { Metadata } from 'next'
import { draftMode } from 'next/headers'
import { EmptyHome } from '@/components/messages/page-message.tsx'
import { Blocks } from '@/components/blocks/blocks.tsx'
import { LegalPage } from '@/components/article/legal-page.tsx'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getPage, getSettings, getWords } from '../site-data.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { PageData } from '../structured-data.tsx'

const EMPTY_METADATA: Metadata = { title: 'Nothing published yet', robots: { index: false } }

/** Metadata of the page at a path; undefined where there is none. */
export async function contentMetadata({ path }: RouteOf<'content'>): Promise<Metadata | undefined> {
  const page = await getPage(path, { stega: false })
  if (!page) return path === HOME_PATH ? EMPTY_METADATA : undefined
  const texts = ownTexts(page)
  return documentMetadata({ path, seo: page.seo, ...texts })
}

/** The page or legal page that an editor made at a path. */
export async function ContentPage({ path }: RouteOf<'content'>) {
  const [page, settings, words, cities, draft] = await Promise.all([
    getPage(path),
    getSettings(),
    getWords(),
    fetchContent(cityGridRead),
    draftMode(),
  ])
  if (!page) return path === HOME_PATH ? <EmptyHome /> : <NotFoundOrRedirect path={path} />
  if (page._type === 'legalPage') return <LegalPage page={page} words={words.articles} />
  const { booking = null, contact = null } = settings ?? {}
  return (
    <>
      <Blocks
        page={page._id}
        blocks={page.blocks ?? []}
        cities={cities}
        booking={booking}
        contact={contact}
        words={words}
        isPreview={draft.isEnabled}
      />
      <PageData path={path} page={page} />
    </>
  )
}
