import { CITY_ROOT } from '@/lib/routes.ts'
import { City, cityMetadata } from '../../../_pages/city.tsx'
import { sitePage } from '../../../site-page.tsx'

const { generateMetadata, Page } = sitePage(CITY_ROOT, { city: { Page: City, metadata: cityMetadata } })

/** None at build time, see the page of all other paths. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
