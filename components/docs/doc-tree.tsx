import type { DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { docHref } from '../ui/hrefs.ts'

type DocTreeProps = { tree: DOC_TREE_QUERY_RESULT; current?: string; className?: string }

/** All pages by section, beside a page; on narrow screens a disclosure above it. */
export function DocTree({ tree, current, className = '' }: DocTreeProps) {
  if (tree.length === 0) return null
  return (
    <details className={`unfold lg:unfold-column ${className}`}>
      <summary>
        All pages
        <span className="chevron" />
      </summary>
      <nav aria-label="Documentation" className="space-y-7">
        {tree.map(({ _id, title, pages }) => (
          <div key={_id}>
            <p className="font-display font-semibold">{title}</p>
            <ul className="label contents-list mt-1">
              {pages.map((page) => (
                <li key={page._id}>
                  <Link href={docHref(page)} aria-current={page._id === current ? 'page' : undefined}>
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </details>
  )
}
