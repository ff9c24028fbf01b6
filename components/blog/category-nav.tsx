import type { CATEGORIES_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { BLOG_ROOT, categoryHref } from '../../lib/routes.ts'

type CategoryNavProps = { categories: CATEGORIES_QUERY_RESULT; current?: string; all: string }

/** All posts, or those of one category. */
export function CategoryNav({ categories, current, all }: CategoryNavProps) {
  if (categories.length === 0) return null
  const choices = [
    { key: 'all', label: all, href: BLOG_ROOT, isCurrent: !current },
    ...categories.map(({ _id, title, slug }) => ({
      key: _id,
      label: title,
      href: categoryHref({ slug }),
      isCurrent: slug === current,
    })),
  ]
  return (
    <nav aria-label="Categories" className="mt-8 print:hidden">
      <ul className="strip whitespace-nowrap [scrollbar-width:none] max-sm:gap-2! max-sm:[mask-image:linear-gradient(90deg,#000_92%,transparent)] sm:flex sm:flex-wrap sm:gap-2">
        {choices.map(({ key, label, href, isCurrent }) => (
          // On a phone the row begins at the current one; in a browser that cannot say so it comes first.
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
