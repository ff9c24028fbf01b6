import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Services } from '../api/access.ts'
import { COMPANY, RESTRICTED_CHANNEL } from '../data/sample-data.ts'
import type { Channel, Message, Store, TextBlock } from '../data/store.ts'
import type { Html } from './layout.ts'

const decodeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Links and bold text in Slack's markup. */
const MARKUP_PATTERN = /<(?<url>https?:[^|>]+)\|(?<label>[^>]+)>|\*(?<bold>[^*\n]+)\*/g

/** Renders links and bold text. Other markup stays as it was sent. */
function renderMarkup(text: string): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(MARKUP_PATTERN)) {
    const { url = '', label = '', bold } = match.groups ?? {}
    parts.push(html`${decodeText(text.slice(end, match.index))}`)
    parts.push(
      bold === undefined
        ? html`<a href="${decodeText(url)}">${decodeText(label)}</a>`
        : html`<strong>${decodeText(bold)}</strong>`,
    )
    end = match.index + match[0].length
  }
  return [...parts, html`${decodeText(text.slice(end))}`]
}

const renderBlock = ({ type, text }: TextBlock): Html =>
  html`<p>${type === 'mrkdwn' ? renderMarkup(text) : decodeText(text)}</p>`

const formatTime = (ts: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
    new Date(Number(ts) * 1000),
  )

const renderMessage = ({ ts, text, blocks }: Message, zone: string): Html => html`
  <li>
    ${blocks.length > 0 ? blocks.map(renderBlock) : html`<p>${decodeText(text)}</p>`}
    <p class="quiet"><time>${formatTime(ts, zone)}</time></p>
  </li>
`

const renderChannel = ({ id, name, isArchived }: Channel, messages: Message[], zone: string): Html => html`
  <section aria-label="#${name}">
    <h2>#${name}${isArchived && ' (archived)'}</h2>
    ${name === RESTRICTED_CHANNEL && html`<p class="quiet">Only admins may post here, so every message fails.</p>`}
    ${
      messages.length === 0
        ? html`<p class="quiet">No messages yet.</p>`
        : html`<ol class="entries">
            ${messages.map((message) => renderMessage(message, zone))}
          </ol>`
    }
    <form method="post" action="/slack/channels">
      <input type="hidden" name="channel" value="${id}" />
      <button name="archived" value="${isArchived ? '' : '1'}">${isArchived ? 'Unarchive' : 'Archive'} #${name}</button>
    </form>
  </section>
`

/** Renders the workspace. Channels with messages come first, and the newest message is last. */
export function renderSlack(store: Store, zone: string): Html {
  const messages = store.messages.list()
  const channels = store.channels.list().map((channel) => ({
    channel,
    messages: messages.filter((message) => message.channel === channel.id),
  }))
  const sortedChannels = channels.toSorted((a, b) => Number(b.messages.length > 0) - Number(a.messages.length > 0))
  return html`
    <p>Workspace: ${COMPANY}. Messages that the application posts appear here.</p>
    ${sortedChannels.map(({ channel, messages: posted }) => renderChannel(channel, posted, zone))}
  `
}

export function createSlackPages({ store }: Services): Hono {
  const pages = new Hono()
  pages.post('/slack/channels', async (c) => {
    const form = await c.req.formData()
    store.channels.setArchived(String(form.get('channel')), form.get('archived') === '1')
    return c.redirect('/slack', 303)
  })
  return pages
}
