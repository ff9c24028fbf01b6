import { describe, expect, it } from 'vitest'
import { extractHtmlLines } from '../../../sanity/rich-text/html-text.ts'

describe('extractHtmlLines', () => {
  it.each([
    ['<p>One <b>bold</b> word</p><p>Two</p>', ['One bold word', 'Two']],
    ['<h2>Title</h2>\n<ul>\n  <li>First</li>\n  <li>Second</li>\n</ul>', ['Title', 'First', 'Second']],
    ['Line one<br>Line two<BR/>Line three', ['Line one', 'Line two', 'Line three']],
    ['<p>caf&eacute; &amp; it&#8217;s &#x201C;open&#x201d;&nbsp;now</p>', ['café & it’s “open” now']],
    ['<p>Below 60 &lt; 70, or 5 < 6 and <3</p>', ['Below 60 < 70, or 5 < 6 and <3']],
    ['<a title="more > less" href="/a">Prices</a>', ['Prices']],
    ['<p>Seen</p><script>if (a < b) alert("<p>no</p>")</script><style>p > a {}</style>', ['Seen']],
    ['<template><p>No</p></template>Yes<iframe>Old browsers</iframe>', ['Yes']],
    ['Lead<!--more-->Rest', ['LeadRest']],
    ['<p>Word<o:p></o:p> <st1:place>Oak</st1:place></p>', ['Word Oak']],
    ['<script>an end that never comes', []],
    ['<p></p>', []],
  ])('converts %s to %j', (html, lines) => expect(extractHtmlLines(html)).toEqual(lines))

  it.each(['x < y', 'if x <y and z> w', 'I <3 you', 'broken </3', 'about 5 <a lot', 'A & B &amp; C', ''])(
    'does not treat %s as HTML',
    (text) => expect(extractHtmlLines(text)).toBeUndefined(),
  )

  // Each of these inputs would take minutes with quadratic run time.
  it.each(['<b>', '</i>', '<script>', '<!--', '<a ', '<p><b>', '&amp', '<', '<a x="', '<p\t'])(
    'parses 400,000 repetitions of %s in linear time',
    (part) => {
      const lines = extractHtmlLines(part.repeat(400_000))
      expect(lines ?? []).toEqual([])
    },
  )
})
