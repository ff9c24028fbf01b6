import { EyeClosedIcon } from '@sanity/icons/EyeClosed'
import type { DocumentBadgeComponent } from 'sanity'

const hidesFromSearch = (seo: unknown): boolean =>
  typeof seo === 'object' && seo !== null && 'noIndex' in seo && seo.noIndex === true

export const HiddenFromSearchBadge: DocumentBadgeComponent = ({ version, draft, published }) => {
  if (!hidesFromSearch((version ?? draft ?? published)?.seo)) return null
  return {
    label: 'Hidden from search',
    title: 'Search engines are asked not to list this page (see its SEO fields)',
    color: 'warning',
    icon: EyeClosedIcon,
  }
}
