import { GROUP_BY_KIND } from '@/lib/site/search/entry.ts'
import { buildSearchUrl } from '@/lib/site/search/address.ts'
import { type SearchGroup, searchGroups, type SearchKind, type UiCopy } from '@/lib/site/ui-copy.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { MAX_QUERY_LENGTH } from '@/lib/site/search/text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

type SearchFilterProps = {
  kinds: SearchKind[]
  group: SearchGroup | undefined
  query: string
  labels: UiCopy['search']
}

export function SearchFilter({ kinds, group: current, query, labels }: SearchFilterProps) {
  const counts = (Object.keys(searchGroups) as SearchGroup[]).map((group) => ({
    group,
    label: labels[group],
    count: kinds.filter((kind) => GROUP_BY_KIND[kind] === group).length,
  }))
  const choices = [
    { group: undefined, label: labels.all, count: kinds.length },
    ...counts.filter(({ group, count }) => group === current || count > 0),
  ]
  return (
    <nav aria-label="Filter results" className="mt-5">
      <ul className="strip flex gap-2 py-1">
        {choices.map(({ group, label, count }) => (
          <li key={group ?? ''}>
            <Link
              href={buildSearchUrl({ query, group })}
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

type SearchFormProps = {
  label: string
  placeholder: string
  submit: string
  query?: string
  group?: SearchGroup | undefined
  className?: string
}

export function SearchForm({ label, placeholder, submit, query = '', group, className = '' }: SearchFormProps) {
  return (
    <search className={className}>
      <form
        action={SEARCH_PATH}
        className="flex rounded-full border border-input bg-card outline-offset-2 outline-foreground focus-within:border-foreground has-[input:focus-visible]:outline-2"
      >
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          required
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          className="min-h-13.5 min-w-0 flex-1 rounded-full pl-5.5 outline-none placeholder:text-muted-foreground placeholder:opacity-100 focus-visible:[box-shadow:none]"
        />
        {group && <input type="hidden" name="in" value={group} />}
        <button
          type="submit"
          aria-label={submit}
          className="grid w-13.5 flex-none cursor-pointer place-items-center rounded-full -outline-offset-4 focus-visible:rounded-full focus-visible:[box-shadow:none]"
        >
          <Icon name="search" size={20} />
        </button>
      </form>
    </search>
  )
}
