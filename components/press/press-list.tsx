import type { PRESS_ITEMS_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { pressHref } from '../ui/hrefs.ts'
import { PublishedDate } from '../ui/published-date.tsx'

/** Announcements as a list of days. */
export function PressList({ items }: { items: PRESS_ITEMS_QUERY_RESULT['items'] }) {
  if (items.length === 0) return <p className="text-lead text-muted">There is nothing to announce yet.</p>
  return (
    <ul className="border-t border-line">
      {items.map((item) => (
        <li
          key={item._id}
          className="group relative grid gap-x-8 gap-y-2 border-b border-line py-7 md:grid-cols-[9.5rem_1fr]"
        >
          <PublishedDate date={item.publishedAt} className="label pt-1 text-muted" />
          <div>
            <h3 className="text-[1.4375rem] leading-[1.14]">
              <Link href={pressHref(item)} className="card-link">
                {item.title}
              </Link>
            </h3>
            <p className="mt-2.5 max-w-[38rem] text-muted">{item.summary}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
