import { describe, expect, it } from 'vitest'
import { toLinkTarget } from '../../../sanity/seed/links.ts'
import { toPortableText } from '../../../sanity/seed/markdown.ts'

const ARTICLE = `## Two

### Three

> Said

Run \`npm test\` *now*

- one
- two

1. first

Table: Caption

| a | b |
| --- | --- |
| 1 | 2 |

> [!TIP]
> Try **it**

\`\`\`text note.txt
No heat
\`\`\`
`

describe('sample content Markdown', () => {
  it('becomes paragraphs with marks, links and sequential keys', () => {
    expect(toPortableText('**Never** guess: [see](page-home) or [write](mailto:a@b.example)')).toEqual([
      {
        _type: 'block',
        style: 'normal',
        markDefs: [
          { _key: 'link-1', _type: 'link', kind: 'internal', internal: 'page-home' },
          { _key: 'link-2', _type: 'link', kind: 'external', href: 'mailto:a@b.example' },
        ],
        children: [
          { _key: 'span-1', _type: 'span', text: 'Never', marks: ['strong'] },
          { _key: 'span-2', _type: 'span', text: ' guess: ', marks: [] },
          { _key: 'span-3', _type: 'span', text: 'see', marks: ['link-1'] },
          { _key: 'span-4', _type: 'span', text: ' or ', marks: [] },
          { _key: 'span-5', _type: 'span', text: 'write', marks: ['link-2'] },
        ],
      },
    ])
  })

  it('supports headings, quotes, lists, tables, callouts and code', () => {
    const body = toPortableText(ARTICLE)
    expect(body.slice(0, 7)).toMatchObject([
      { style: 'h2' },
      { style: 'h3' },
      { style: 'blockquote' },
      {
        style: 'normal',
        children: [
          { text: 'Run ' },
          { text: 'npm test', marks: ['code'] },
          { text: ' ' },
          { text: 'now', marks: ['em'] },
        ],
      },
      { listItem: 'bullet', level: 1 },
      { listItem: 'bullet', level: 1 },
      { listItem: 'number', level: 1 },
    ])
    expect(body.slice(7)).toMatchObject([
      { _type: 'table', caption: 'Caption', rows: [{ cells: ['a', 'b'] }, { cells: ['1', '2'] }] },
      { _type: 'callout', tone: 'tip', body: [{ _type: 'block', style: 'normal' }] },
      { _type: 'codeBlock', language: 'text', filename: 'note.txt', code: 'No heat' },
    ])
  })
})

describe('link target', () => {
  it('is a URL or a document id', () => {
    expect(toLinkTarget('tel:911')).toEqual({ kind: 'external', href: 'tel:911' })
    expect(toLinkTarget('/blog')).toEqual({ kind: 'external', href: '/blog' })
    expect(toLinkTarget('page-home')).toEqual({ kind: 'internal', internal: 'page-home' })
  })
})
