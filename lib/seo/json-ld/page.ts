import { toPlainText } from '@portabletext/react'
import type { BreadcrumbList, FAQPage, Service } from 'schema-dts'
import { type SiteFacts, organizationReference } from './site.ts'

type PortableText = Parameters<typeof toPlainText>[0]

/** A question as the FAQ fragment selects it. */
export type Question = { question: string | null; answer: PortableText | null }

/** A place that is served: a city of the United States and its state. */
export type Place = { name: string | null; state: string | null }

/** Where a page stands: each step from the home page down to itself, as name and path. */
export type Step = { name: string; path: string }

const cityOf = ({ name, state }: Place) => ({
  '@type': 'City' as const,
  name: name ?? '',
  ...(state && { containedInPlace: { '@type': 'State' as const, name: state } }),
})

/** What the brand does for businesses of one or more cities; undefined without a city. */
export function service(
  site: SiteFacts,
  page: { name: string; path: string; description?: string | null | undefined; places: Place[] },
): Service | undefined {
  const places = page.places.filter(({ name }) => name)
  if (places.length === 0) return undefined
  return {
    '@type': 'Service',
    '@id': `${site.siteUrl}${page.path}#service`,
    name: page.name,
    serviceType: 'Answering service for heating and cooling businesses',
    url: `${site.siteUrl}${page.path}`,
    provider: organizationReference(site),
    areaServed: places.map(cityOf),
    ...(page.description && { description: page.description }),
  }
}

/** Questions of a page with their answers as text; undefined when none is complete. */
export function faqPage(questions: (Question | null)[]): FAQPage | undefined {
  const mainEntity = questions.flatMap((entry) => {
    const text = entry?.answer ? toPlainText(entry.answer).trim() : ''
    if (!entry?.question || !text) return []
    return {
      '@type': 'Question' as const,
      name: entry.question,
      acceptedAnswer: { '@type': 'Answer' as const, text },
    }
  })
  return mainEntity.length > 0 ? { '@type': 'FAQPage', mainEntity } : undefined
}

/** The way from the home page to a page; undefined for the home page itself. */
export function breadcrumbList({ siteUrl }: Pick<SiteFacts, 'siteUrl'>, steps: Step[]): BreadcrumbList | undefined {
  if (steps.length === 0) return undefined
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  }
}
