import type { Thing } from 'schema-dts'
import { JsonLd } from '@/components/seo/json-ld.tsx'
import { blogPosting } from '@/lib/seo/json-ld/blog-posting.ts'
import { env } from '@/lib/env.ts'
import { breadcrumbList, faqPage, type Question, service, type Step } from '@/lib/seo/json-ld/page.ts'
import { organization, type SiteFacts, softwareApplication, webSite } from '@/lib/seo/json-ld/site.ts'
import { drawnShareImage } from '@/lib/seo/page-texts.ts'
import { type ListName, lists } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { AUTHOR_ROOT, BLOG_ROOT, CITY_ROOT, cityHref } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type { POST_QUERY_RESULT } from '@/sanity/types.ts'
import { type getCity, type getPage, getSettings } from './site-data.ts'

type Page = Extract<NonNullable<Awaited<ReturnType<typeof getPage>>>, { _type: 'page' }>
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
  return <JsonLd nodes={[...nodes, faqPage(questionsOf(page))]} />
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

/** Structured data of a post of the blog. */
export async function PostData({ post }: { post: NonNullable<POST_QUERY_RESULT> }) {
  const site = await siteFacts()
  if (!site || !post.author) return null
  const path = `${BLOG_ROOT}/${post.slug}`
  const posting = blogPosting(site, {
    title: post.title,
    path,
    excerpt: post.excerpt,
    publishedAt: post.publishedAt,
    updatedAt: post._updatedAt,
    author: { name: post.author.name, path: `${AUTHOR_ROOT}/${post.author.slug}` },
    category: post.category?.title ?? null,
    image: new URL(drawnShareImage(path), site.siteUrl).href,
  })
  return <JsonLd nodes={[posting, breadcrumbList(site, stepsBelow('blog', { name: post.title, path }))]} />
}

const stepsBelow = (list: ListName, own: Step) => [{ name: lists[list].title, path: lists[list].href }, own]

/** Where a press item or a page of the documentation stands. */
export async function EntryData({ list, ...own }: Step & { list: ListName }) {
  const site = await siteFacts()
  return site ? <JsonLd nodes={[breadcrumbList(site, stepsBelow(list, own))]} /> : null
}
