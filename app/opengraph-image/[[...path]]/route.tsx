import { ImageResponse } from 'next/og'
import { ShareCard, type ShareCardProps } from '@/components/site/seo/share-card.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { SHARE_IMAGE_SIZE } from '@/lib/site/seo/page-texts.ts'
import { getShareFonts } from '@/lib/site/seo/share-image/fonts.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { DEMO_ROOT, isContentPath, joinPath, SEARCH_PATH } from '@/lib/routes.ts'
import { type UiCopy, resolveCopy } from '@/lib/site/ui-copy.ts'
import { listAt, lists, routedType } from '@/sanity/content-types.ts'
import { buildShareImageRead, shareListsRead } from '@/sanity/queries/share-image.ts'
import { settingsRead, labelsRead } from '@/sanity/queries/shell.ts'

type Context = { params: Promise<{ path?: string[] }> }

/** Next.js renders the image at the first request and caches it with the content tags of its page. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Card = Pick<ShareCardProps, 'title' | 'label' | 'means'>

async function buildCard(path: string, { search, demo }: UiCopy): Promise<Card | undefined> {
  if (path === SEARCH_PATH) return { title: search.heading, label: search.open }
  if (path === DEMO_ROOT) return { title: demo.title, label: null }
  const list = listAt(path)
  if (list) {
    const title = (await fetchPublished(shareListsRead))?.[list]
    return title ? { title, label: search[lists[list].kind] } : undefined
  }
  const document = isContentPath(path) ? await fetchPublished(buildShareImageRead(path)) : null
  if (!document?.title) return undefined
  const { kind } = routedType(document._type)
  return {
    title: document.title,
    label: document.label ?? (kind === 'page' ? null : search[kind]),
    means: document.means,
  }
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const path = joinPath((await params).path)
  const [storedLabels, settings] = await Promise.all([fetchPublished(labelsRead), fetchPublished(settingsRead)])
  const cardProps = await buildCard(path, resolveCopy(storedLabels))
  if (!cardProps || !settings?.brand) return new Response('Page not found.\n', { status: 404 })
  const card = <ShareCard {...cardProps} brand={settings.brand} host={new URL(env().siteUrl).host} />
  return new ImageResponse(card, { ...SHARE_IMAGE_SIZE, fonts: await getShareFonts() })
}
