import { PRESS_ROOT } from '@/components/ui/hrefs.ts'
import { PressPage } from '@/components/press/press-page.tsx'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemRead, pressKitRead } from '@/sanity/queries/press.ts'
import { documentMetadata } from '../content.ts'
import { Missing } from '../missing.tsx'
import { EntryData } from '../structured-data.tsx'

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
  const path = `${PRESS_ROOT}/${slug}`
  if (!item) return <Missing path={path} />
  return (
    <>
      <PressPage item={item} contactEmail={kit?.contactEmail} />
      <EntryData list="press" name={item.title} path={path} />
    </>
  )
}
