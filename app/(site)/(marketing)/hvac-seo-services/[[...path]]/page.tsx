import { SEO_SERVICES_PATH } from '@/lib/routes.ts'
import { ContentPage, contentMetadata } from '../../../_pages/content-page.tsx'
import { sitePage } from '../../../site-page.tsx'

const { generateMetadata, Page } = sitePage(SEO_SERVICES_PATH, {
  content: { Page: ContentPage, metadata: contentMetadata },
})

/** None at build time, see the page of all other paths. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
