import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import type { MailContent, MailLink, MailSite } from './content.ts'
import { STYLE_SHEET, type StyleName, STYLES, WIDTH_PX } from './styles.ts'

/*
 * The layout of all emails. Node loads this file without a compiler, so it has no JSX. Mail clients need tables and
 * inline styles: Outlook has no flexbox, and Gmail drops many style sheets.
 */

const styled = (name: StyleName, style?: CSSProperties) => ({ className: name, style: { ...STYLES[name], ...style } })

const TABLE = { cellPadding: 0, cellSpacing: 0, border: 0 }

const layoutTable = (style: CSSProperties, ...rows: ReactNode[][]) =>
  h(
    'table',
    { ...TABLE, role: 'presentation', style: { borderCollapse: 'separate', ...style } },
    h('tbody', null, ...rows.map((cells) => h('tr', null, ...cells))),
  )

/** Renders line breaks. Mail clients ignore `white-space`. */
const renderLines = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))

const renderParagraph = (text: string, index: number) => h('p', { key: index, ...styled('text') }, renderLines(text))

const renderLink = ({ label, url }: MailLink, name: StyleName) =>
  h('a', { href: url, target: '_blank', ...styled(name) }, label)

/** Renders the logo without an image, because mail clients block images. */
const renderBrand = (brand: string) =>
  layoutTable({ width: '100%' }, [
    h(
      'td',
      { width: 32, style: { width: 32, padding: '0 0 20px 4px' } },
      ...(['ember', 'ink', 'ice'] as const).map((name) => h('div', styled(name))),
    ),
    h('td', styled('brand'), brand),
  ])

const renderFacts = (facts: NonNullable<MailContent['facts']>) =>
  h(
    'table',
    { ...TABLE, width: '100%', ...styled('facts') },
    h(
      'tbody',
      null,
      ...facts.map(([label, value], index) => {
        const line: CSSProperties = index === 0 ? { borderTop: 'none' } : {}
        return h(
          'tr',
          null,
          h('th', { scope: 'row', align: 'left', width: '34%', ...styled('label', line) }, label),
          h('td', styled('value', line), renderLines(value)),
        )
      }),
    ),
  )

const renderQuote = (quote: string) =>
  layoutTable({ width: '100%', margin: '8px 0 24px' }, [h('td', styled('quote'), renderLines(quote))])

/** The cell has the color of the button too, because Outlook ignores the padding of links. */
const renderButton = ({ label, url }: MailLink, name: StyleName) =>
  layoutTable({ margin: '8px 0 24px' }, [
    h('td', styled(name), h(Button, { href: url, ...styled(name, { padding: '14px 26px' }) }, label)),
  ])

const renderLinks = (links: MailLink[]) =>
  h('p', styled('text'), ...links.flatMap((link, index) => [index > 0 && h('br'), renderLink(link, 'link')]))

const renderFooter = ({ reason, link }: MailContent['footer'], { brand, siteUrl }: MailSite) =>
  h(
    'td',
    { style: { padding: '20px 4px 0' } },
    (reason || link) && h('p', styled('small'), reason, reason && link && ' ', link && renderLink(link, 'small-link')),
    h(
      'p',
      styled('small', { margin: 0 }),
      `Sent by ${brand} · `,
      renderLink({ label: new URL(siteUrl).host, url: siteUrl }, 'small-link'),
    ),
  )

const renderCard = (content: MailContent) => {
  const { isUrgent, title, greeting, paragraphs, facts = [], quote, action, notes = [], links = [] } = content
  return h(
    'td',
    styled(isUrgent ? 'urgent-card' : 'card'),
    h('h1', styled('title'), title),
    greeting && renderParagraph(greeting, 0),
    paragraphs.map(renderParagraph),
    facts.length > 0 && renderFacts(facts),
    quote && renderQuote(quote),
    action && renderButton(action, isUrgent ? 'urgent-button' : 'button'),
    notes.map(renderParagraph),
    links.length > 0 && renderLinks(links),
  )
}

const renderHead = (subject: string) =>
  h(
    Head,
    null,
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, subject),
    h('style', { dangerouslySetInnerHTML: { __html: STYLE_SHEET } }),
  )

const renderBody = (content: MailContent, site: MailSite) =>
  h(
    'body',
    styled('page', { padding: 0 }),
    h(Preview, null, content.preheader),
    layoutTable({ width: '100%' }, [
      h(
        'td',
        { align: 'center', ...styled('page') },
        h('outlook-table'),
        h(
          Container,
          { style: { maxWidth: WIDTH_PX, textAlign: 'left' } },
          renderBrand(site.brand),
          layoutTable({ width: '100%' }, [renderCard(content)], [renderFooter(content.footer, site)]),
        ),
        h('outlook-table-end'),
      ),
    ]),
  )

/** Outlook for Windows ignores `max-width`. React cannot render comments or unclosed tags. */
const OUTLOOK_TAGS = {
  '<outlook-table></outlook-table>': `<!--[if mso]><table role="presentation" align="center" width="${WIDTH_PX}"><tr><td><![endif]-->`,
  '<outlook-table-end></outlook-table-end>': '<!--[if mso]></td></tr></table><![endif]-->',
}

/** Renders the HTML part of an email. */
export async function renderHtml(content: MailContent, site: MailSite): Promise<string> {
  // Next.js does not allow this import in its bundles.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ 'react-dom/server')
  let html = renderToStaticMarkup(h(Html, { lang: 'en' }, renderHead(content.subject), renderBody(content, site)))
  for (const [placeholder, tag] of Object.entries(OUTLOOK_TAGS)) html = html.replace(placeholder, tag)
  return `<!doctype html>${html}`
}
