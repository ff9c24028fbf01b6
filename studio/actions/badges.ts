import { EyeClosedIcon } from '@sanity/icons/EyeClosed'
import type { DocumentBadgeComponent } from 'sanity'

const isHiddenFromSearch = (seo: unknown): boolean =>
  typeof seo === 'object' && seo !== null && 'noIndex' in seo && seo.noIndex === true

export const HiddenFromSearchBadge: DocumentBadgeComponent = ({ version, draft, published }) => {
  if (!isHiddenFromSearch((version ?? draft ?? published)?.seo)) return null
  return {
    label: 'Hidden from search',
    title: 'Search engines won’t list this page. Change this under Search and sharing.',
    color: 'warning',
    icon: EyeClosedIcon,
  }
}
