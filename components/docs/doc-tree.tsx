import type { DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { docHref } from '../../lib/routes.ts'
import { Icon } from '../ui/icon.tsx'

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

/** The sections of the documentation with their pages. */
export function DocIndex({ tree }: { tree: DOC_TREE_QUERY_RESULT }) {
  if (tree.length === 0) return <p className="wrap pb-24 text-lead text-muted">No page is published yet.</p>
  return (
    <div className="wrap pb-16 md:pb-24">
      {tree.map(({ _id, title, summary, pages }) => (
        <section key={_id} className="grid gap-x-12 gap-y-6 border-t border-line py-10 md:py-14 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <h2 className="text-[clamp(1.6rem,1.2rem+1.4vw,2.25rem)]">{title}</h2>
            {summary && <p className="mt-3 max-w-[22rem] text-muted">{summary}</p>}
          </div>
          <ul className="lg:col-span-8">
            {pages.map((page) => (
              <li key={page._id} className="group relative flex items-start justify-between gap-6 py-4 first:pt-0">
                <div>
                  <h3 className="text-xl leading-snug">
                    <Link href={docHref(page)} className="card-link">
                      {page.title}
                    </Link>
                  </h3>
                  <p className="mt-1 max-w-[36rem] text-muted">{page.summary}</p>
                </div>
                <Icon name="arrow" size={20} className="icon-forward mt-1.5" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
