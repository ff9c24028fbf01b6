import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CategoryNav } from '../../../components/blog/category-nav.tsx'
import { DocIndex } from '../../../components/docs/doc-tree.tsx'
import { docNeighbours, DocPage } from '../../../components/docs/doc-page.tsx'
import { SearchResults } from '../../../components/search/search-results.tsx'
import { fileSize, PressKit } from '../../../components/press/press-kit.tsx'
import { Pagination } from '../../../components/ui/pagination.tsx'
import { type PostSummary, PostList, relatedPosts } from '../../../components/blog/post-list.tsx'
import { PostPage } from '../../../components/blog/post-page.tsx'
import { PressItemList } from '../../../components/press/press-item.tsx'
import { paging } from '../../../lib/paging.ts'
import { wordsFrom } from '../../../lib/words.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const words = wordsFrom(null)

type Tree = Parameters<typeof docNeighbours>[0]

const html = (element: ReactElement) => renderToStaticMarkup(element)

beforeAll(() => {
  stubSiteEnv()
})

const picture = (id: string) => ({
  alt: `Cover ${id}`,
  caption: null,
  isDarkDrawing: null,
  hotspot: null,
  crop: null,
  asset: { _id: `image-${id}-1600x1000-png`, width: 1600, height: 1000, lqip: null },
})

const post = (id: string): PostSummary => ({
  _id: id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  excerpt: `About ${id}`,
  publishedAt: '2026-10-29T23:30:00Z',
  cover: picture(id),
  category: { title: 'Dispatch', slug: 'dispatch' },
  author: { name: 'The desk', slug: 'desk' },
})

const tree: Tree = [
  {
    _id: 's1',
    title: 'Start',
    slug: 'start',
    summary: null,
    pages: ['a', 'b'].map((id) => ({ _id: id, title: `Page ${id}`, slug: id, summary: `About ${id}` })),
  },
  {
    _id: 's2',
    title: 'Go on',
    slug: 'go-on',
    summary: 'More',
    pages: [{ _id: 'c', title: 'Page c', slug: 'c', summary: 'About c' }],
  },
]

describe('a list of posts', () => {
  it('links every post, loads the first cover at once and the others later', () => {
    const list = html(createElement(PostList, { posts: ['1', '2', '3'].map(post), none: '' }))
    for (const id of ['1', '2', '3']) expect(list).toContain(`href="/blog/post-${id}"`)
    expect(list.match(/loading="eager"/g)).toHaveLength(1)
    expect(list.match(/loading="lazy"/g)).toHaveLength(2)
    expect(list).toContain('<time dateTime="2026-10-29T23:30:00.000Z">October 29, 2026</time>')
  })

  it('is friendly when it is empty', () => {
    expect(html(createElement(PostList, { posts: [], none: words.blog.none }))).toContain(
      'Nothing is published here yet.',
    )
  })

  it('can be shown while drafts lack everything', () => {
    const draft = { _id: 'd', title: null, slug: null, excerpt: null, publishedAt: null, category: null, author: null }
    const posts = [
      { ...draft, cover: null },
      { ...draft, _id: 'e', cover: null },
    ] as unknown as PostSummary[]
    expect(() => html(createElement(PostList, { posts, none: '' }))).not.toThrow()
  })

  it('names its neighbours to browsers as well', () => {
    const nav = (page: number) =>
      html(createElement(Pagination, { paging: paging('/blog', page, 25)!, name: 'Blog', words: words.lists }))
    expect(nav(1)).not.toContain('rel="prev"')
    expect(nav(1)).toContain(
      '<a rel="next" class="button button-quiet col-start-3 justify-self-end" href="/blog/page/2">',
    )
    expect(nav(2)).toMatch(/rel="prev"[^>]*href="\/blog"/)
    expect(nav(3)).not.toContain('rel="next"')
    expect(html(createElement(Pagination, { paging: paging('/blog', 1, 3)!, name: 'Blog', words: words.lists }))).toBe(
      '',
    )
  })

  it('says which category it shows', () => {
    const categories = [
      { _id: '1', title: 'Dispatch', slug: 'dispatch' },
      { _id: '2', title: 'Money', slug: 'money' },
    ]
    const nav = html(createElement(CategoryNav, { categories, current: 'money', all: words.blog.all }))
    expect(nav.match(/aria-current="page"/g)).toHaveLength(1)
    expect(nav).toMatch(/aria-current="page"[^>]*href="\/blog\/category\/money"/)
  })
})

