import type { ReactNode } from 'react'
import { contentsLinkClass, disclosureClass } from '../article/table-of-contents.tsx'
import type { DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { docHref } from '../../lib/routes.ts'

type DocTreeProps = { tree: DOC_TREE_QUERY_RESULT; title: string; current: string }

/** What folds away above a page on narrow screens: two halves of a row, of which an open one takes all of it. */
export const foldedClass = 'max-lg:open:col-span-2 max-lg:[&>summary]:px-3.5'

/** The pages beside a page of the documentation, and the page itself; `children` are its contents and its text. */
export function DocColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-2 gap-x-3 gap-y-4 pt-4 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14 lg:pt-12 xl:grid-cols-[14rem_minmax(0,1fr)_13rem] xl:grid-rows-[auto_1fr]">
      <div className="contents lg:row-span-3 lg:block xl:row-span-2">{side}</div>
      {children}
    </div>
  )
}

const LINK = `${contentsLinkClass} border-l pl-4 current:border-accent`

/** All pages by section, beside a page; on narrow screens a disclosure above it. Only the section of the page is open. */
export function DocTree({ tree, title: name, current }: DocTreeProps) {
  if (tree.length === 0) return null
  return (
    <details className={`lg:unfold-column ${foldedClass} print:hidden`}>
      <summary className={disclosureClass}>
        {name}
        <span className="chevron" />
      </summary>
      <nav aria-label="Documentation" className="pt-2 pb-1 lg:pt-0">
        {tree.map(({ _id, title, pages }) => (
          <details key={_id} open={pages.some((page) => page._id === current)}>
            <summary className="flex min-h-11 items-center justify-between gap-3 py-2.5 leading-snug font-display font-semibold">
              {title}
              <span className="chevron" />
            </summary>
            <ul className="label pb-4">
              {pages.map((page) => (
                <li key={page._id}>
                  <Link href={docHref(page)} aria-current={page._id === current ? 'page' : undefined} className={LINK}>
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </details>
  )
}
