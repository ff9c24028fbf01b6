import { expect, test } from 'vitest'
import { textsOf, withoutScripts } from '../../bench/site/html.ts'

test('a page without scripts keeps everything else, and its data for search engines', () => {
  const kept = [
    '<link rel="preload" href="/a.woff2" as="font">',
    '<script type="application/ld+json">{"@type":"WebPage"}</script>',
    '<link rel="stylesheet" href="/a.css"><main><p>Words</p></main>',
  ]
  const [font, data, rest] = kept
  const html = `${font}<link rel="preload" as="script" href="/a.js"><link href="/b.js" rel="modulepreload" as="script"/><script>
    start()</script>${data}<script src="/c.js" async=""></script>${rest}<SCRIPT nonce="x">go()</SCRIPT>`
  expect(withoutScripts(html)).toBe(kept.join(''))
})

test('the words of a page are its headings and paragraphs, in their order and as they are read', () => {
  const html = `<p>Menu</p><main class="a"><h1 id="t">Nights &amp; <em>weekends</em></h1><p></p><script>"<p>no</p>"</script>
    <div><p>It’s <a href="/">forty</a>
    nine</p></div><h2>Next</h2></main><p>Footer</p>`
  expect(textsOf(html)).toEqual([
    { tag: 'h1', text: 'Nights & weekends' },
    { tag: 'p', text: 'It’s forty nine' },
    { tag: 'h2', text: 'Next' },
  ])
})
