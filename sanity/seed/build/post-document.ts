import type { Post, SeedDocument } from '../types.ts'
import { darkDrawing } from './image.ts'
import { reference } from './links.ts'
import { seo } from './seo.ts'
import { slug } from './slug.ts'

/** The document of a blog post. */
export function postDocument({ author, category, coverAlt, seo: search, ...post }: Post): SeedDocument {
  return {
    _id: `post-${post.slug}`,
    _type: 'post',
    ...post,
    slug: slug(post.slug),
    author: reference(author),
    category: reference(category),
    cover: darkDrawing(`post-${post.slug}.png`, coverAlt),
    seo: seo(search.title, search.description),
  }
}
