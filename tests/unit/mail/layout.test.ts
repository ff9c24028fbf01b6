// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import type { MailContent } from '../../../lib/platform/mail/content.ts'
import { renderHtml } from '../../../lib/platform/mail/html.ts'
import { renderText } from '../../../lib/platform/mail/text.ts'
import { SAMPLE_MAILS, SAMPLE_SITE } from '../../support/sample-mails.ts'
import { listContrasts, listMarkupProblems, listTexts, listUnsupportedFeatures } from './checks.ts'

/** Gmail clips emails at 102 KB. This limit also keeps them fast on a phone. */
const MAX_HTML_BYTES = 20 * 1024

const MIN_CONTRAST = 4.5

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ')

describe.each(Object.entries(SAMPLE_MAILS))('email %s', (_name, content) => {
  let html: string
  let document: Document
  beforeAll(async () => {
    html = await renderHtml(content, SAMPLE_SITE)
    document = parse(html)
  })

  it('is valid HTML with accessible markup', async () => {
    expect(await listMarkupProblems(html)).toEqual([])
    expect(document.documentElement.lang).toBe('en')
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.title).toBe(content.subject)
    for (const table of document.querySelectorAll('table'))
      expect(table.getAttribute('role') ?? table.querySelector('th')?.scope).toMatch(/^(presentation|row)$/)
  })

  it('needs no feature that a mail client lacks', () => {
    expect(listUnsupportedFeatures(html)).toEqual([])
    expect(html).not.toMatch(/<(?:script|link|img|form|svg)|@import|@font-face|url\(|position:|display:(?:flex|grid)/)
    expect(document.querySelector('style')?.textContent).toMatch(/^(@media \([\w:-]+\)\{([^{}]+\{[^{}]+\})+\})+$/)
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_HTML_BYTES)
  })

  it('starts with its preheader', () => {
    const preview = document.body.firstElementChild
    expect(preview?.getAttribute('style')).toContain('display:none')
    expect(content.preheader).not.toBe('')
    expect(preview?.textContent?.startsWith(content.preheader.slice(0, 150))).toBe(true)
  })

  it('has at most one button, and its links are absolute', () => {
    const links = [...document.querySelectorAll('a')]
    for (const { href } of links) expect(href).toMatch(/^https:\/\/www\.example\.com\//)
    const buttons = links.filter((link) => link.className.includes('button'))
    expect(buttons.map(({ href, textContent }) => [textContent?.trim(), href])).toEqual(
      content.action ? [[content.action.label, content.action.url]] : [],
    )
  })

  it.each(['light', 'dark'] as const)('has readable colors in the %s theme', (theme) => {
    const contrasts = listContrasts(document, theme)
    expect(contrasts.length).toBeGreaterThan(3)
    expect(contrasts.filter(({ ratio }) => ratio < MIN_CONTRAST)).toEqual([])
  })

  it('says the same in its text part', () => {
    const text = collapseSpaces(renderText(content, SAMPLE_SITE))
    for (const { text: part } of listTexts(document)) expect(text).toContain(collapseSpaces(part))
    for (const link of document.querySelectorAll('a')) expect(text).toContain(link.getAttribute('href'))
    const htmlText = collapseSpaces(
      listTexts(document)
        .map(({ text: part }) => part)
        .join(' '),
    )
    const { greeting = '', paragraphs, facts = [], quote = '', notes = [], footer } = content
    for (const part of [greeting, ...paragraphs, ...facts.flat(), quote, ...notes, footer.reason ?? ''])
      expect(htmlText).toContain(collapseSpaces(part))
  })

  it('says why it was sent', () => {
    expect(content.footer.reason).toMatch(/\.$/)
  })
})

describe('email with hostile input', () => {
  const ATTACKS = [
    '<script>x()</script>',
    '"><img src=x onerror=x()>',
    "' style='position:fixed",
    '</td></tr></table></body>',
    '<!--[if mso]><b>',
    '<outlook-table></outlook-table>',
    '</title></style><a href="https://evil.example">',
    '&lt;b&gt;',
    '$& $1',
  ]
  const attack = ATTACKS.join(' ')
  const buildContent = (text: string): MailContent => ({
    subject: text,
    preheader: text,
    title: text,
    greeting: text,
    paragraphs: [text],
    facts: [[text, text]],
    quote: text,
    notes: [text],
    footer: { reason: text },
  })

  it('shows it as text', async () => {
    const readTags = async (mail: MailContent) => {
      const document = parse(await renderHtml(mail, SAMPLE_SITE))
      return [...document.querySelectorAll('*')].map(({ tagName, attributes }) => [
        tagName,
        ...[...attributes].map(({ name }) => name),
      ])
    }
    const harmlessText = 'x'.repeat(attack.length)
    expect(await readTags(buildContent(attack))).toEqual(await readTags(buildContent(harmlessText)))
    const document = parse(await renderHtml(buildContent(attack), SAMPLE_SITE))
    expect(document.querySelector('h1')?.textContent).toBe(attack)
    expect(document.title).toBe(attack)
  })

  it('keeps line breaks and breaks long words', async () => {
    const document = parse(
      await renderHtml({ ...buildContent(attack), quote: `one\n\n${'w'.repeat(3_000)}` }, SAMPLE_SITE),
    )
    const quote = document.querySelector<HTMLElement>('.quote')
    expect(quote?.querySelectorAll('br')).toHaveLength(2)
    expect(quote?.style.getPropertyValue('overflow-wrap')).toBe('break-word')
  })
})
