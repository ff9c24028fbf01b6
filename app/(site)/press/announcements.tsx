import { PRESS_ROOT } from '@/components/ui/hrefs.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PressKit } from '@/components/press/press-kit.tsx'
import { PressList } from '@/components/press/press-list.tsx'
import { paging } from '@/lib/paging.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemsRead, pressKitRead } from '@/sanity/queries/press.ts'
import { fetchListPage, getIntros, listingMetadata } from '../listing.ts'
import { Missing } from '../missing.tsx'

type AnnouncementsProps = { page: number }

const NAME = 'Press'

const getItems = (page: number) => fetchListPage(pressItemsRead, page)

/** Metadata of a page of the announcements; undefined beyond the last. */
export async function announcementsMetadata({ page }: AnnouncementsProps) {
  const [{ total }, intros] = await Promise.all([getItems(page), getIntros({ stega: false })])
  const at = paging(PRESS_ROOT, page, total)
  const intro = intros?.press
  return (
    at &&
    listingMetadata({
      root: PRESS_ROOT,
      paging: at,
      title: intro?.heading ?? NAME,
      description: intro?.text,
      seo: intro?.seo ?? null,
    })
  )
}

/** A page of the announcements; the first one has the press kit as well. */
export async function Announcements({ page, path }: AnnouncementsProps & { path: string }) {
  const [{ items, total }, kit, intros] = await Promise.all([getItems(page), fetchContent(pressKitRead), getIntros()])
  const at = paging(PRESS_ROOT, page, total)
  if (!at) return <Missing path={path} />
  return (
    <>
      <ListHeader heading={intros?.press?.heading ?? NAME} text={intros?.press?.text} />
      {page === 1 && <PressKit kit={kit} />}
      <section className="wrap grid gap-x-12 gap-y-8 pt-16 pb-16 md:pt-24 md:pb-24 lg:grid-cols-12">
        <h2 className="text-[clamp(1.6rem,1.2rem+1.4vw,2.25rem)] lg:col-span-4">Announcements</h2>
        <div className="lg:col-span-8">
          <PressList items={items} />
        </div>
      </section>
      <Pagination paging={at} name="the announcements" />
    </>
  )
}
