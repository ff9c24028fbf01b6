import { PressItemPage } from '@/components/press/press-item.tsx'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemRead, pressKitRead } from '@/sanity/queries/press.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { documentMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { EntryData } from '../structured-data.tsx'
import { getWords } from '../site-data.ts'

type PressItemProps = RouteOf<'pressItem'>

/** Metadata of a press item; undefined when there is none with this slug. */
export async function pressItemMetadata({ slug, path }: PressItemProps) {
  const item = await fetchContent(pressItemRead(slug), { stega: false })
  if (!item) return undefined
  return documentMetadata({
    path,
    seo: item.seo,
    ...ownTexts(item),
    article: { publishedAt: item.publishedAt, updatedAt: item._updatedAt },
  })
}

/** The press item with a slug. */
export async function PressItem({ slug, path }: PressItemProps) {
  const [item, kit, words] = await Promise.all([
    fetchContent(pressItemRead(slug)),
    fetchContent(pressKitRead),
    getWords(),
  ])
  if (!item) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <PressItemPage item={item} words={words} kit={kit} />
      <EntryData list="press" name={item.title} path={path} />
    </>
  )
}
