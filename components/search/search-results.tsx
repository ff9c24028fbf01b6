import type { SearchEntry } from '@/lib/search/entry.ts'
import { sectionFound } from '@/lib/search/place.ts'
import { excerptAround, hasWord, markWords } from '@/lib/search/text.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from '../ui/fill.tsx'
import { Link } from '../ui/link.tsx'

function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}

export type Result = SearchEntry & {
  text: string
  /** Its words that were looked for. */
  matched: string[]
}

type SearchResultsProps = {
  results: Result[]
  words: Words['search']
  /** Level of the titles in the outline of the page. */
  level?: 2 | 3
  className?: string
}

/** One excerpt of a page, and where its link leads: to the section, if it is the heading of that which has the words. */
function excerptOf(result: Result, words: Words['search']): { href: string; excerpt: string } {
  const { href, title, summary, text, matched } = result
  const has = (part: string) => hasWord(part, matched)
  const found = sectionFound(result, has)
  if (found) return { href: found.href, excerpt: fill(words.section, found) }
  const excerpt = has(title) || has(summary) ? summary : (excerptAround(text, matched) ?? summary)
  return { href, excerpt }
}

/** Pages found, each with its kind, and what it is about or where it has the words. */
export function SearchResults({ results, words, level = 2, className = '' }: SearchResultsProps) {
  const Title = `h${level}` as const
  return (
    <ol className={`border-t ${className}`}>
      {results.map((result) => {
        const { href, excerpt } = excerptOf(result, words)
        return (
          <li
            key={result.href}
            className="group relative grid gap-x-6 gap-y-2 border-b py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:items-baseline"
          >
            <p className="label text-muted-foreground">{words[result.kind]}</p>
            <div>
              <Title className="text-card-title">
                <Link href={href} className="card-link">
                  <Marked text={result.title} words={result.matched} />
                </Link>
              </Title>
              <p className="mt-1.5 line-clamp-2 text-muted-foreground">
                <Marked text={excerpt} words={result.matched} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
