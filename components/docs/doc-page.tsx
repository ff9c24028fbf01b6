import type { DOC_PAGE_QUERY_RESULT, DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Contents } from '../article/contents.tsx'
import { docNeighbours } from './doc-neighbours.ts'
import { DocSearchForm } from './doc-search-form.tsx'
import { DocSteps } from './doc-steps.tsx'
import { DocTree } from './doc-tree.tsx'
import { articleHeadings } from '../article/headings.ts'
import { DOCUMENTATION_ROOT } from '../ui/hrefs.ts'

type DocPageProps = { page: NonNullable<DOC_PAGE_QUERY_RESULT>; tree: DOC_TREE_QUERY_RESULT }

/** A page of the documentation between the tree of all pages and its own contents. */
export function DocPage({ page, tree }: DocPageProps) {
  return (
    <div className="wrap doc-columns">
      <div className="doc-side">
        <DocSearchForm className="mb-4 lg:mb-8" />
        <DocTree tree={tree} current={page._id} />
      </div>
      <Contents headings={articleHeadings(page.body)} className="xl:unfold-column doc-contents" />
      <article className="min-w-0">
        <Breadcrumb
          steps={[
            { label: 'Documentation', href: DOCUMENTATION_ROOT },
            ...(page.section ? [{ label: page.section.title, href: undefined }] : []),
          ]}
        />
        <h1 className="mt-2 text-title">{page.title}</h1>
        <p className="mt-4 mb-10 max-w-[38rem] text-lead text-muted">{page.summary}</p>
        <ArticleBody value={page.body} />
        <DocSteps {...docNeighbours(tree, page._id)} />
      </article>
    </div>
  )
}
