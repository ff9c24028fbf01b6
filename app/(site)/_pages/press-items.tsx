import { PRESS_ROOT, pressHref } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PressKit } from '@/components/press/press-kit.tsx'
import { PressItemList } from '@/components/press/press-item.tsx'
import { pageRange, paging } from '@/lib/paging.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemsRead, pressKitRead } from '@/sanity/queries/press.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { fetchListPage, getListIntros, listMetadata } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

type PressItemsProps = RouteOf<'press'>

const NAME = 'Press'

const getItems = (page: number) => fetchListPage(pressItemsRead, page)

/** Metadata of a page of the press items; undefined beyond the last. */
export async function pressItemsMetadata({ page }: PressItemsProps) {
  const [{ total }, intros] = await Promise.all([getItems(page), getListIntros({ stega: false })])
  const at = paging(PRESS_ROOT, page, total)
  const intro = intros?.press
  return (
    at &&
    listMetadata({
      root: PRESS_ROOT,
      paging: at,
      ...introTexts(intro, NAME),
      seo: intro?.seo ?? null,
    })
  )
}

/** A page of the press items; the first one has the press kit as well. */
export async function PressItems({ page, path }: PressItemsProps) {
  const [{ items, total }, kit, intros, words] = await Promise.all([
    getItems(page),
    fetchContent(pressKitRead),
    getListIntros(),
    getWords(),
  ])
  const at = paging(PRESS_ROOT, page, total)
  if (!at) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <ListHeader heading={intros?.press?.heading ?? NAME} text={intros?.press?.text} />
      {page === 1 && <PressKit kit={kit} words={words.press} />}
      <section className="wrap grid gap-x-12 gap-y-8 pt-16 pb-16 md:pt-24 md:pb-24 lg:grid-cols-12">
        <h2 className="text-subtitle lg:col-span-4">{words.press.announcements}</h2>
        <div className="lg:col-span-8">
          <PressItemList items={items} none={words.press.none} />
        </div>
      </section>
      <Pagination paging={at} name={words.press.announcements} words={words.lists} />
      <ListData
        list="press"
        name={intros?.press?.heading ?? NAME}
        path={path}
        description={intros?.press?.text}
        entries={items.map((item) => ({ name: item.title, path: pressHref(item) ?? '' }))}
        first={pageRange(page).from + 1}
      />
    </>
  )
}
