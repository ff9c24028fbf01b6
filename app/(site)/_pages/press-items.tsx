import { PRESS_ROOT, pressHref } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PressKit } from '@/components/press/press-kit.tsx'
import { PressItemList, PressLinks } from '@/components/press/press-item.tsx'
import { pageRange, paging } from '@/lib/paging.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { pressItemsRead, pressKitRead } from '@/sanity/queries/press.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { fetchListPage, getListIntros, listMetadata, pageName, positionText } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getLowestPlan, getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

type PressItemsProps = RouteOf<'press'>

const NAME = 'Press'

const getItems = (page: number) => fetchListPage(pressItemsRead, page)

/** Metadata of a page of the press items; undefined beyond the last. */
export async function pressItemsMetadata({ page }: PressItemsProps) {
  const [{ total, items }, intros] = await Promise.all([getItems(page), getListIntros({ stega: false })])
  const at = paging(PRESS_ROOT, page, total)
  const intro = intros?.press
  return (
    at &&
    listMetadata({
      root: PRESS_ROOT,
      paging: at,
      entries: items,
      ...introTexts(intro, NAME),
      seo: intro?.seo ?? null,
    })
  )
}

/** A page of the press items; the first one has the press kit as well. */
export async function PressItems({ page, path }: PressItemsProps) {
  const [{ items, total }, kit, intros, words, lowest] = await Promise.all([
    getItems(page),
    fetchContent(pressKitRead),
    getListIntros(),
    getWords(),
    getLowestPlan(),
  ])
  const at = paging(PRESS_ROOT, page, total)
  if (!at) return <NotFoundOrRedirect path={path} />
  const name = pageName(intros?.press?.heading ?? NAME, page, words.lists)
  return (
    <>
      <ListHeader heading={name} text={page === 1 ? intros?.press?.text : positionText(at, words.lists)} />
      <section className="wrap pb-16 md:pb-24">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-12 gap-y-2">
          <h2 className="text-subtitle">{words.press.announcements}</h2>
          <PressLinks kit={kit} words={words.press} />
        </div>
        <PressItemList items={items} none={words.press.none} />
      </section>
      <Pagination paging={at} name={words.press.announcements} words={words.lists} />
      {page === 1 && <PressKit kit={kit} words={words.press} lowest={lowest} />}
      <ListData
        list="press"
        name={name}
        path={path}
        description={intros?.press?.text}
        entries={items.map((item) => ({ name: item.title, path: pressHref(item) ?? '' }))}
        first={pageRange(page).from + 1}
      />
    </>
  )
}
