import type { Words } from '@/lib/words.ts'
import type { DOC_TREE_QUERY_RESULT, DOC_PAGE_QUERY_RESULT } from '../../sanity/types.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { docHref, DOCUMENTATION_ROOT } from '../../lib/routes.ts'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { TableOfContents } from '../article/table-of-contents.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { DocColumns, DocTree } from './doc-tree.tsx'
import { articleHeadings } from '../article/headings.ts'

type DocLink = DOC_TREE_QUERY_RESULT[number]['pages'][number]

/** The pages before and after one in reading order, across sections. */
export function docNeighbours(tree: DOC_TREE_QUERY_RESULT, id: string) {
  const pages: DocLink[] = tree.flatMap((section) => section.pages)
  const position = pages.findIndex(({ _id }) => _id === id)
  if (position === -1) return { previous: undefined, next: undefined }
  return { previous: pages[position - 1], next: pages[position + 1] }
}

type DocWords = Words['documentation']
type PreviousAndNextProps = { previous: DocLink | undefined; next: DocLink | undefined; words: DocWords }

const linkClass =
  'flex min-h-18 items-center gap-4 rounded-xl border px-4 py-3 font-semibold transition-colors hover:border-foreground'

/** The pages before and after this one. */
function PreviousAndNext({ previous, next, words }: PreviousAndNextProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Previous and next page" className="mt-16 print:hidden grid gap-4 border-t pt-6 sm:grid-cols-2">
      {previous && (
        <Link href={docHref(previous)} rel="prev" className={linkClass}>
          <Icon name="arrow" size={20} className="rotate-180" />
          <span>
            <span className="label block text-muted-foreground">{words.previous}</span>
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link href={docHref(next)} rel="next" className={`${linkClass} sm:col-start-2 sm:justify-end sm:text-right`}>
          <span>
            <span className="label block text-muted-foreground">{words.next}</span>
            {next.title}
          </span>
          <Icon name="arrow" size={20} />
        </Link>
      )}
    </nav>
  )
}

type DocPageProps = { page: NonNullable<DOC_PAGE_QUERY_RESULT>; tree: DOC_TREE_QUERY_RESULT; words: Words }

/** A page of the documentation between the tree of all pages and its own contents. */
export function DocPage({ page, tree, words }: DocPageProps) {
  return (
    <DocColumns
      side={
        <>
          <SearchForm
            label={words.documentation.searchHeading}
            placeholder={words.documentation.search}
            submit={words.documentation.search}
            kind="documentation"
            className="mb-4 lg:mb-8"
          />
          <DocTree tree={tree} title={words.documentation.all} current={page._id} />
        </>
      }
    >
      <TableOfContents
        headings={articleHeadings(page.body)}
        title={words.articles.contents}
        className="xl:unfold-column lg:col-start-2 xl:col-start-3 xl:row-start-1"
      />
      <article className="min-w-0">
        <Breadcrumb
          steps={[
            { label: words.documentation.documentation, href: DOCUMENTATION_ROOT },
            ...(page.section ? [{ label: page.section.title, href: undefined }] : []),
          ]}
        />
        <h1 className="mt-2 text-title">{page.title}</h1>
        <p className="mt-4 mb-10 max-w-text text-lead text-muted-foreground">{page.summary}</p>
        <ArticleBody value={page.body} words={words.articles} />
        <PreviousAndNext {...docNeighbours(tree, page._id)} words={words.documentation} />
      </article>
    </DocColumns>
  )
}
