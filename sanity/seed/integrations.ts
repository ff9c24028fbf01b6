import { image } from './build/image.ts'
import { orderRank } from './build/order-rank.ts'
import type { SeedDocument } from './types.ts'

/** Products named on the site. Their tiles are set in the house's own letters (images/wordmark.ts), not in their trademarks. */
export const integrations = [
  { slug: 'servicetitan', name: 'ServiceTitan', url: 'https://www.servicetitan.com/' },
  { slug: 'salesforce', name: 'Salesforce', url: 'https://www.salesforce.com/' },
  { slug: 'hubspot', name: 'HubSpot', url: 'https://www.hubspot.com/' },
  { slug: 'quickbooks', name: 'QuickBooks', url: 'https://quickbooks.intuit.com/' },
  { slug: 'google-workspace', name: 'Google Workspace', url: 'https://workspace.google.com/' },
  { slug: 'microsoft-365', name: 'Microsoft 365', url: 'https://www.microsoft.com/microsoft-365' },
  { slug: 'slack', name: 'Slack', url: 'https://slack.com/' },
  { slug: 'zapier', name: 'Zapier', url: 'https://zapier.com/' },
]

export const integrationDocuments: SeedDocument[] = integrations.map(({ slug, name, url }, position) => ({
  _id: `integration-${slug}`,
  _type: 'integration',
  name,
  url,
  logo: image(`logo-${slug}.png`, name),
  inTextColor: true,
  orderRank: orderRank(position),
}))
