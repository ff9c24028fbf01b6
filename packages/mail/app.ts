import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { createReporter, isLoopbackName } from '../local-server/index.ts'
import { type MessageRecord, parseMessage } from './message.ts'
import { renderHtmlPart } from './pages/html-part.ts'
import { parseView, renderInboxPage, renderMessagePage } from './pages/inbox.ts'
import { INBOX_SCRIPT } from './pages/inbox-script.ts'
import { HTML_PART_HEADERS, PAGE_HEADERS } from './pages/layout.ts'
import type { MessageFilter, Store, StoredMessage } from './store.ts'

const report = createReporter('mail')

const readFilter = (c: Context): MessageFilter => ({
  to: c.req.query('to') || undefined,
  search: c.req.query('search')?.trim() || undefined,
})

const NO_STORE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export function createApp(store: Store, changes: EventEmitter): Hono {
  const app = new Hono()

  const loadMessage = async (c: Context) => {
    const id = Number(c.req.param('id'))
    const stored = store.find(id)
    const source = stored && store.readSource(id)
    return stored && source ? { stored, source, parsed: await parseMessage(source) } : undefined
  }

  const toRecord = async (stored: StoredMessage): Promise<MessageRecord> => {
    const parsed = await parseMessage(store.readSource(stored.id) ?? new Uint8Array())
    return {
      id: stored.id,
      receivedAt: new Date(stored.receivedAt).toISOString(),
      recipients: stored.recipients,
      messageId: parsed.messageId,
      from: parsed.from,
      subject: parsed.subject,
      text: parsed.text,
      html: parsed.html,
      headers: parsed.headers,
      attachments: parsed.attachments.map(({ name, type, content }) => ({ name, type, bytes: content.byteLength })),
    }
  }

  const clear = (): void => {
    store.clear()
    changes.emit('change')
  }

  app.use(async (c, next) => {
    const { hostname, origin } = new URL(c.req.url)
    if (!isLoopbackName(hostname)) return c.text('Unknown host', 421)
    const requestOrigin = c.req.header('origin')
    // CSRF protection: other sites must not delete emails.
    if (c.req.method !== 'GET' && requestOrigin !== undefined && requestOrigin !== origin) {
      return c.text('Cross-origin request blocked.', 403)
    }
    return next()
  })

  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/inbox.js', (c) => c.body(INBOX_SCRIPT, 200, { ...NO_STORE, 'content-type': 'text/javascript' }))

  app.get('/', (c) => {
    const filter = readFilter(c)
    return c.html(renderInboxPage(store.list(filter), filter), 200, PAGE_HEADERS)
  })

  app.get('/messages/:id{[0-9]+}', async (c) => {
    const message = await loadMessage(c)
    if (!message) return c.notFound()
    const filter = readFilter(c)
    const view = parseView(c.req.query('view'), message.parsed)
    return c.html(renderMessagePage(message, { messages: store.list(filter), filter, view }), 200, PAGE_HEADERS)
  })

  app.get('/messages/:id{[0-9]+}/html', async (c) => {
    const message = await loadMessage(c)
    if (!message) return c.notFound()
    return c.html(renderHtmlPart(message.parsed), 200, HTML_PART_HEADERS)
  })

  app.get('/messages/:id{[0-9]+}/message.eml', (c) => {
    const source = store.readSource(Number(c.req.param('id')))
    if (!source) return c.notFound()
    const headers = { 'content-type': 'message/rfc822', 'content-disposition': 'attachment', ...NO_STORE }
    return c.body(new Uint8Array(source), 200, headers)
  })

  app.get('/messages/:id{[0-9]+}/attachments/:index{[0-9]+}', async (c) => {
    const attachment = (await loadMessage(c))?.parsed.attachments[Number(c.req.param('index'))]
    if (!attachment) return c.notFound()
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`
    const headers = { 'content-type': 'application/octet-stream', 'content-disposition': disposition, ...NO_STORE }
    return c.body(new Uint8Array(attachment.content), 200, headers)
  })

  app.post('/delete', (c) => {
    clear()
    return c.redirect('/', 303)
  })

  /** Sends an event for each change of the inbox. */
  app.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const abortController = new AbortController()
      stream.onAbort(() => abortController.abort())
      while (!abortController.signal.aborted) {
        try {
          await once(changes, 'change', { signal: abortController.signal })
        } catch (error) {
          // The page was closed.
          if (abortController.signal.aborted) return
          throw error
        }
        await stream.writeSSE({ event: 'change', data: '' })
      }
    }),
  )

  app.get('/api/messages', async (c) => {
    const messages = await Promise.all(store.list(readFilter(c)).map(toRecord))
    return c.json({ messages }, 200, NO_STORE)
  })
  app.get('/api/messages/:id{[0-9]+}', async (c) => {
    const stored = store.find(Number(c.req.param('id')))
    return stored ? c.json(await toRecord(stored), 200, NO_STORE) : c.json({ error: 'Message not found.' }, 404)
  })
  app.delete('/api/messages', (c) => {
    clear()
    return c.body(null, 204)
  })

  app.notFound((c) => c.text('Not found. The email may have been deleted: open / for the inbox.', 404))
  app.onError((error, c) => {
    report(error)
    return c.text('Something went wrong.', 500)
  })
  return app
}
