import { MAX_QUERY_LENGTH, excerptAround, markWords } from '@/lib/docs/search.ts'
import { Icon } from '../ui/icon.tsx'
import { DOCUMENTATION_SEARCH, docHref } from '../../lib/routes.ts'
import type { DOC_SEARCH_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'

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

function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}

type DocResultsProps = { results: DOC_SEARCH_QUERY_RESULT; words: string[] }

/** Pages found, each with the piece of its text that has the words. */
export function DocResults({ results, words }: DocResultsProps) {
  return (
    <ol className="border-t border-line">
      {results.map((page) => (
        <li key={page._id} className="group relative border-b border-line py-6">
          {page.section && <p className="label text-muted">{page.section}</p>}
          <h2 className="mt-1 text-[1.4375rem] leading-[1.14]">
            <Link href={docHref(page)} className="card-link">
              <Marked text={page.title} words={words} />
            </Link>
          </h2>
          <p className="mt-2 max-w-[38rem] text-muted">
            <Marked text={excerptAround(page.text, words) ?? page.summary} words={words} />
          </p>
        </li>
      ))}
    </ol>
  )
}
