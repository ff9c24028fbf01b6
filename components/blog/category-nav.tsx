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
      <ul className="-ml-4 flex flex-wrap gap-x-1">
        {choices.map(({ key, label, href, isCurrent }) => (
          <li key={key}>
            <Link
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-transparent px-4 text-muted-foreground transition-colors hover:text-foreground current:border-border current:bg-card current:text-foreground"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
