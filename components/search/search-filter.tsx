import { SEARCH_PATH } from '@/lib/routes.ts'
import { type SearchKind, searchKinds, type Words } from '@/lib/words.ts'
import { Link } from '../ui/link.tsx'

type SearchFilterProps = {
  /** The kind of each result. */
  kinds: SearchKind[]
  /** The only kind that is shown. */
  kind: SearchKind | undefined
  query: string
  words: Words['search']
}

/** Kinds of pages among the results, each with their number; a link shows the results of one kind, or all of them. */
export function SearchFilter({ kinds, kind: current, query, words }: SearchFilterProps) {
  const present = (Object.keys(searchKinds) as SearchKind[]).filter((kind) => kind === current || kinds.includes(kind))
  const choices = [
    { kind: undefined, label: words.all, count: kinds.length },
    ...present.map((kind) => ({ kind, label: words[kind], count: kinds.filter((other) => other === kind).length })),
  ]
  const address = (kind: SearchKind | undefined) =>
    `${SEARCH_PATH}?${new URLSearchParams({ q: query, ...(kind && { in: kind }) })}`
  return (
    <nav aria-label="Kinds of pages" className="mt-4">
      <ul className="-ml-4 flex flex-wrap gap-x-1">
        {choices.map(({ kind, label, count }) => (
          <li key={kind ?? ''}>
            <Link
              href={address(kind)}
              aria-current={kind === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-transparent px-4 text-muted-foreground transition-colors hover:text-foreground current:border-border current:bg-card current:text-foreground"
            >
              <span>{label}</span>
              <span className="label text-muted-foreground">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
