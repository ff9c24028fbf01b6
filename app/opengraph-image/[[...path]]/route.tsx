import { ImageResponse } from 'next/og'
import { ShareCard, type ShareCardProps } from '@/components/seo/share-card.tsx'
import { env } from '@/lib/env.ts'
import { SHARE_IMAGE } from '@/lib/seo/page-texts.ts'
import { shareFonts } from '@/lib/seo/share-image/fonts.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { isContentPath, pathOf, SEARCH_PATH } from '@/lib/routes.ts'
import { type Words, wordsFrom } from '@/lib/words.ts'
import type { ListName } from '@/sanity/content-types.ts'
import { listAt, shareImageRead, shareListsRead } from '@/sanity/queries/share-image.ts'
import { settingsRead, wordsRead } from '@/sanity/queries/shell.ts'

type Context = { params: Promise<{ path?: string[] }> }

/** Drawn at the first request and then kept, with the tags of what it says, like the page it belongs to. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Card = Pick<ShareCardProps, 'title' | 'label' | 'means'>
type Kinds = Partial<Record<string, keyof Words['search']>>

/** What the small line says of lists and of documents that say nothing themselves. */
const LIST_KINDS: Record<ListName, keyof Words['search']> = {
  blog: 'post',
  press: 'press',
  documentation: 'documentation',
  api: 'api',
}
const DOCUMENT_KINDS: Kinds = {
  post: 'post',
  category: 'category',
  author: 'author',
  pressItem: 'press',
  docPage: 'documentation',
  legalPage: 'legal',
}

async function cardOf(path: string, { search }: Words): Promise<Card | undefined> {
  if (path === SEARCH_PATH) return { title: search.heading, label: search.open }
  const list = listAt(path)
  if (list) {
    const title = (await fetchPublished(shareListsRead))?.[list]
    return title ? { title, label: search[LIST_KINDS[list]] } : undefined
  }
  const document = isContentPath(path) ? await fetchPublished(shareImageRead(path)) : null
  if (!document?.title) return undefined
  const kind = DOCUMENT_KINDS[document._type]
  return { title: document.title, label: document.label ?? (kind ? search[kind] : null), means: document.means }
}

/** The picture for sharing of the page with the same path. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const path = pathOf((await params).path)
  const [written, settings] = await Promise.all([fetchPublished(wordsRead), fetchPublished(settingsRead)])
  const own = await cardOf(path, wordsFrom(written))
  if (!own || !settings?.brand) return new Response('There is no such page.\n', { status: 404 })
  const card = <ShareCard {...own} brand={settings.brand} host={new URL(env().siteUrl).host} />
  return new ImageResponse(card, { ...SHARE_IMAGE, fonts: await shareFonts() })
}