describe('a post', () => {
  it('suggests others of its category first, and none twice', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(post) as [PostSummary, PostSummary, PostSummary, PostSummary]
    const ids = (posts: PostSummary[]) => posts.map(({ _id }) => _id)
    expect(ids(relatedPosts([b], [a, b, c]))).toEqual(['b', 'a', 'c'])
    expect(ids(relatedPosts([a, b, c], [d]))).toEqual(['a', 'b', 'c'])
    expect(ids(relatedPosts([], []))).toEqual([])
  })

  it('can be shown while a draft lacks everything', () => {
    const draft = {
      _id: 'd',
      _type: 'post',
      title: null,
      author: null,
      category: null,
      body: null,
      related: [],
      latest: [],
    }
    const page = html(createElement(PostPage, { post: draft as never, words }))
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toContain('1 min read')
  })
})

describe('the press pages', () => {
  const file = {
    url: 'http://localhost:3900/files/a.zip',
    originalFilename: 'Logo & mark.zip',
    extension: 'zip',
    size: 1_234_567,
  }
  const kit = {
    _id: 'pressKit' as const,
    heading: 'Press kit',
    intro: 'For you',
    boilerplate: 'We answer.',
    contactEmail: 'press@example.com',
    downloads: [
      { _key: 'a', label: 'Logos', description: null, file },
      { _key: 'b', label: 'Not uploaded', description: null, file: null },
    ],
  }

  it('offer files by their own names, with kind and size, and none that is not there', () => {
    const page = html(createElement(PressKit, { kit, words: words.press }))
    expect(page).toContain('href="http://localhost:3900/files/a.zip?dl=Logo%20%26%20mark.zip"')
    expect(page).toContain('ZIP, 1.2 MB')
    expect(page).not.toContain('Not uploaded')
    expect(page).toContain('href="mailto:press@example.com"')
  })

  it('are friendly without kit and announcements', () => {
    expect(html(createElement(PressKit, { kit: null, words: words.press }))).toBe('')
    expect(html(createElement(PressItemList, { items: [], none: words.press.none }))).toContain('nothing to announce')
  })

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [135_400, '135 KB'],
    [2_000_000_000, '2.0 GB'],
    [null, undefined],
  ])('write %j bytes as %s', (bytes, text) => {
    expect(fileSize(bytes)).toBe(text)
  })
})

describe('the documentation', () => {
  it('goes on from page to page across sections', () => {
    const names = (id: string) => {
      const { previous, next } = docNeighbours(tree, id)
      return [previous?._id, next?._id]
    }
    expect(names('a')).toEqual([undefined, 'b'])
    expect(names('b')).toEqual(['a', 'c'])
    expect(names('c')).toEqual(['b', undefined])
    expect(names('unknown')).toEqual([undefined, undefined])
  })

  it('shows the tree in a disclosure, the current page marked, and a form that needs no script', () => {
    const page = {
      _id: 'b',
      _type: 'docPage',
      title: 'Page b',
      slug: 'b',
      summary: 'About b',
      section: null,
      body: null,
    }
    const markup = html(createElement(DocPage, { page: page as never, tree, words }))
    expect(markup).toMatch(/<details[^>]*><summary[^>]*>All pages/)
    expect(markup).toMatch(/aria-current="page"[^>]*href="\/documentation\/b"/)
    expect(markup).toMatch(/<form [^>]*action="\/search"[^>]*><input type="search"[^>]*name="q"/)
    expect(markup.match(/<h1/g)).toHaveLength(1)
  })

  it('is friendly when it is empty', () => {
    expect(html(createElement(DocIndex, { tree: [], none: words.documentation.none }))).toContain(
      'No page is published yet.',
    )
  })

  it('marks what was found and escapes it', () => {
    const result = {
      href: '/documentation/a',
      kind: 'documentation' as const,
      title: 'The <calendar>',
      summary: 'S',
      headings: [],
      words: '',
      text: 'A calendar here',
      matched: ['calendar'],
    }
    const markup = html(createElement(SearchResults, { results: [result], words: words.search }))
    expect(markup).toContain('&lt;</span><mark>calendar</mark><span>&gt;')
    expect(markup).toContain('<mark>calendar</mark><span> here</span>')
  })
})
