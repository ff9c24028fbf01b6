import type { Thing } from 'schema-dts'
import { JsonLd } from '@/components/site/seo/json-ld.tsx'
import {
  blog,
  blogPosting,
  breadcrumbList,
  collectionPage,
  faqPage,
  type ListPage,
  profilePage,
  type Question,
  service,
  type Step,
  techArticle,
  webPage,
} from '@/lib/site/seo/json-ld/page.ts'
import { env } from '@/lib/platform/env/env.ts'
import { organization, type Plan, type SiteFacts, softwareApplication, webSite } from '@/lib/site/seo/json-ld/site.ts'
import { drawnShareImage } from '@/lib/site/seo/page-texts.ts'
import { type ListName, lists } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { authorHref, BLOG_ROOT, CITY_ROOT, cityHref, docHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type {
  AUTHOR_QUERY_RESULT,
  CITY_QUERY_RESULT,
  DOC_PAGE_QUERY_RESULT,
  PAGE_QUERY_RESULT,
  POST_QUERY_RESULT,
} from '@/sanity/types.ts'
import { getSettings } from './site-data.ts'

type Page = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>
type Legal = Extract<PAGE_QUERY_RESULT, { _type: 'legalPage' }>

const OVERVIEW = 'All cities'

async function siteFacts(): Promise<SiteFacts | undefined> {
  const settings = await getSettings({ stega: false })
  if (!settings?.brand) return undefined
  return {
    siteUrl: env().siteUrl,
    brand: settings.brand,
    tagline: settings.tagline,
    phone: settings.contact?.phone,
    email: settings.contact?.email,
    profiles: settings.socialLinks?.map(({ url }) => url),
  }
}

const questionsOf = (page: Page): (Question | null)[] =>
  page.blocks?.flatMap((block) => (block._type === 'faqBlock' ? (block.faqs ?? []) : [])) ?? []

const plansOf = (page: Page): Plan[] =>
  page.blocks
    ?.flatMap((block) => (block._type === 'pricingBlock' ? (block.plans ?? []) : []))
    .flatMap((plan) =>
      plan?.name && plan.monthly !== null ? { name: plan.name, monthly: plan.monthly, calls: plan.includedCalls } : [],
    ) ?? []

async function ownNodes(site: SiteFacts, path: string, title: string): Promise<(Thing | undefined)[]> {
  if (path === '/') return [organization(site), webSite(site), softwareApplication(site)]
  const places = path === CITY_ROOT ? await fetchContent(cityGridRead, { stega: false }) : []
  return [service(site, { name: title, path, places }), breadcrumbList(site, [{ name: title, path }])]
}

export async function PageData({ path, page }: { path: string; page: Page }) {
  const site = await siteFacts()
  if (!site) return null
  const nodes = await ownNodes(site, path, page.title ?? site.brand)
  const plans = plansOf(page)
  const product = plans.length > 0 && path !== '/' ? softwareApplication(site, plans) : undefined
  return <JsonLd nodes={[...nodes, product, faqPage(questionsOf(page))]} />
}

export async function CityData({ city }: { city: NonNullable<CITY_QUERY_RESULT> }) {
  const site = await siteFacts()
  if (!site) return null
  const path = cityHref(city) ?? CITY_ROOT
  const steps = [
    { name: OVERVIEW, path: CITY_ROOT },
    { name: `${city.name}, ${city.state}`, path },
  ]
  const own = { name: `${site.brand} in ${city.name}`, path, description: city.summary, places: [city] }
  return <JsonLd nodes={[service(site, own), breadcrumbList(site, steps), faqPage(city.faqs ?? [])]} />
}

const authorFacts = (author: { name: string; slug: string; kind: 'person' | 'team' | null }) => ({
  name: author.name,
  path: authorHref(author) ?? BLOG_ROOT,
  isTeam: author.kind === 'team',
})

export async function PostData({ post }: { post: NonNullable<POST_QUERY_RESULT> }) {
  const site = await siteFacts()
  // A document written through the API can lack a title, and search engines reject posts without one.
  if (!site || !post.author || !post.title) return null
  const path = `${BLOG_ROOT}/${post.slug}`
  const posting = blogPosting(site, {
    title: post.title,
    path,
    excerpt: post.excerpt,
    publishedAt: post.publishedAt,
    updatedAt: post._updatedAt,
    author: authorFacts(post.author),
    category: post.category?.title ?? null,
    image: new URL(drawnShareImage(path), site.siteUrl).href,
  })
  return <JsonLd nodes={[posting, breadcrumbList(site, stepsBelow('blog', { name: post.title, path }))]} />
}

const stepsBelow = (list: ListName, own: Step) => [{ name: lists[list].title, path: lists[list].href }, own]

export async function ListData({ list, ...page }: ListPage & { list: ListName }) {
  const site = await siteFacts()
  if (!site) return null
  const { path } = page
  const isWhole = path === lists[list].href
  const node = list === 'blog' && isWhole ? blog(site, page) : collectionPage(site, page)
  return <JsonLd nodes={[node, breadcrumbList(site, isWhole ? [page] : stepsBelow(list, page))]} />
}

export async function AuthorData({ author }: { author: NonNullable<AUTHOR_QUERY_RESULT> }) {
  const site = await siteFacts()
  if (!site) return null
  const { role, bio } = author
  const own = authorFacts(author)
  return <JsonLd nodes={[profilePage(site, { ...own, role, bio }), breadcrumbList(site, stepsBelow('blog', own))]} />
}

export async function DocData({ page }: { page: NonNullable<DOC_PAGE_QUERY_RESULT> }) {
  const site = await siteFacts()
  const { title, summary, section, _updatedAt: updatedAt } = page
  if (!site || !title) return null
  const own = { name: title, path: docHref(page) ?? DOCUMENTATION_ROOT }
  const article = techArticle(site, { title, path: own.path, summary, section: section?.title ?? null, updatedAt })
  return <JsonLd nodes={[article, breadcrumbList(site, stepsBelow('documentation', own))]} />
}

export async function LegalData({ path, page }: { path: string; page: Legal }) {
  const site = await siteFacts()
  if (!site) return null
  const name = page.title ?? site.brand
  const { _updatedAt: updatedAt, effectiveDate: publishedAt, seo } = page
  const own = webPage(site, { name, path, description: seo?.description, publishedAt, updatedAt })
  return <JsonLd nodes={[own, breadcrumbList(site, [{ name, path }])]} />
}

export async function OwnPageData({ description, ...own }: Step & { description: string | null }) {
  const site = await siteFacts()
  return site ? <JsonLd nodes={[webPage(site, { ...own, description }), breadcrumbList(site, [own])]} /> : null
}

export async function EntryData({ list, ...own }: Step & { list: ListName }) {
  const site = await siteFacts()
  return site ? <JsonLd nodes={[breadcrumbList(site, stepsBelow(list, own))]} /> : null
}
