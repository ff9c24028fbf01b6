import { ButtonLink } from './button-link.tsx'
import type { Paging } from '@/lib/paging.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from './fill.tsx'
import { Icon } from './icon.tsx'

type PaginationProps = { paging: Paging; name: string; words: Words['lists'] }

/** The pages before and after this one of a list; nothing where there is only one. */
export function Pagination({ paging, name, words }: PaginationProps) {
  if (paging.last === 1) return null
  return (
    <nav aria-label={`Pages of ${name}`} className="wrap print:hidden pt-14 pb-16 md:pt-20 md:pb-24">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 border-t pt-6">
        {paging.previous && (
          <ButtonLink href={paging.previous} rel="prev" variant="quiet" className="justify-self-start">
            <Icon name="arrow" size={18} className="rotate-180" />
            {words.newer}
          </ButtonLink>
        )}
        <p className="label col-start-2 text-muted-foreground">
          {fill(words.position, { page: paging.page, last: paging.last })}
        </p>
        {paging.next && (
          <ButtonLink href={paging.next} rel="next" variant="quiet" className="col-start-3 justify-self-end">
            {words.older}
            <Icon name="arrow" size={18} />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
