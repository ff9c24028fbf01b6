import { HOME_PATH } from '@/lib/routes.ts'
import { ApiPage, apiMetadata } from '../_pages/api-reference.tsx'
import { ContentPage, contentMetadata } from '../_pages/content-page.tsx'
import { sitePage } from '../site-page.tsx'

const { generateMetadata, Page } = sitePage(HOME_PATH, {
  content: { Page: ContentPage, metadata: contentMetadata },
  api: { Page: ApiPage, metadata: apiMetadata },
})

/** None at build time: every page is rendered at its first visit and then kept, so a build never waits for content. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
