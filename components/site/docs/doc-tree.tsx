import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import { isFictionalPhone, buildPhoneHref } from '@/lib/values/phone.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { CONTACT_PATH, EXAMPLES_SLUG, PRICING_PATH, buildDocHref } from '../../../lib/routes.ts'
import type { DOC_TREE_QUERY_RESULT } from '../../../sanity/types.ts'
import { ClosingBand } from '../../ui/closing-band.tsx'
import { fill } from '../../ui/fill.tsx'
import { Link } from '../../ui/link.tsx'
import { contentsLinkClass, disclosureClass } from '../article/table-of-contents.tsx'

type DocClosingProps = {
  labels: UiCopy['documentation']
  phone: string | null | undefined
  section?: string | null | undefined
}

export function DocClosing({ labels, phone, section }: DocClosingProps) {
  if (section === EXAMPLES_SLUG)
    return (
      <ClosingBand heading={labels.fits} actions={[{ _key: 'compare', label: labels.compare, href: PRICING_PATH }]} />
    )
  const hasRealPhone = phone && !isFictionalPhone(stegaClean(phone))
  return (
    <ClosingBand
      heading={labels.stuck}
      text={labels.stuckText}
      actions={[
        { _key: 'write', label: labels.write, href: CONTACT_PATH },
        ...(hasRealPhone ? [{ _key: 'call', label: fill(labels.call, { phone }), href: buildPhoneHref(phone) }] : []),
      ]}
    />
  )
}

type DocTreeProps = { tree: DOC_TREE_QUERY_RESULT; title: string; current: string }

export const foldedClass = 'max-lg:open:col-span-2 max-lg:[&>summary]:px-3.5'

export function DocColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-2 gap-x-3 gap-y-4 pt-4 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14 lg:pt-12 xl:grid-cols-[14rem_minmax(0,1fr)_13rem] xl:grid-rows-[auto_1fr]">
      <div className="contents lg:row-span-3 lg:block xl:row-span-2">{side}</div>
      {children}
    </div>
  )
}

const LINK_CLASS = `${contentsLinkClass} border-l pl-4 current:border-accent`

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
                  <Link
                    href={buildDocHref(page)}
                    aria-current={page._id === current ? 'page' : undefined}
                    className={LINK_CLASS}
                  >
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
