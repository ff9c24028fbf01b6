'use client'

import { PAGE_SIZE } from '@/lib/constants.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { useSample } from './sample.ts'
import { formatNumber } from '@/lib/values/format.ts'

type PagerProps = {
  label: string
  page: number
  total: number
  isMore?: boolean
  pageSize?: number
  onPage: (page: number) => void
}

/** Returns the first page, the last page and the pages around the current one. Undefined stands for an ellipsis. */
export function getVisiblePages(page: number, last: number): (number | undefined)[] {
  const candidates = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last)
  const pages = [...new Set(candidates)].toSorted((a, b) => a - b)
  return pages.flatMap((each, position) => {
    const previous = pages[position - 1] ?? 0
    if (each - previous === 1) return [each]
    return each - previous === 2 ? [each - 1, each] : [undefined, each]
  })
}

/** Renders paging controls that update the list in place. `Pagination` links between cached pages instead. */
export function Pager({ label, page, total, isMore = false, pageSize = PAGE_SIZE, onPage }: PagerProps) {
  const isSample = useSample() !== undefined
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (total === 0 || isSample) return null
  const first = (page - 1) * pageSize + 1
  return (
    <nav aria-label={`Pages: ${label}`} className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground">
        {`${formatNumber(first)}–${formatNumber(Math.min(total, page * pageSize))} of ${isMore ? 'more than ' : ''}${formatNumber(total)}`}
      </p>
      {last > 1 && (
        <ul className="flex items-center gap-1">
          <li>
            <IconButton aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
              <Icon name="back" size={16} />
            </IconButton>
          </li>
          {getVisiblePages(page, last).map((each, position) => (
            <li key={each ?? `gap-${position}`} className="max-sm:hidden">
              {each === undefined ? (
                <span className="p-1 text-muted-foreground">…</span>
              ) : (
                <button
                  type="button"
                  className="min-h-9 min-w-9 cursor-pointer rounded-lg px-1.5 text-muted-foreground hover:bg-muted hover:text-foreground current:bg-muted current:font-semibold current:text-foreground current:inset-ring current:inset-ring-input"
                  aria-label={`Page ${each}`}
                  aria-current={each === page ? 'page' : undefined}
                  onClick={() => onPage(each)}
                >
                  {formatNumber(each)}
                </button>
              )}
            </li>
          ))}
          <li className="px-2 text-muted-foreground sm:hidden">{`Page ${formatNumber(page)} of ${formatNumber(last)}`}</li>
          <li>
            <IconButton aria-label="Next page" disabled={page >= last} onClick={() => onPage(page + 1)}>
              <Icon name="forward" size={16} />
            </IconButton>
          </li>
        </ul>
      )}
    </nav>
  )
}
