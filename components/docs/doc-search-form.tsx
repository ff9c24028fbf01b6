import { MAX_QUERY_LENGTH } from '@/lib/docs/search.ts'
import { Icon } from '../ui/icon.tsx'
import { DOCUMENTATION_SEARCH } from '../ui/hrefs.ts'

/** Asks the documentation; a form that any browser can send. */
export function DocSearchForm({ query = '', className = '' }: { query?: string; className?: string }) {
  return (
    <search className={className}>
      <form action={DOCUMENTATION_SEARCH} className="search-field">
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          required
          aria-label="Search the documentation"
          placeholder="Search"
          autoComplete="off"
        />
        <button type="submit" aria-label="Search">
          <Icon name="search" size={20} />
        </button>
      </form>
    </search>
  )
}
