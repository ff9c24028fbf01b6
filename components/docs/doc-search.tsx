import type { Words } from '@/lib/words.ts'
import { MAX_QUERY_LENGTH, excerptAround, markWords } from '@/lib/docs/search.ts'
import { Icon } from '../ui/icon.tsx'
import { DOCUMENTATION_SEARCH, docHref } from '../../lib/routes.ts'
import type { DOC_SEARCH_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'

type DocSearchFormProps = { words: Words['documentation']; query?: string; className?: string }

/** Asks the documentation; a form that any browser can send. */
export function DocSearchForm({ words, query = '', className = '' }: DocSearchFormProps) {
  return (
    <search className={className}>
      <form
        action={DOCUMENTATION_SEARCH}
        className="flex rounded-full border border-edge bg-raised focus-within:border-ink"
      >
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          required
          aria-label={words.searchHeading}
          placeholder={words.search}
          autoComplete="off"
          className="min-h-11.5 min-w-0 flex-1 rounded-full pl-5 placeholder:text-muted placeholder:opacity-100"
        />
        <button
          type="submit"
          aria-label={words.search}
          className="grid w-11.5 flex-none cursor-pointer place-items-center rounded-full"
        >
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
          <h2 className="mt-1 text-card">
            <Link href={docHref(page)} className="card-link">
              <Marked text={page.title} words={words} />
            </Link>
          </h2>
          <p className="mt-2 max-w-text text-muted">
            <Marked text={excerptAround(page.text, words) ?? page.summary} words={words} />
          </p>
        </li>
      ))}
    </ol>
  )
}
