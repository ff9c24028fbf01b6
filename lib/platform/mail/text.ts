import type { MailContent, MailLink, MailSite } from './content.ts'

const formatLink = ({ label, url }: MailLink) => `${label}: ${url}`

/** Renders the plain text part of an email. */
export function renderText(content: MailContent, { brand, siteUrl }: MailSite): string {
  const { title, greeting, paragraphs, facts = [], quote, action, notes = [], links = [], footer } = content
  const blocks = [
    title,
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    quote,
    action && `${action.label}:\n${action.url}`,
    ...notes,
    links.map(formatLink).join('\n'),
    // Mail clients recognize this line, including its space, as the start of the signature.
    ['-- ', footer.reason, footer.link && formatLink(footer.link), `Sent by ${brand} · ${siteUrl}`]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
