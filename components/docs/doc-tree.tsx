import type { ReactNode } from 'react'
import { contentsLinkClass, disclosureClass } from '../article/table-of-contents.tsx'
import type { DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { docHref } from '../../lib/routes.ts'
import { Icon } from '../ui/icon.tsx'

type DocTreeProps = { tree: DOC_TREE_QUERY_RESULT; title: string; current?: string; className?: string }

/** The pages beside a page of the documentation, and the page itself; `children` are its contents and its text. */
export function DocColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid gap-x-14 gap-y-4 pt-6 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12 xl:grid-cols-[14rem_minmax(0,1fr)_13rem]">
      <div className="lg:row-span-2 xl:row-span-1">{side}</div>
      {children}
    </div>
  )
}

/** All pages by section, beside a page; on narrow screens a disclosure above it. */
export function DocTree({ tree, title: name, current, className = '' }: DocTreeProps) {
  if (tree.length === 0) return null
  return (
    <details className={`lg:unfold-column ${className} print:hidden`}>
      <summary className={disclosureClass}>
        {name}
        <span className="chevron" />
      </summary>
      <nav aria-label="Documentation" className="grid gap-7 px-4.5 pt-4 pb-1">
        {tree.map(({ _id, title, pages }) => (
          <div key={_id}>
            <p className="font-display font-semibold">{title}</p>
            <ul className="label mt-1">
              {pages.map((page) => (
                <li key={page._id}>
                  <Link
                    href={docHref(page)}
                    aria-current={page._id === current ? 'page' : undefined}
                    className={contentsLinkClass}
                  >
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
export function DocIndex({ tree, none }: { tree: DOC_TREE_QUERY_RESULT; none: string }) {
  if (tree.length === 0) return <p className="wrap pb-24 text-lead text-muted-foreground">{none}</p>
  return (
    <div className="wrap pb-16 md:pb-24">
      {tree.map(({ _id, title, summary, pages }) => (
        <section key={_id} className="grid gap-x-12 gap-y-6 border-t py-10 md:py-14 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <h2 className="text-subtitle">{title}</h2>
            {summary && <p className="mt-3 max-w-88 text-muted-foreground">{summary}</p>}
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
                  <p className="mt-1 max-w-lead text-muted-foreground">{page.summary}</p>
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
