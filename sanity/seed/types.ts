import type { IdentifiedSanityDocumentStub } from '@sanity/client'

/** A document of the sample content: what an import creates, so its id is fixed and its images are files yet to be uploaded. */
export type SeedDocument = IdentifiedSanityDocumentStub

export type Keyed<T> = T & { _key: string }

export type Reference = { _type: 'reference'; _ref: string }

type LinkTarget = { kind: 'internal'; internal: Reference } | { kind: 'external'; href: string }

export type Link = { _type: 'link'; label: string } & LinkTarget

type LinkMark = Keyed<{ _type: 'link' } & LinkTarget>

type Span = Keyed<{ _type: 'span'; text: string; marks: string[] }>

export type BlockStyle = 'normal' | 'h2' | 'h3' | 'blockquote'

export type TextBlock = Keyed<{
  _type: 'block'
  style: BlockStyle
  listItem?: 'bullet' | 'number'
  level?: 1
  markDefs: LinkMark[]
  children: Span[]
}>

type Callout = { _type: 'callout'; tone: 'note' | 'tip' | 'warning'; body: TextBlock[] }

type CodeBlock = { _type: 'codeBlock'; language: string; filename?: string; code: string }

type Table = { _type: 'table'; caption: string; rows: Keyed<{ _type: 'tableRow'; cells: string[] }>[] }

/** What stands between the paragraphs of an article. */
export type Insert = Callout | CodeBlock | Table

export type ArticleBody = (TextBlock | Keyed<Insert>)[]

/** `_sanityAsset` is Sanity's import notation: the file is uploaded and the field becomes a reference to it. */
export type Image = { _type: 'imageWithAlt'; _sanityAsset: string; alt: string; isDarkDrawing?: true }

export type Seo = { _type: 'seo'; title: string; description: string; image?: Image; noIndex: boolean }

export type Source = { name: string; url: string }

type LocalFact = { label: string; value: string; source: Source }

type CitySection = { heading: string; body: TextBlock[] }

/** What a city module writes down; `cityDocument` makes the document of it. */
export type City = {
  name: string
  slug: string
  state: string
  headline: string
  intro: string
  summary: string
  imageAlt: string
  /** January to December, °F. */
  monthlyMeanF: number[]
  climateSource: Source
  sections: CitySection[]
  localFacts: LocalFact[]
  /** Ids of `faqItem` documents. */
  faqs: string[]
  seo: { title: string; description: string }
}

/** What a post module writes down; `postDocument` makes the document of it. */
export type Post = {
  title: string
  slug: string
  /** At most 200 characters. */
  excerpt: string
  /** ISO date and time. */
  publishedAt: string
  /** Ids of an `author` and a `category`. */
  author: string
  category: string
  coverAlt: string
  body: ArticleBody
  seo: { title: string; description: string }
}

/** What a documentation module writes down; `docDocument` makes the document of it. */
export type Doc = {
  title: string
  slug: string
  summary: string
  body: ArticleBody
  seo: { title: string; description: string }
}

/** What an announcement writes down; `pressDocument` makes the document of it. */
export type PressItem = {
  title: string
  slug: string
  /** ISO date and time. */
  publishedAt: string
  /** At most 200 characters. */
  summary: string
  body: ArticleBody
  seo: { title: string; description: string }
}
