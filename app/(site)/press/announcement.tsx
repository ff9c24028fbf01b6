import { PRESS_ROOT } from '@/components/journal/hrefs.ts'
import { PressPage } from '@/components/journal/press-page.tsx'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemRead, pressKitRead } from '@/sanity/queries/press.ts'
import { documentMetadata } from '../content.ts'
import { Missing } from '../missing.tsx'

type AnnouncementProps = { slug: string }

/** Metadata of an announcement; undefined when there is none with this slug. */
export async function announcementMetadata({ slug }: AnnouncementProps) {
  const item = await fetchContent(pressItemRead(slug), { stega: false })
  if (!item) return undefined
  return documentMetadata({
    path: `${PRESS_ROOT}/${slug}`,
    seo: item.seo,
    title: item.title,
    description: item.summary,
  })
}

/** The announcement with a slug. */
export async function Announcement({ slug }: AnnouncementProps) {
  const [item, kit] = await Promise.all([fetchContent(pressItemRead(slug)), fetchContent(pressKitRead)])
  return item ? <PressPage item={item} contactEmail={kit?.contactEmail} /> : <Missing path={`${PRESS_ROOT}/${slug}`} />
}
