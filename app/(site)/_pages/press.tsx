import { Pagination } from '@/components/site/blog/list-navigation.tsx'
import { PressItemList, PressItemPage, PressLinks } from '@/components/site/press/press-item.tsx'
import { PressKit } from '@/components/site/press/press-kit.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { PRESS_ROOT, buildPressHref } from '@/lib/routes.ts'
import { getIntroTexts } from '@/lib/site/seo/page-texts.ts'
import { getPageRange, buildPaging } from '@/lib/values/paging.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { buildPressItemRead, buildPressItemsRead, pressKitRead } from '@/sanity/queries/press.ts'
import { buildEntryMetadata } from '../document-metadata.ts'
import { fetchListPage, getListIntros, buildListMetadata, formatPageName, formatPosition } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getLowestPlan, getLabels } from '../site-data.ts'
import { EntryData, ListData } from '../structured-data.tsx'

const PAGE_NAME = 'Press'

const getItems = (page: number) => fetchListPage(buildPressItemsRead, page)

export async function buildPressItemsMetadata({ page }: RouteOf<'press'>) {
  const [{ total, items }, intros] = await Promise.all([getItems(page), getListIntros({ stega: false })])
  const intro = intros?.press
  return buildListMetadata({
    root: PRESS_ROOT,
    page,
    total,
    entries: items,
    ...getIntroTexts(intro, PAGE_NAME),
    seo: intro?.seo ?? null,
  })
}

export async function PressItems({ page, path }: RouteOf<'press'>) {
  const [{ items, total }, kit, intros, labels, lowestPlan] = await Promise.all([
    getItems(page),
    fetchContent(pressKitRead),
    getListIntros(),
    getLabels(),
    getLowestPlan(),
  ])
  const pagination = buildPaging(PRESS_ROOT, page, total)
  if (!pagination) return <NotFoundOrRedirect path={path} />
  const name = formatPageName(intros?.press?.heading ?? PAGE_NAME, page, labels.lists)
  return (
    <>
      <ListHeader heading={name} text={page === 1 ? intros?.press?.text : formatPosition(pagination, labels.lists)} />
      <section className="wrap pb-16 md:pb-24">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-12 gap-y-2">
          <h2 className="text-subtitle">{labels.press.announcements}</h2>
          <PressLinks kit={kit} labels={labels.press} />
        </div>
        <PressItemList items={items} emptyText={labels.press.none} />
      </section>
      <Pagination paging={pagination} name={labels.press.announcements} labels={labels.lists} />
      {page === 1 && <PressKit kit={kit} labels={labels.press} lowest={lowestPlan} />}
      <ListData
        list="press"
        name={name}
        path={path}
        description={intros?.press?.text}
        entries={items.map((item) => ({ name: item.title, path: buildPressHref(item) ?? '' }))}
        first={getPageRange(page).from + 1}
      />
    </>
  )
}

export const buildPressItemMetadata = ({ slug, path }: RouteOf<'pressItem'>) =>
  buildEntryMetadata(path, buildPressItemRead(slug), ({ publishedAt, _updatedAt: updatedAt }) => ({
    publishedAt,
    updatedAt,
  }))

export async function PressItem({ slug, path }: RouteOf<'pressItem'>) {
  const [item, kit, labels] = await Promise.all([
    fetchContent(buildPressItemRead(slug)),
    fetchContent(pressKitRead),
    getLabels(),
  ])
  if (!item) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <PressItemPage item={item} labels={labels} kit={kit} />
      <EntryData list="press" name={item.title} path={path} />
    </>
  )
}
