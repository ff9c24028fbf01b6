import type { Thing } from 'schema-dts'
import { JsonLd } from '@/components/seo/json-ld.tsx'
import { blogPosting } from '@/lib/seo/json-ld/blog-posting.ts'
import { env } from '@/lib/env.ts'
import { blog, collectionPage, type ListPage } from '@/lib/seo/json-ld/list-page.ts'
import { breadcrumbList, faqPage, type Question, service, type Step } from '@/lib/seo/json-ld/page.ts'
import { profilePage } from '@/lib/seo/json-ld/profile-page.ts'
import { organization, type Plan, type SiteFacts, softwareApplication, webSite } from '@/lib/seo/json-ld/site.ts'
import { techArticle } from '@/lib/seo/json-ld/tech-article.ts'
import { webPage } from '@/lib/seo/json-ld/web-page.ts'
import { drawnShareImage } from '@/lib/seo/page-texts.ts'
import { type ListName, lists } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { authorHref, BLOG_ROOT, CITY_ROOT, cityHref, docHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type { AUTHOR_QUERY_RESULT, DOC_PAGE_QUERY_RESULT, POST_QUERY_RESULT } from '@/sanity/types.ts'
import { type getCity, type getPage, getSettings } from './site-data.ts'

type Page = Extract<NonNullable<Awaited<ReturnType<typeof getPage>>>, { _type: 'page' }>
type Legal = Extract<NonNullable<Awaited<ReturnType<typeof getPage>>>, { _type: 'legalPage' }>
type City = NonNullable<Awaited<ReturnType<typeof getCity>>>

const OVERVIEW = 'All cities'

/** What the settings say about the company; undefined in a dataset that has none yet. */
export async function siteFacts(): Promise<SiteFacts | undefined> {
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

/** The plans that a page shows. */
const plansOf = (page: Page): Plan[] =>
  page.blocks
    ?.flatMap((block) => (block._type === 'pricingBlock' ? (block.plans ?? []) : []))
    .flatMap((plan) =>
      plan?.name && plan.monthly !== null ? { name: plan.name, monthly: plan.monthly, calls: plan.includedCalls } : [],
    ) ?? []

/** The organization and its product on the home page; cities served on the overview of cities. */
async function ownNodes(site: SiteFacts, path: string, title: string): Promise<(Thing | undefined)[]> {
  if (path === '/') return [organization(site), webSite(site), softwareApplication(site)]
  const places = path === CITY_ROOT ? await fetchContent(cityGridRead, { stega: false }) : []
  return [service(site, { name: title, path, places }), breadcrumbList(site, [{ name: title, path }])]
}

/** Structured data of a page that an editor made. */
export async function PageData({ path, page }: { path: string; page: Page }) {
  const site = await siteFacts()
  if (!site) return null
  const nodes = await ownNodes(site, path, page.title ?? site.brand)
  const plans = plansOf(page)
  const product = plans.length > 0 && path !== '/' ? softwareApplication(site, plans) : undefined
  return <JsonLd nodes={[...nodes, product, faqPage(questionsOf(page))]} />
}

/** Structured data of a city's page. */
export async function CityData({ city }: { city: City }) {
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

/** Who an author is, as the post and the author's own page say it. */
const authorFacts = (author: { name: string; slug: string; kind: 'person' | 'team' | null }) => ({
  name: author.name,
  path: authorHref(author) ?? BLOG_ROOT,
  isTeam: author.kind === 'team',
})

/** Structured data of a post of the blog. */
export async function PostData({ post }: { post: NonNullable<POST_QUERY_RESULT> }) {
  const site = await siteFacts()
  // Written past the Studio, it can be without a title, and no search engine takes it so.
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

type ListDataProps = ListPage & { list: ListName }

/** A list of the site, or a part of one: the posts of a category. */
export async function ListData({ list, ...page }: ListDataProps) {
  const site = await siteFacts()
  if (!site) return null
  const { path } = page
  const isWhole = path === lists[list].href
  const node = list === 'blog' && isWhole ? blog(site, page) : collectionPage(site, page)
  return <JsonLd nodes={[node, breadcrumbList(site, isWhole ? [page] : stepsBelow(list, page))]} />
}

/** Structured data of an author's page. */
export async function AuthorData({ author }: { author: NonNullable<AUTHOR_QUERY_RESULT> }) {
  const site = await siteFacts()
  if (!site) return null
  const { role, bio } = author
  const own = authorFacts(author)
  return <JsonLd nodes={[profilePage(site, { ...own, role, bio }), breadcrumbList(site, stepsBelow('blog', own))]} />
}

/** Structured data of a page of the documentation. */
export async function DocData({ page }: { page: NonNullable<DOC_PAGE_QUERY_RESULT> }) {
  const site = await siteFacts()
  const { title, summary, section, _updatedAt: updatedAt } = page
  if (!site || !title) return null
  const own = { name: title, path: docHref(page) ?? DOCUMENTATION_ROOT }
  const article = techArticle(site, { title, path: own.path, summary, section: section?.title ?? null, updatedAt })
  return <JsonLd nodes={[article, breadcrumbList(site, stepsBelow('documentation', own))]} />
}

/** Structured data of a policy or terms. */
export async function LegalData({ path, page }: { path: string; page: Legal }) {
  const site = await siteFacts()
  if (!site) return null
  const name = page.title ?? site.brand
  const { _updatedAt: updatedAt, effectiveDate: publishedAt, seo } = page
  const own = webPage(site, { name, path, description: seo?.description, publishedAt, updatedAt })
  return <JsonLd nodes={[own, breadcrumbList(site, [{ name, path }])]} />
}

type OwnPage = Step & { description: string | null }

/** Structured data of a page that is made from the code: the reference for developers, the sample dashboard. */
export async function OwnPageData({ description, ...own }: OwnPage) {
  const site = await siteFacts()
  return site ? <JsonLd nodes={[webPage(site, { ...own, description }), breadcrumbList(site, [own])]} /> : null
}

/** Where a press item stands. */
export async function EntryData({ list, ...own }: Step & { list: ListName }) {
  const site = await siteFacts()
  return site ? <JsonLd nodes={[breadcrumbList(site, stepsBelow(list, own))]} /> : null
}
