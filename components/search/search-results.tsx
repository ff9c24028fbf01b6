import type { SearchEntry } from '@/lib/search/entry.ts'
import { excerptAround, markWords } from '@/lib/search/text.ts'
import type { Words } from '@/lib/words.ts'
import { Link } from '../ui/link.tsx'

function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}

type Result = SearchEntry & {
  text: string
  /** Its words that were looked for. */
  matched: string[]
}

/** Pages found, each with its kind and the piece of its text that has the words. */
export function SearchResults({ results, words }: { results: Result[]; words: Words['search'] }) {
  return (
    <ol className="max-w-text border-t">
      {results.map(({ href, kind, title, summary, text, matched }) => (
        <li key={href} className="group relative border-b py-6">
          <p className="label text-muted-foreground">{words[kind]}</p>
          <h2 className="mt-1 text-card-title">
            <Link href={href} className="card-link">
              <Marked text={title} words={matched} />
            </Link>
          </h2>
          <p className="mt-2 text-muted-foreground">
            <Marked text={excerptAround(summary, matched) ?? excerptAround(text, matched) ?? summary} words={matched} />
          </p>
        </li>
      ))}
    </ol>
  )
}
