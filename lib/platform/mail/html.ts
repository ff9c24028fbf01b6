import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { createElement as h, type CSSProperties, Fragment, type ReactNode } from 'react'
import { LIGHT_PALETTE as COLORS } from '../../values/palette.ts'
import type { MailContent, MailLink, MailSite } from './content.ts'
import { buildStyleSheet, CLASSES, WIDTH_PX } from './styles.ts'

/*
 * The layout of all emails. Node loads this file without a compiler, so it has no JSX. Mail clients need tables and
 * inline styles: Outlook has no flexbox, and Gmail drops many style sheets.
 */

const FONT_FAMILY = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Breaks long words. Clients support one of the two properties. */
const BREAK_WORDS: CSSProperties = { overflowWrap: 'break-word', wordBreak: 'break-word' }

const TEXT: CSSProperties = { fontSize: 16, lineHeight: '25px', color: COLORS.foreground, ...BREAK_WORDS }
const SMALL: CSSProperties = { fontSize: 13, lineHeight: '20px', color: COLORS['muted-foreground'] }

const layoutTable = (style: CSSProperties, ...rows: ReactNode[]) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style },
    h('tbody', null, ...rows.map((row, index) => h(Fragment, { key: index }, row))),
  )

/** Renders line breaks. Mail clients ignore `white-space`. */
const renderLines = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))

const renderParagraph = (text: string, index: number) =>
  h('p', { key: index, className: CLASSES.text, style: { ...TEXT, margin: '0 0 16px' } }, renderLines(text))

/** The bars of the logo, which turns from warm to cool. They are no image, because mail clients block images. */
const BARS = [
  { color: COLORS.primary, className: CLASSES.ember, width: 16 },
  { color: COLORS.foreground, className: CLASSES.ink, width: 11 },
  { color: COLORS.accent, className: CLASSES.ice, width: 20 },
]

const renderMark = () =>
  BARS.map(({ color, className, width }) =>
    h('div', {
      key: color,
      className,
      style: {
        width,
        height: 4,
        margin: '3px 0',
        borderRadius: 2,
        fontSize: 0,
        lineHeight: '4px',
        backgroundColor: color,
      },
    }),
  )

const renderBrand = (brand: string) =>
  layoutTable(
    { width: '100%' },
    h(
      'tr',
      null,
      h('td', { width: 32, style: { width: 32, padding: '0 0 20px 4px' } }, renderMark()),
      h(
        'td',
        {
          className: CLASSES.text,
          style: {
            padding: '0 0 20px',
            fontSize: 18,
            lineHeight: '24px',
            fontWeight: 700,
            letterSpacing: '-0.02em',
            color: COLORS.foreground,
          },
        },
        brand,
      ),
    ),
  )

const renderFacts = (facts: NonNullable<MailContent['facts']>) =>
  h(
    'table',
    {
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      className: CLASSES.panel,
      style: {
        width: '100%',
        margin: '8px 0 24px',
        borderRadius: 8,
        backgroundColor: COLORS.muted,
      },
    },
    h(
      'tbody',
      null,
      facts.map(([label, value], index) => {
        const line = { borderTop: index > 0 ? `1px solid ${COLORS.border}` : 'none' }
        return h(
          'tr',
          { key: label },
          h(
            'th',
            {
              scope: 'row',
              align: 'left',
              width: '34%',
              className: `${CLASSES.quiet} ${CLASSES.line} ${CLASSES.label}`,
              style: {
                ...line,
                padding: '11px 8px 11px 16px',
                fontSize: 14,
                lineHeight: '22px',
                fontWeight: 400,
                textAlign: 'left',
                verticalAlign: 'top',
                color: COLORS['muted-foreground'],
              },
            },
            label,
          ),
          h(
            'td',
            {
              className: `${CLASSES.text} ${CLASSES.line} ${CLASSES.value}`,
              style: {
                ...line,
                padding: '11px 16px 11px 8px',
                fontSize: 15,
                lineHeight: '22px',
                fontWeight: 600,
                verticalAlign: 'top',
                color: COLORS.foreground,
                ...BREAK_WORDS,
              },
            },
            renderLines(value),
          ),
        )
      }),
    ),
  )

const renderQuote = (quote: string) =>
  layoutTable(
    { width: '100%', margin: '8px 0 24px' },
    h(
      'tr',
      null,
      h(
        'td',
        {
          className: `${CLASSES.text} ${CLASSES.quote}`,
          style: { ...TEXT, padding: '2px 0 2px 16px', borderLeft: `3px solid ${COLORS.accent}` },
        },
        renderLines(quote),
      ),
    ),
  )

