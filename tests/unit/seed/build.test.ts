import { describe, expect, it } from 'vitest'
import { article, code, table, tip } from '../../../sanity/seed/build/article.ts'
import { darkDrawing, image } from '../../../sanity/seed/build/image.ts'
import { keyed } from '../../../sanity/seed/build/keyed.ts'
import { link } from '../../../sanity/seed/build/links.ts'
import { orderRank } from '../../../sanity/seed/build/order-rank.ts'
import { prose } from '../../../sanity/seed/build/prose.ts'

describe('prose', () => {
  it('makes a block of a paragraph', () => {
    expect(prose('Plain words.')).toEqual([
      {
        _key: 'block-1',
        _type: 'block',
        style: 'normal',
        markDefs: [],
        children: [{ _key: 'span-1', _type: 'span', text: 'Plain words.', marks: [] }],
      },
    ])
  })

  it('knows bullets and numbers', () => {
    expect(prose('- one', '1. two', 'three').map(({ listItem, level }) => [listItem, level])).toEqual([
      ['bullet', 1],
      ['number', 1],
      [undefined, undefined],
    ])
    expect(prose('- one')[0]?.children[0]?.text).toBe('one')
  })

  it('marks strong words and links, inside and at the ends', () => {
    const [block] = prose('**Never** guess: [see](page-home) or [write](mailto:a@b.example)')
    expect(block?.children.map(({ text, marks }) => [text, ...marks])).toEqual([
      ['Never', 'strong'],
      [' guess: '],
      ['see', 'link-1'],
      [' or '],
      ['write', 'link-2'],
    ])
    expect(block?.markDefs).toEqual([
      { _key: 'link-1', _type: 'link', kind: 'internal', internal: { _type: 'reference', _ref: 'page-home' } },
      { _key: 'link-2', _type: 'link', kind: 'external', href: 'mailto:a@b.example' },
    ])
  })
})

describe('article', () => {
  it('has headings, quotes and code between tables, callouts and listings', () => {
    const body = article(
      '## Two',
      '### Three',
      '> Said',
      'Run `npm test` *now*',
      table('Caption', ['a', 'b'], ['1', '2']),
      tip('Try **it**'),
      code('text', 'note.txt', 'No heat'),
    )
    expect(body.map(({ _key, _type }) => [_key, _type])).toEqual([
      ['block-1', 'block'],
      ['block-2', 'block'],
      ['block-3', 'block'],
      ['block-4', 'block'],
      ['block-5', 'table'],
      ['block-6', 'callout'],
      ['block-7', 'codeBlock'],
    ])
    expect(body.slice(0, 4)).toMatchObject([{ style: 'h2' }, { style: 'h3' }, { style: 'blockquote' }, {}])
    expect(body[3]).toMatchObject({
      children: [
        { text: 'Run ', marks: [] },
        { text: 'npm test', marks: ['code'] },
        { text: ' ', marks: [] },
        { text: 'now', marks: ['em'] },
      ],
    })
    expect(body[4]).toMatchObject({ rows: [{ _key: 'row-1', cells: ['a', 'b'] }, { _key: 'row-2' }] })
    expect(body[5]).toMatchObject({ tone: 'tip', body: [{ _type: 'block', style: 'normal' }] })
  })
})

describe('orderRank', () => {
  it('is a LexoRank that sorts as the list does, beyond nine entries', () => {
    const ranks = Array.from({ length: 40 }, (_, position) => orderRank(position))
    expect(ranks.toSorted()).toEqual(ranks)
    expect(ranks.every((rank) => /^0\|[0-9a-z]{6}:$/.test(rank))).toBe(true)
  })
})

describe('small builders', () => {
  it('key items by position', () => {
    expect(keyed([{ a: 1 }, { a: 2 }], 'x').map(({ _key }) => _key)).toEqual(['x-1', 'x-2'])
  })

  it('tell an address from a document', () => {
    expect(link('Call', 'tel:911')).toMatchObject({ kind: 'external', href: 'tel:911' })
    expect(link('Blog', '/blog')).toEqual({ _type: 'link', label: 'Blog', kind: 'external', href: '/blog' })
    expect(link('Home', 'page-home')).toMatchObject({ kind: 'internal', internal: { _ref: 'page-home' } })
  })

  it('say of a drawing that it is on a dark ground', () => {
    const picture = { _type: 'imageWithAlt', _sanityAsset: 'image@file://./images/a.png', alt: 'A' }
    expect(image('a.png', 'A')).toEqual(picture)
    expect(darkDrawing('a.png', 'A')).toEqual({ ...picture, isDarkDrawing: true })
  })
})
