import { ImageResponse } from 'next/og'
import { ShareCard, type ShareCardProps } from '@/components/seo/share-card.tsx'
import { env } from '@/lib/env.ts'
import { SHARE_IMAGE } from '@/lib/seo/page-texts.ts'
import { shareFonts } from '@/lib/seo/share-image/fonts.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { isContentPath, pathOf } from '@/lib/routes.ts'
import { listAt, shareImageRead, shareListsRead } from '@/sanity/queries/share-image.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

type Context = { params: Promise<{ path?: string[] }> }

/** Drawn at the first request and then kept, with the tags of what it says, like the page it belongs to. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Words = Pick<ShareCardProps, 'title' | 'label' | 'means'>

async function wordsOf(path: string): Promise<Words | undefined> {
  const list = listAt(path)
  if (list) {
    const title = (await fetchPublished(shareListsRead))?.[list]
    return title ? { title, label: null } : undefined
  }
  const document = isContentPath(path) ? await fetchPublished(shareImageRead(path)) : null
  return document?.title ? { title: document.title, label: document.label, means: document.means } : undefined
}

/** The picture for sharing of the page with the same path. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const path = pathOf((await params).path)
  const [words, settings] = await Promise.all([wordsOf(path), fetchPublished(settingsRead)])
  if (!words || !settings?.brand) return new Response('There is no such page.\n', { status: 404 })
  const card = <ShareCard {...words} brand={settings.brand} host={new URL(env().siteUrl).host} />
  return new ImageResponse(card, { ...SHARE_IMAGE, fonts: await shareFonts() })
}