/** Renders the button, 48 px high. The cell has its color too, because Outlook ignores the padding of links. */
const renderAction = ({ label, url }: MailLink, isUrgent: boolean) => {
  const backgroundColor = isUrgent ? COLORS.primary : COLORS.accent
  const className = isUrgent ? CLASSES.urgentButton : CLASSES.button
  return layoutTable(
    { margin: '8px 0 24px', borderCollapse: 'separate' },
    h(
      'tr',
      null,
      h(
        'td',
        { className, style: { borderRadius: 8, backgroundColor } },
        h(
          Button,
          {
            href: url,
            className,
            style: {
              padding: '14px 26px',
              borderRadius: 8,
              backgroundColor,
              color: COLORS.card,
              fontSize: 16,
              fontWeight: 600,
            },
          },
          label,
        ),
      ),
    ),
  )
}

const renderLink = ({ label, url }: MailLink, className: string, color: string) =>
  h('a', { href: url, target: '_blank', className, style: { color, textDecoration: 'underline' } }, label)

const renderLinks = (links: MailLink[]) =>
  h(
    'p',
    { className: CLASSES.text, style: { ...TEXT, margin: '0 0 16px' } },
    links.map((link, index) =>
      h(Fragment, { key: link.url }, index > 0 && h('br'), renderLink(link, CLASSES.link, COLORS.accent)),
    ),
  )

const renderFooter = ({ reason, link }: MailContent['footer'], { brand, siteUrl }: MailSite) => {
  const quiet = (children: ReactNode, margin: string) =>
    h('p', { className: CLASSES.quiet, style: { ...SMALL, margin, ...BREAK_WORDS } }, children)
  const siteLink = { label: new URL(siteUrl).host, url: siteUrl }
  return h(
    'td',
    { style: { padding: '20px 4px 0' } },
    (reason || link) &&
      quiet(
        h(
          Fragment,
          null,
          reason,
          reason && link && ' ',
          link && renderLink(link, CLASSES.quiet, COLORS['muted-foreground']),
        ),
        '0 0 8px',
      ),
    quiet(
      h(Fragment, null, `Sent by ${brand} · `, renderLink(siteLink, CLASSES.quiet, COLORS['muted-foreground'])),
      '0',
    ),
  )
}

function renderCard({
  isUrgent = false,
  title,
  greeting,
  paragraphs,
  facts,
  quote,
  action,
  notes,
  links,
}: MailContent) {
  return h(
    'td',
    {
      className: CLASSES.card,
      style: {
        padding: '32px 36px 16px',
        border: `1px solid ${COLORS.border}`,
        borderTop: `4px solid ${isUrgent ? COLORS.primary : COLORS.accent}`,
        borderRadius: '0 0 10px 10px',
        backgroundColor: COLORS.card,
      },
    },
    h(
      'h1',
      {
        className: CLASSES.text,
        style: {
          margin: '0 0 16px',
          fontSize: 24,
          lineHeight: '31px',
          fontWeight: 700,
          letterSpacing: '-0.02em',
          color: COLORS.foreground,
          ...BREAK_WORDS,
        },
      },
      title,
    ),
    greeting && renderParagraph(greeting, 0),
    paragraphs.map(renderParagraph),
    facts?.length ? renderFacts(facts) : null,
    quote && renderQuote(quote),
    action && renderAction(action, isUrgent),
    notes?.map(renderParagraph),
    links?.length ? renderLinks(links) : null,
  )
}

const buildDocument = (content: MailContent, site: MailSite) =>
  h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, content.subject),
      h('style', { dangerouslySetInnerHTML: { __html: buildStyleSheet(content.isUrgent ?? false) } }),
    ),
    h(
      'body',
      { className: CLASSES.page, style: { margin: 0, padding: 0, backgroundColor: COLORS.background } },
      h(Preview, null, content.preheader),
      layoutTable(
        { width: '100%' },
        h(
          'tr',
          null,
          h(
            'td',
            {
              align: 'center',
              className: CLASSES.page,
              style: { padding: '32px 12px', fontFamily: FONT_FAMILY, backgroundColor: COLORS.background },
            },
            h('outlook-table'),
            h(
              Container,
              { style: { maxWidth: WIDTH_PX, textAlign: 'left' } },
              renderBrand(site.brand),
              layoutTable(
                { width: '100%', borderCollapse: 'separate' },
                h('tr', null, renderCard(content)),
                h('tr', null, renderFooter(content.footer, site)),
              ),
            ),
            h('outlook-table-end'),
          ),
        ),
      ),
    ),
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
  let html = renderToStaticMarkup(buildDocument(content, site))
  for (const [placeholder, tag] of Object.entries(OUTLOOK_TAGS)) html = html.replace(placeholder, tag)
  return `<!doctype html>${html}`
}
