import type { BlogPosting } from 'schema-dts'
import { modifiedTime } from '../metadata.ts'
import { type Author, authorNode } from './profile-page.ts'
import { type SiteFacts, organizationReference } from './site.ts'

/** Longest headline in characters that search engines show (Google's guide to article markup). */
export const MAX_HEADLINE = 110

/** A post of the blog; paths are those of this site, times ISO 8601. */
export type Post = {
  title: string
  path: string
  excerpt: string | null
  publishedAt: string
  updatedAt: string
  author: Author
  category: string | null
  /** Absolute address of its picture. */
  image: string | undefined
}

/** A post of the blog. */
export const blogPosting = (site: SiteFacts, post: Post): BlogPosting => ({
  '@type': 'BlogPosting',
  '@id': `${site.siteUrl}${post.path}#post`,
  headline: post.title.slice(0, MAX_HEADLINE),
  url: `${site.siteUrl}${post.path}`,
  mainEntityOfPage: `${site.siteUrl}${post.path}`,
  datePublished: post.publishedAt,
  dateModified: modifiedTime(post),
  author: authorNode(site, post.author),
  publisher: organizationReference(site),
  inLanguage: 'en-US',
  ...(post.excerpt && { description: post.excerpt }),
  ...(post.category && { articleSection: post.category }),
  ...(post.image && { image: post.image }),
})
