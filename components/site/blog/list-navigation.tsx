import type { Paging } from '@/lib/values/paging.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { BLOG_ROOT, buildCategoryHref } from '../../../lib/routes.ts'
import type { CATEGORIES_QUERY_RESULT } from '../../../sanity/types.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

type CategoryNavProps = { categories: CATEGORIES_QUERY_RESULT; current?: string; allLabel: string }

export function CategoryNav({ categories, current, allLabel }: CategoryNavProps) {
  if (categories.length === 0) return null
  const choices = [
    { key: 'all', label: allLabel, href: BLOG_ROOT, isCurrent: !current },
    ...categories.map(({ _id, title, slug }) => ({
      key: _id,
      label: title,
      href: buildCategoryHref({ slug }),
      isCurrent: slug === current,
    })),
  ]
  return (
    <nav aria-label="Categories" className="mt-8 print:hidden">
      <ul className="strip whitespace-nowrap [scrollbar-width:none] max-sm:gap-2! max-sm:[mask-image:linear-gradient(90deg,#000_92%,transparent)] sm:flex sm:flex-wrap sm:gap-2">
        {choices.map(({ key, label, href, isCurrent }) => (
          // On a phone the row scrolls to the current item. In browsers without `scroll-initial-target`, the current
          // item comes first instead.
          <li
            key={key}
            className={
              isCurrent
                ? 'max-sm:[scroll-initial-target:nearest] max-sm:not-supports-[scroll-initial-target:nearest]:-order-1'
                : ''
            }
          >
            <Link href={href} aria-current={isCurrent ? 'page' : undefined} className="chip">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Pagination({ paging, name, labels }: { paging: Paging; name: string; labels: UiCopy['lists'] }) {
  if (paging.last === 1) return null
  return (
    <nav aria-label={`Pages of ${name}`} className="wrap print:hidden pt-14 pb-16 md:pt-20 md:pb-24">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 border-t pt-6">
        {paging.previous && (
          <ButtonLink href={paging.previous} rel="prev" variant="quiet" className="justify-self-start">
            <Icon name="arrow" size={18} className="rotate-180" />
            {labels.newer}
          </ButtonLink>
        )}
        <p className="label col-start-2 text-muted-foreground">
          {fill(labels.position, { page: paging.page, last: paging.last })}
        </p>
        {paging.next && (
          <ButtonLink href={paging.next} rel="next" variant="quiet" className="col-start-3 justify-self-end">
            {labels.older}
            <Icon name="arrow" size={18} />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
