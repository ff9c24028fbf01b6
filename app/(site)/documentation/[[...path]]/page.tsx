import { DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { Doc, docMetadata } from '../../_pages/doc-page.tsx'
import { contentsMetadata, DocumentationContents } from '../../_pages/documentation.tsx'
import { sitePage } from '../../site-page.tsx'

const { generateMetadata, Page } = sitePage(DOCUMENTATION_ROOT, {
  documentation: { Page: DocumentationContents, metadata: contentsMetadata },
  doc: { Page: Doc, metadata: docMetadata },
})

/** None at build time, see the page of the blog. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
