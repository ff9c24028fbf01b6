import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CategoryNav } from '../../../components/blog/category-nav.tsx'
import { NextStepBand } from '../../../components/blog/next-step.tsx'
import { DocClosing } from '../../../components/docs/doc-closing.tsx'
import { DocIndex, DocTrouble } from '../../../components/docs/doc-index.tsx'
import { docNeighbours, DocPage } from '../../../components/docs/doc-page.tsx'
import { SearchResults } from '../../../components/search/search-results.tsx'
import { fileSize, PressKit } from '../../../components/press/press-kit.tsx'
import { Pagination } from '../../../components/ui/pagination.tsx'
import { type ListedPost, PostList, relatedPosts } from '../../../components/blog/post-list.tsx'
import { PostPage } from '../../../components/blog/post-page.tsx'
import { PressItemList, PressItemPage } from '../../../components/press/press-item.tsx'
import { paging } from '../../../lib/paging.ts'
import { wordsFrom } from '../../../lib/words.ts'
import { samplePicture } from '../../support/sample-content.ts'
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

const post = (id: string): ListedPost => ({
  _id: id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  excerpt: `About ${id}`,
  publishedAt: '2026-10-29T23:30:00Z',
  cover: picture(id),
  category: { title: 'Dispatch', slug: 'dispatch' },
  isNews: null,
  body: [],
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
    const list = html(createElement(PostList, { posts: ['1', '2', '3'].map(post), words: words.blog }))
    for (const id of ['1', '2', '3']) expect(list).toContain(`href="/blog/post-${id}"`)
    expect(list.match(/loading="eager"/g)).toHaveLength(1)
    expect(list.match(/loading="lazy"/g)).toHaveLength(2)
    expect(list).toContain('<time dateTime="2026-10-29T23:30:00.000Z">October 29, 2026</time>')
  })

  it('has short news by their days: after the others without pictures, alone with them', () => {
    const news = { ...post('news'), category: { title: 'Changelog', slug: 'changelog' }, isNews: true }
    const list = html(
      createElement(PostList, { posts: [news, post('1'), post('2')], words: words.blog, pagination: 'Older' }),
    )
    expect(list).toMatch(
      /post-1.*post-2.*Older.*<h2[^>]*>Changelog<\/h2>.*href="\/blog\/category\/changelog">All changes<.*<h3.*post-news/,
    )
    expect(list.match(/<img/g)).toHaveLength(2)
    const alone = html(createElement(PostList, { posts: [news], words: words.blog }))
    expect(alone).toContain('<h2')
    expect(alone.match(/<img/g)).toHaveLength(1)
    expect(alone).not.toMatch(/<h3|Changelog/)
  })

  it('says of each the category, the day and the time to read it, and no category where all are of one', () => {
    const text = 'word '.repeat(238 * 4)
    const body = [{ _key: 'b', _type: 'block', children: [{ _type: 'span', text }], code: null, body: null }]
    const list = (isInCategory: boolean) =>
      html(createElement(PostList, { posts: [{ ...post('1'), body: body as never }], words: words.blog, isInCategory }))
    expect(list(false)).toMatch(/<p[^>]*><span>Dispatch<\/span><time[^>]*>October 29, 2026<\/time><span>4 min read</)
    expect(list(true)).toMatch(/<p[^>]*><time[^>]*>October 29, 2026<\/time><span>4 min read</)
  })

  it('is cards where they fill their rows, and rows where they do not', () => {
    const columns = (count: number) =>
      html(
        createElement(PostList, {
          posts: Array.from({ length: count + 1 }, (_, index) => post(`${index}`)),
          words: words.blog,
        }),
      ).includes('lg:grid-cols-3')
    expect([1, 2, 3, 4, 6].map(columns)).toEqual([false, false, true, false, true])
  })

  it('is friendly when it is empty', () => {
    expect(html(createElement(PostList, { posts: [], words: words.blog }))).toContain('Nothing is published here yet.')
  })

  it('can be shown while drafts lack everything', () => {
    const draft = {
      _id: 'd',
      title: null,
      slug: null,
      excerpt: null,
      publishedAt: null,
      category: null,
      author: null,
      body: null,
    }
    const posts = [
      { ...draft, cover: null },
      { ...draft, _id: 'e', cover: null },
    ] as unknown as ListedPost[]
    expect(() => html(createElement(PostList, { posts, words: words.blog }))).not.toThrow()
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

describe('the end of a category', () => {
  const step = { heading: 'See a day', text: 'As it is.', actions: [{ _key: 'a', label: 'Open it', href: '/demo' }] }
  const picture = samplePicture('category-changelog', 'morningPicture')
  const band = (given: object | null) => html(createElement(NextStepBand, { step: given as never, words }))

  it('is a band that says what to try next, beside a picture of the product where there is one', () => {
    const [call] = picture.calls as { words: string }[]
    expect(band({ ...step, picture })).toMatch(/<h2[^>]*>See a day<.*As it is\..*href="\/demo">Open it<.*<figure/)
    expect(band({ ...step, picture })).toContain(call?.words)
    expect(band({ ...step, picture: null })).toMatch(/<h2[^>]*>See a day<.*href="\/demo">Open it</)
    expect(band({ ...step, picture: null })).not.toContain('<figure')
  })

  it('is nothing where no editor wrote it', () => {
    expect(band(null)).toBe('')
  })
})

describe('a post', () => {
  it('suggests others of its category first, and none twice', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(post) as [ListedPost, ListedPost, ListedPost, ListedPost]
    const ids = (posts: { _id: string }[]) => posts.map(({ _id }) => _id)
    expect(ids(relatedPosts([b], [a, b, c]))).toEqual(['b', 'a', 'c'])
    expect(ids(relatedPosts([a, b, c], [d]))).toEqual(['a', 'b', 'c'])
    expect(ids(relatedPosts([], []))).toEqual([])
  })

  it('ends with what its category says can be tried next', () => {
    const actions = [{ _key: 'a', label: 'Open the calculator', href: '/#calculator' }]
    const nextStep = { heading: 'Run your own numbers', text: 'As you type.', actions }
    const page = (step: object | null) =>
      html(
        createElement(PostPage, {
          post: {
            ...post('a'),
            body: null,
            related: [],
            latest: [],
            category: { title: 'A', slug: 'a', nextStep: step },
          } as never,
          words,
        }),
      )
    expect(page(nextStep)).toMatch(/<h2[^>]*>Run your own numbers<.*As you type\..*href="\/#calculator">Open the/)
    expect(page(null)).not.toContain('<h2')
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
    shortBoilerplate: 'We do.',
    boilerplate: 'We answer.',
    contactEmail: 'press@example.com',
    facts: [
      { _key: 'f', title: 'For whom', text: 'HVAC companies' },
      { _key: 'g', title: 'Price', text: 'From {price} a month.' },
    ],
    downloads: [
      { _key: 'a', label: 'Logos', description: null, picture: null, file, otherFile: null },
      { _key: 'b', label: 'Not uploaded', description: null, picture: null, file: null, otherFile: null },
      {
        _key: 'c',
        label: 'Logo for dark backgrounds',
        description: null,
        picture: picture('logo'),
        file: { ...file, extension: 'svg' },
        otherFile: { ...file, extension: 'png', size: 900 },
      },
    ],
  }

  it('offer files by their own names, with kind and size, and none that is not there', () => {
    const page = html(createElement(PressKit, { kit, words: words.press, lowest: null }))
    expect(page).toContain('href="http://localhost:3900/files/a.zip?dl=Logo%20%26%20mark.zip"')
    expect(page).toContain('ZIP, 1.2 MB')
    expect(page).not.toContain('Not uploaded')
  })

  it('show what a logo looks like, with a link to each of its formats', () => {
    const page = html(createElement(PressKit, { kit, words: words.press, lowest: null }))
    expect(page.match(/<img/g)).toHaveLength(1)
    expect(page).toContain('alt="Cover logo"')
    for (const kind of ['SVG, 1.2 MB', 'PNG, 0.9 KB'])
      expect(page).toContain(`aria-label="Logo for dark backgrounds, ${kind}"`)
  })

  it('say the facts, with the lowest price of the plans, and no price without a plan', () => {
    const page = (lowest: object | null) =>
      html(createElement(PressKit, { kit, words: words.press, lowest: lowest as never }))
    expect(page({ monthly: 149, yearly: 129 })).toMatch(
      /<dt[^>]*>For whom<\/dt><dd>HVAC companies<.*<dt[^>]*>Price<\/dt><dd>From \$129 a month\./,
    )
    expect(page(null)).toContain('For whom')
    expect(page(null)).not.toContain('Price')
  })

  it('have both texts to print in the kit, and the longer one below an announcement with others and the address', () => {
    const other = { _id: 'o', title: 'Before', slug: 'before', publishedAt: '2026-01-05T12:00:00Z' }
    const item = { _id: 'i', title: 'News', slug: 'news', summary: 'What is new', body: null, others: [other] }
    const page = html(createElement(PressItemPage, { item: item as never, kit, words }))
    expect(html(createElement(PressKit, { kit, words: words.press, lowest: null }))).toMatch(
      /One sentence.*We do\..*One paragraph.*We answer\..*Logos/,
    )
    expect(page).toMatch(/<h1.*News.*What is new.*We answer\..*mailto:press@example\.com.*href="\/press#kit"/)
    expect(page).toContain('href="/press/before"')
    expect(page).toMatch(/href="\/press">All announcements</)
    expect(
      html(createElement(PressItemPage, { item: { ...item, others: [] } as never, kit: null, words })),
    ).not.toContain('More announcements')
  })

  it('are friendly without kit and announcements', () => {
    expect(html(createElement(PressKit, { kit: null, words: words.press, lowest: null }))).toBe('')
    expect(html(createElement(PressItemList, { items: [], none: words.press.none }))).toContain('nothing to announce')
  })

  it.each([
    [0, '0.0 KB'],
    [310, '0.3 KB'],
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
    const markup = html(createElement(DocIndex, { tree: [], words: words.documentation, reference: null }))
    expect(markup).toContain('No page is published yet.')
  })

  it('has a row for the API reference, and a way to the page for when something is wrong if there is one', () => {
    const markup = html(createElement(DocIndex, { tree, words: words.documentation, reference: 'Read calls.' }))
    expect(markup).toMatch(/<h3[^>]*><a [^>]*href="\/api"[^>]*>API reference<\/a><\/h3><p[^>]*>Read calls\.<\/p>/)
    const trouble = (slug: string) => {
      const pages = [{ _id: 'w', title: 'Troubleshooting', slug, summary: '' }]
      const withPage = [...tree, { _id: 'last', title: 'Last', slug: 'last', summary: null, pages }] as typeof tree
      return html(createElement(DocTrouble, { tree: withPage, words: words.documentation }))
    }
    expect(trouble('another')).toBe('')
    expect(trouble('troubleshooting')).toMatch(
      /Something wrong\? <a [^>]*href="\/documentation\/troubleshooting"[^>]*>Troubleshooting</,
    )
  })

  it('ends with a way to write, and to call where somebody answers, and a worked example with the plans', () => {
    const closing = (section: string | null, phone = '+1 (212) 736-5000') =>
      html(createElement(DocClosing, { words: words.documentation, phone, section }))
    expect(closing(null)).toContain('Still stuck?')
    expect(closing(null, '+1 (212) 555-0142')).not.toContain('tel:')
    expect(closing('running-it')).toMatch(/href="\/contact".*href="tel:/)
    expect(closing('worked-examples')).toMatch(/Does this look like your shop\?.*href="\/pricing"[^>]*>Compare plans/)
    expect(closing('worked-examples')).not.toContain('Still stuck?')
  })

  it('has its contents between the summary and the text, where they have no column of their own', () => {
    const block = (title: string) => ({
      _type: 'block',
      _key: title,
      style: 'h2',
      children: [{ _type: 'span', text: title }],
    })
    const body = ['One', 'Two', 'Three'].map(block)
    const page = { _id: 'b', _type: 'docPage', title: 'B', slug: 'b', summary: 'S', section: null, body }
    const markup = html(createElement(DocPage, { page: page as never, tree, words }))
    expect(markup).toMatch(/<details class="[^"]*lg:row-start-2 lg:max-w-text[^"]*"><summary[^>]*>On this page/)
    expect(markup).toMatch(/<header class="[^"]*lg:row-start-1.*<div class="[^"]*lg:row-start-3/)
  })

  it('marks what was found and escapes it', () => {
    const result = {
      href: '/documentation/a',
      kind: 'documentation' as const,
      title: 'The <calendar>',
      summary: 'S',
      headings: [],
      often: '',
      words: '',
      text: 'A calendar\nA calendar that is connected is read, and no more.',
      matched: ['calendar'],
    }
    const other = { ...result, href: '/documentation/b', title: 'Other', headings: ['One calendar'] }
    const named = { ...result, href: '/documentation/c', title: 'Other' }
    const markup = html(createElement(SearchResults, { results: [result, other, named], words: words.search }))
    expect(markup).toContain('&lt;</span><mark>calendar</mark><span>&gt;')
    // One excerpt each: the summary of the page whose name has the word, the section, or else the sentence.
    expect(markup.match(/<span>S<\/span>/g)).toHaveLength(1)
    expect(markup).toContain('href="/documentation/b#one-calendar"')
    expect(markup).toContain('<span>Section: One </span><mark>calendar</mark>')
    const sentence = '<span>A </span><mark>calendar</mark><span> that is connected is read, and no more.</span>'
    expect(markup.split(sentence)).toHaveLength(2)
  })
})
