import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { DOC_TREE_QUERY_RESULT, DOC_PAGE_QUERY_RESULT } from '../../../sanity/types.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { buildDocHref, buildDocSectionHref, DOCUMENTATION_ROOT } from '../../../lib/routes.ts'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { TableOfContents, extractHeadings } from '../article/table-of-contents.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { DocColumns, DocTree, foldedClass } from './doc-tree.tsx'

type DocLink = DOC_TREE_QUERY_RESULT[number]['pages'][number]

export function findDocNeighbors(tree: DOC_TREE_QUERY_RESULT, id: string) {
  const pages: DocLink[] = tree.flatMap((section) => section.pages)
  const position = pages.findIndex(({ _id }) => _id === id)
  if (position === -1) return { previous: undefined, next: undefined }
  return { previous: pages[position - 1], next: pages[position + 1] }
}

type DocLabels = UiCopy['documentation']
type PreviousAndNextProps = { previous: DocLink | undefined; next: DocLink | undefined; labels: DocLabels }

const linkClass =
  'flex min-h-18 items-center gap-4 rounded-xl border px-4 py-3 font-semibold transition-colors hover:border-foreground'

function PreviousAndNext({ previous, next, labels }: PreviousAndNextProps) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-16 grid max-w-text gap-4 border-t pt-6 sm:grid-cols-2 print:hidden"
    >
      {previous && (
        <Link href={buildDocHref(previous)} rel="prev" className={linkClass}>
          <Icon name="arrow" size={20} className="rotate-180" />
          <span>
            <span className="label block text-muted-foreground">{labels.previous}</span>
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link href={buildDocHref(next)} rel="next" className={`${linkClass} justify-between sm:col-start-2`}>
          <span>
            <span className="label block text-muted-foreground">{labels.next}</span>
            {next.title}
          </span>
          <Icon name="arrow" size={20} />
        </Link>
      )}
    </nav>
  )
}

type DocPageProps = { page: NonNullable<DOC_PAGE_QUERY_RESULT>; tree: DOC_TREE_QUERY_RESULT; labels: UiCopy }

export function DocPage({ page, tree, labels }: DocPageProps) {
  return (
    <DocColumns
      side={
        <>
          <SearchForm
            label={labels.documentation.searchHeading}
            placeholder={labels.documentation.search}
            submit={labels.documentation.search}
            group="help"
            className="mb-8 max-lg:hidden"
          />
          <DocTree tree={tree} title={labels.documentation.all} current={page._id} />
        </>
      }
    >
      <TableOfContents
        headings={extractHeadings(page.body)}
        title={labels.articles.contents}
        className={`xl:unfold-column lg:col-start-2 lg:row-start-2 lg:max-w-text xl:col-start-3 xl:row-span-2 xl:row-start-1 ${foldedClass}`}
      />
      {/* The children of this element are grid cells, so that the table of contents fits between them. */}
      <article className="contents">
        <header className="col-span-2 mb-4 min-w-0 pt-3 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:pt-0">
          <Breadcrumb
            steps={[
              { label: labels.documentation.documentation, href: DOCUMENTATION_ROOT },
              ...(page.section ? [{ label: page.section.title, href: buildDocSectionHref(page.section) }] : []),
            ]}
          />
          <h1 className="mt-2 text-title">{page.title}</h1>
          <p className="mt-4 max-w-text text-lead text-muted-foreground">{page.summary}</p>
        </header>
        <div className="col-span-2 min-w-0 lg:col-span-1 lg:col-start-2 lg:row-start-3 lg:pt-4 xl:row-start-2 xl:pt-0">
          <ArticleBody value={page.body} labels={labels.articles} className="[&>.article-wide]:max-w-text" />
          <PreviousAndNext {...findDocNeighbors(tree, page._id)} labels={labels.documentation} />
        </div>
      </article>
    </DocColumns>
  )
}
