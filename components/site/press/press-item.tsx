import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type {
  PRESS_ITEMS_QUERY_RESULT,
  PRESS_ITEM_QUERY_RESULT,
  PRESS_KIT_QUERY_RESULT,
} from '../../../sanity/types.ts'
import { CardLink, Link, TouchLink } from '../../ui/link.tsx'
import { buildPressHref, PRESS_ROOT } from '../../../lib/routes.ts'
import { DatedRow, PublishedDate } from '../article/dated-row.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { ContentImage } from '../../ui/image.tsx'

export function PressItemList({ items, emptyText }: { items: PRESS_ITEMS_QUERY_RESULT['items']; emptyText: string }) {
  if (items.length === 0) return <p className="text-lead text-muted-foreground">{emptyText}</p>
  return (
    <ul className="border-t">
      {items.map((item) => (
        <DatedRow key={item._id} entry={item} href={buildPressHref(item)} text={item.summary} level={3} />
      ))}
    </ul>
  )
}

type PressLinksProps = { kit: PRESS_KIT_QUERY_RESULT; labels: UiCopy['press']; className?: string }

export function PressLinks({ kit, labels, className = '' }: PressLinksProps) {
  if (!kit) return null
  const { contactEmail } = kit
  return (
    <div className={`label flex flex-wrap gap-x-8 text-muted-foreground ${className}`}>
      {contactEmail && (
        <p className="flex flex-wrap items-center gap-x-2">
          {labels.contact}
          <Link href={`mailto:${contactEmail}`} className="touch-link text-foreground">
            {contactEmail}
          </Link>
        </p>
      )}
      <Link href={`${PRESS_ROOT}#kit`} className="touch-link text-foreground">
        {labels.kit}
      </Link>
    </div>
  )
}

type Item = NonNullable<PRESS_ITEM_QUERY_RESULT>

function OtherItems({ otherItems, labels }: { otherItems: Item['others']; labels: UiCopy['press'] }) {
  if (otherItems.length === 0) return null
  return (
    <section className="max-w-text print:hidden">
      <h2 className="text-xl">{labels.others}</h2>
      <ul className="mt-4 border-t">
        {otherItems.map((otherItem) => (
          <li key={otherItem._id} className="group relative border-b py-4">
            <PublishedDate date={otherItem.publishedAt} className="label text-muted-foreground" />
            <h3 className="mt-1 text-lg/[1.3]">
              <CardLink href={buildPressHref(otherItem)}>{otherItem.title}</CardLink>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PressItemPageProps = {
  labels: UiCopy
  item: Item
  kit: PRESS_KIT_QUERY_RESULT
}

export function PressItemPage({ item, labels, kit }: PressItemPageProps) {
  return (
    <article className="wrap pt-8 pb-16 md:pt-12 md:pb-28">
      <header>
        <p className="label flex flex-wrap items-center gap-x-2 text-muted-foreground">
          <TouchLink href={PRESS_ROOT}>{labels.press.press}</TouchLink>
          <span aria-hidden="true">·</span>
          <PublishedDate date={item.publishedAt} />
        </p>
        <h1 className="mt-2 max-w-[22ch] text-title md:text-[clamp(2.3rem,4.4vw,3.4rem)]/[1.04]">{item.title}</h1>
        <p className="mt-4 max-w-text text-lead text-muted-foreground md:mt-6">{item.summary}</p>
      </header>
      <ContentImage
        source={item.cover}
        width={1200}
        aspectRatio={5 / 2}
        sizes="(min-width: 1280px) 75rem, 92vw"
        className="mt-8 md:mt-10"
        imageClassName="outline -outline-offset-1 outline-border"
        isFirst
      />
      <div className="mt-8 grid gap-x-12 gap-y-10 md:mt-12 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <ArticleBody value={item.body} labels={labels.articles} />
          <Link href={PRESS_ROOT} className="touch-link mt-8 font-medium print:hidden">
            {labels.press.all}
          </Link>
          {kit?.boilerplate && (
            <section className="mt-12 max-w-text border-t pt-8">
              <h2 className="text-xl">{labels.press.boilerplate}</h2>
              <p className="mt-3 whitespace-pre-line text-muted-foreground">{kit.boilerplate}</p>
            </section>
          )}
        </div>
        <div className="lg:unfold-column lg:col-span-4 lg:col-start-9">
          <OtherItems otherItems={item.others} labels={labels.press} />
          <PressLinks kit={kit} labels={labels.press} className="mt-6" />
        </div>
      </div>
    </article>
  )
}
