import { groupOf } from '@/lib/search/groups.ts'
import { searchAddress } from '@/lib/search/address.ts'
import { type SearchGroup, searchGroups, type SearchKind, type Words } from '@/lib/words.ts'
import { Link } from '../ui/link.tsx'

type SearchFilterProps = {
  /** The kind of each result. */
  kinds: SearchKind[]
  /** What is shown of them; all of them without one. */
  group: SearchGroup | undefined
  query: string
  words: Words['search']
}

/** What the results can be narrowed to, each with their number; on a phone one row that is swiped. */
export function SearchFilter({ kinds, group: current, query, words }: SearchFilterProps) {
  const counts = (Object.keys(searchGroups) as SearchGroup[]).map((group) => ({
    group,
    label: words[group],
    count: kinds.filter((kind) => groupOf(kind) === group).length,
  }))
  const choices = [
    { group: undefined, label: words.all, count: kinds.length },
    ...counts.filter(({ group, count }) => group === current || count > 0),
  ]
  return (
    <nav aria-label="Kinds of pages" className="mt-5">
      <ul className="strip flex gap-2 py-1">
        {choices.map(({ group, label, count }) => (
          <li key={group ?? ''}>
            <Link
              href={searchAddress({ query, group })}
              aria-current={group === current ? 'page' : undefined}
              className="chip"
            >
              <span>{label}</span>
              <span className="label">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
