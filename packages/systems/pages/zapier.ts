import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Services } from '../api/access.ts'
import { ZAPS } from '../data/sample-data.ts'
import type { Store, Zap, ZapDelivery } from '../data/store.ts'
import type { Html } from './layout.ts'

/* Source of the subscription flow: docs.zapier.com/platform/build/rest-hook-trigger. */

/** Events of the application's triggers. */
const EVENTS = [
  'call.created',
  'call.needs_attention',
  'call.resolved',
  'lead.created',
  'lead.updated',
  'appointment.requested',
  'appointment.confirmed',
  'appointment.rescheduled',
  'appointment.canceled',
] as const

const HOOKS_PATH = '/api/v1/hooks'

const REQUEST_TIMEOUT_MS = 10_000

const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

const renderDelivery = ({ receivedAt, body }: ZapDelivery, zone: string): Html => html`
  <li>
    <p class="quiet">
      <time
        >${new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(receivedAt)}</time
      >
    </p>
    <pre tabindex="0" aria-label="Data">${formatJson(body)}</pre>
  </li>
`

const renderZap = (store: Store, { id, event, hookId, notice }: Zap, number: number, zone: string): Html => {
  const deliveries = store.zaps.listDeliveries(id)
  return html`
    <section aria-label="Zap ${number}: ${event}">
      <h2>${event} (${hookId ? 'on' : 'off'})</h2>
      ${notice && html`<pre role="status" tabindex="0" aria-label="Result of Zap ${number}">${formatJson(notice)}</pre>`}
      <form method="post" action="/zapier/zaps/${id}">
        <button name="action" value="test">Test trigger</button>
        <button name="action" value="${hookId ? 'off' : 'on'}" class="first">Turn ${hookId ? 'off' : 'on'}</button>
        <button name="action" value="delete">Delete without unsubscribing</button>
      </form>
      ${deliveries.length === 0 && html`<p class="quiet">Nothing has arrived yet.</p>`}
      <ol class="entries">
        ${deliveries.map((delivery) => renderDelivery(delivery, zone))}
      </ol>
    </section>
  `
}

export const renderZapier = (store: Store, zone: string): Html => html`
  <h2>New Zap</h2>
  <form method="post" action="/zapier/zaps">
    <label>
      API key
      <input name="apiKey" required autocomplete="off" spellcheck="false" />
    </label>
    <label>
      Trigger
      <select name="event">
        ${EVENTS.map((event) => html`<option>${event}</option>`)}
      </select>
    </label>
    <button class="first">Create Zap</button>
  </form>
  ${store.zaps.list().map((zap, index) => renderZap(store, zap, index + 1, zone))}
  <h2>Sample data</h2>
  <ul>
    ${ZAPS.map((title) => html`<li>${title}</li>`)}
  </ul>
`

const hookSchema = z.object({ id: z.string() })

export function createZapierPages({ settings, store }: Services): Hono {
  const pages = new Hono()
  const siteUrl = new URL(settings.getRedirectUrl('zapier')).origin

  async function callApi({ apiKey }: Zap, method: string, path: string, body?: object) {
    try {
      const response = await fetch(siteUrl + HOOKS_PATH + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      return { status: response.status, isOk: response.ok, text: await response.text() }
    } catch (error) {
      return { status: 0, isOk: false, text: `The application does not respond: ${String(error)}` }
    }
  }

  async function turnOn(zap: Zap, hookUrl: string): Promise<void> {
    const { isOk, text } = await callApi(zap, 'POST', '', { hookUrl, event: zap.event })
    const hook = isOk ? hookSchema.safeParse(JSON.parse(text)).data : undefined
    store.zaps.change(zap.id, { hookId: hook?.id ?? null, notice: hook ? '' : text })
  }

  async function turnOff(zap: Zap): Promise<void> {
    const { isOk, status, text } = await callApi(zap, 'DELETE', `/${zap.hookId}`)
    // The application may have removed the hook already.
    const isOff = isOk || status === 404
    store.zaps.change(zap.id, { hookId: isOff ? null : zap.hookId, notice: isOff ? '' : text })
  }

  async function testTrigger(zap: Zap): Promise<void> {
    const { text } = await callApi(zap, 'GET', `/samples?event=${encodeURIComponent(zap.event)}`)
    store.zaps.change(zap.id, { hookId: zap.hookId, notice: text })
  }

  const findZap = (id: string) => store.zaps.list().find((zap) => zap.id === id)

  pages.post('/zapier/zaps', async (c) => {
    const form = await c.req.formData()
    store.zaps.add(String(form.get('event')), String(form.get('apiKey')).trim())
    return c.redirect('/zapier', 303)
  })

  pages.post('/zapier/zaps/:id', async (c) => {
    const zap = findZap(c.req.param('id'))
    if (!zap) return c.notFound()
    const action = (await c.req.formData()).get('action')
    if (action === 'test') await testTrigger(zap)
    if (action === 'on') await turnOn(zap, `${new URL(c.req.url).origin}/zapier/hooks/${zap.id}`)
    if (action === 'off') await turnOff(zap)
    if (action === 'delete') store.zaps.remove(zap.id)
    return c.redirect('/zapier', 303)
  })

  // Zapier responds with 410 if the Zap was turned off or deleted, so that the application removes its hook.
  pages.post('/zapier/hooks/:id', async (c) => {
    const zap = findZap(c.req.param('id'))
    if (!zap?.hookId) return c.json({ status: 'gone' }, 410)
    store.zaps.addDelivery(zap.id, await c.req.text())
    return c.json({ status: 'success' })
  })
  return pages
}
