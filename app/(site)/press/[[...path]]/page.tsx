import { PRESS_ROOT } from '@/lib/routes.ts'
import { PressItem, pressItemMetadata } from '../../_pages/press-item.tsx'
import { PressItems, pressItemsMetadata } from '../../_pages/press-items.tsx'
import { sitePage } from '../../site-page.tsx'

const { generateMetadata, Page } = sitePage(PRESS_ROOT, {
  pressItems: { Page: PressItems, metadata: pressItemsMetadata },
  pressItem: { Page: PressItem, metadata: pressItemMetadata },
})

/** None at build time, see the page of the blog. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
