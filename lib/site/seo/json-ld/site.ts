import type { Organization, SoftwareApplication, WebSite } from 'schema-dts'
import { toSafeHref } from '../../../platform/http/safe-href.ts'
import { PRICING_PATH } from '../../../routes.ts'
import { formatNumber } from '../../../values/format.ts'

export type SiteDetails = {
  /** Public origin, without a trailing slash. */
  siteUrl: string
  brand: string
  tagline?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  /** URLs of the brand's profiles on other sites. */
  profiles?: (string | null)[] | null | undefined
}

/** Price plan: US dollars per month, and the number of answered calls that it includes. */
export type Plan = { name: string; monthly: number; calls?: number | null }

const buildOrganizationId = (siteUrl: string) => `${siteUrl}/#organization`

export const buildOrganizationReference = ({ siteUrl, brand }: Pick<SiteDetails, 'siteUrl' | 'brand'>) =>
  ({ '@type': 'Organization', '@id': buildOrganizationId(siteUrl), name: brand, url: `${siteUrl}/` }) as const

export function buildOrganization({ siteUrl, brand, tagline, phone, email, profiles }: SiteDetails): Organization {
  const sameAs = profiles?.flatMap((profile) => toSafeHref(profile) ?? []) ?? []
  return {
    ...buildOrganizationReference({ siteUrl, brand }),
    logo: `${siteUrl}/apple-icon.png`,
    ...(tagline && { description: tagline }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

export const buildWebSite = ({ siteUrl, brand, tagline }: SiteDetails): WebSite => ({
  '@type': 'WebSite',
  '@id': `${siteUrl}/#website`,
  name: brand,
  url: `${siteUrl}/`,
  inLanguage: 'en-US',
  publisher: { '@id': buildOrganizationId(siteUrl) },
  ...(tagline && { description: tagline }),
})

export const buildSoftwareApplication = (
  { siteUrl, brand, tagline }: SiteDetails,
  plans: Plan[] = [],
): SoftwareApplication => ({
  '@type': 'SoftwareApplication',
  '@id': `${siteUrl}/#software`,
  name: brand,
  url: `${siteUrl}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  publisher: { '@id': buildOrganizationId(siteUrl) },
  ...(tagline && { description: tagline }),
  ...(plans.length > 0 && {
    offers: plans.map(({ name, monthly, calls }) => ({
      '@type': 'Offer' as const,
      name,
      price: monthly,
      priceCurrency: 'USD',
      description: `$${monthly} a month${calls ? `, ${formatNumber(calls)} answered calls included` : ''}`,
      url: `${siteUrl}${PRICING_PATH}`,
    })),
  }),
})
