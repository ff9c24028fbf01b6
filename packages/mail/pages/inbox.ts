import { html } from 'hono/html'
import type { ParsedMessage } from '../message.ts'
import type { MessageFilter, StoredMessage } from '../store.ts'
import { type Html, renderPage } from './layout.ts'

const VIEWS = { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source' } as const
type View = keyof typeof VIEWS

/** Returns the requested view, or the part that a mail client would show. */
export function parseView(view: string | undefined, { html: htmlPart }: ParsedMessage): View {
  const defaultView = htmlPart ? 'html' : 'text'
  if (view === 'html') return defaultView
  return view !== undefined && Object.hasOwn(VIEWS, view) ? (view as View) : defaultView
}

function buildPath(path: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

/** Formats a time in the time zone of this machine: time only for today, or else the date. */
function formatTime(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  const options = isToday ? { timeStyle: 'medium' as const } : { dateStyle: 'medium' as const }
  return new Intl.DateTimeFormat('en-US', options).format(time)
}

const formatSubject = (subject: string): string => subject || '(no subject)'

const renderRow = (
  { id, subject, recipients, receivedAt }: StoredMessage,
  filter: MessageFilter,
  openId?: number,
) => html`
  <li data-id="${id}">
    <a href="${buildPath(`/messages/${id}`, filter)}" ${id === openId && html`aria-current="page"`}>
      <strong>${formatSubject(subject)}</strong>
      <time datetime="${new Date(receivedAt).toISOString()}">${formatTime(receivedAt)}</time>
      <span class="quiet">${recipients.join(', ')}</span>
    </a>
  </li>
`

const renderList = (messages: StoredMessage[], filter: MessageFilter, openId?: number): Html => html`
  <ul id="messages" aria-label="Emails">
    ${
      messages.length === 0 &&
      html`<li class="empty">
        ${filter.search || filter.to ? 'No emails match.' : 'No emails yet. New ones appear here.'}
      </li>`
    }
    ${messages.map((message) => renderRow(message, filter, openId))}
  </ul>
`

const formatCount = (count: number): string => (count === 1 ? '1 email' : `${count} emails`)

const renderHeader = (messages: StoredMessage[], { search, to }: MessageFilter): Html => html`
  <header>
    <h1><a href="/">Local inbox</a></h1>
    <p id="count">${formatCount(messages.length)}</p>
    <form role="search" action="/">
      <label for="search" class="visually-hidden">Recipient, sender or subject</label>
      <input id="search" type="search" name="search" placeholder="Recipient or subject" value="${search ?? to ?? ''}" />
      <button>Search</button>
    </form>
    <form method="post" action="/delete" id="delete" ${messages.length === 0 && html`hidden`}>
      <button>Delete all</button>
    </form>
  </header>
`

export const renderInboxPage = (messages: StoredMessage[], filter: MessageFilter): Html =>
  renderPage(
    'Local inbox',
    html`${renderHeader(messages, filter)}
      <main>${renderList(messages, filter)}</main>`,
  )

const URL_PATTERN = /(https?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]])/

/** Renders text with its URLs as links. */
const renderText = (text: string): Html => html`
  <pre>
${text
  .split(URL_PATTERN)
  .map((part, index) =>
    index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
  )}</pre>
`

const renderHeaders = ({ headers }: ParsedMessage): Html => html`
  <dl>
    ${headers.map(
      ({ name, value }) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>
`

function renderView(view: View, { stored, parsed, source }: OpenMessage): Html {
  if (view === 'headers') return renderHeaders(parsed)
  if (view === 'source') return html`<pre>${new TextDecoder().decode(source)}</pre>`
  if (view === 'text') return parsed.text ? renderText(parsed.text) : html`<p>This email has no text part.</p>`
  return html`
    <div class="frame">
      <iframe
        title="HTML part"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/messages/${stored.id}/html"
      ></iframe>
    </div>
  `
}

const renderAttachments = (id: number, { attachments }: ParsedMessage): Html => html`
  ${
    attachments.length > 0 &&
    html`<dt>Attachments</dt>
      <dd>
        ${attachments.map(({ name }, index) => html`<a href="/messages/${id}/attachments/${index}" download="${name}">${name}</a> `)}
      </dd>`
  }
`

export type OpenMessage = { stored: StoredMessage; source: Uint8Array; parsed: ParsedMessage }

type MessagePage = { messages: StoredMessage[]; filter: MessageFilter; view: View }

export function renderMessagePage(message: OpenMessage, { messages, filter, view }: MessagePage): Html {
  const { stored, parsed } = message
  const path = `/messages/${stored.id}`
  const views = (Object.keys(VIEWS) as View[]).filter((name) => name !== 'html' || parsed.html)
  return renderPage(
    formatSubject(stored.subject),
    html`
      ${renderHeader(messages, filter)}
      <div class="split">
        <div class="list">${renderList(messages, filter, stored.id)}</div>
        <main>
          <article>
            <a class="back" href="${buildPath('/', filter)}">All emails</a>
            <h2>${formatSubject(stored.subject)}</h2>
            <dl>
              <dt>From</dt>
              <dd>${stored.sender}</dd>
              <dt>To</dt>
              <dd>${parsed.to || stored.recipients.join(', ')}</dd>
              <dt>Received</dt>
              <dd>
                ${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' }).format(stored.receivedAt)}
              </dd>
              ${renderAttachments(stored.id, parsed)}
            </dl>
            <nav aria-label="Parts of the email">
              ${views.map(
                (name) =>
                  html`<a
                    href="${buildPath(path, { ...filter, view: name })}"
                    ${name === view && html`aria-current="page"`}
                    >${VIEWS[name]}</a
                  >`,
              )}
              <a class="download" href="${path}/message.eml" download="message-${stored.id}.eml">Download .eml</a>
            </nav>
            ${renderView(view, message)}
          </article>
        </main>
      </div>
    `,
  )
}
