import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Services } from '../api/access.ts'
import { CUSTOMERS } from '../data/sample-data.ts'
import type { Entry, AppCalendar, Store } from '../data/store.ts'
import { isSystemName, SERVICETITAN, SYSTEM_NAMES, type SystemName, getSystem } from '../data/systems.ts'
import { type Html, getMark, renderPage, PAGE_HEADERS } from './layout.ts'
import { renderSlack } from './slack.ts'
import { renderZapier } from './zapier.ts'

const renderServicetitanKey = (): Html => html`
  <dl>
    <dt>Tenant ID</dt>
    <dd>${SERVICETITAN.tenant}</dd>
    <dt>Client ID</dt>
    <dd>${SERVICETITAN.clientId}</dd>
    <dt>Client secret</dt>
    <dd>${SERVICETITAN.clientSecret}</dd>
  </dl>
`

export const renderFrontPage = (applicationName: string): Html =>
  renderPage(
    'Local systems',
    'Local systems, not the real ones. These are test servers on your machine. No data leaves them.',
    html`
      <h1>Local systems</h1>
      <p>
        ${applicationName} connects to these just like the real ones. If a page requires a name, enter any name. There
        are no passwords. Each page shows the data that was added and the connected applications.
      </p>
      <ul>
        ${SYSTEM_NAMES.map((name) => html`<li><a href="/${name}">Local ${getSystem(name).label}</a></li>`)}
      </ul>
      <h2>To connect ServiceTitan</h2>
      <p>ServiceTitan is connected with a key. Paste this one:</p>
      ${renderServicetitanKey()}
    `,
  )

/** Returns the IANA time zone of the query if valid, or else the zone of this machine. */
function parseTimeZone(text: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return parseTimeZone(undefined)
    throw error
  }
}

const formatTimeRange = ({ startsAt, endsAt }: Entry, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return format.formatRange(new Date(startsAt), new Date(endsAt))
}

const renderEntry = (each: Entry, zone: string): Html => html`
  <li>
    <p><strong>${each.title}</strong></p>
    <p>${formatTimeRange(each, zone)}</p>
    ${each.place && html`<p>${each.place}</p>`}
    <p class="quiet">${each.text}</p>
  </li>
`

const renderCalendar = (store: Store, { id, name, account }: AppCalendar, zone: string): Html => {
  const entries = store.entries.list(id)
  return html`
    <section aria-label="${name} of ${account}">
      <h2>${name} (account: ${account})</h2>
      ${entries.length === 0 && html`<p>No entries yet.</p>`}
      <ul class="entries">
        ${entries.map((each) => renderEntry(each, zone))}
      </ul>
    </section>
  `
}

function renderCalendars(store: Store, name: SystemName, zone: string): Html {
  const appCalendars = store.calendars.list(name)
  return html`
    ${appCalendars.length === 0 && html`<p>No application has added events yet.</p>`}
    ${appCalendars.map((each) => renderCalendar(store, each, zone))}
    <p class="quiet">
      Times are in ${zone}. Each account also has the calendars Office and Crew, which are busy for an hour on each
      working day: 3 PM and 4 PM in UTC.
    </p>
  `
}

const renderCustomers = (): Html => html`
  <h2>Sample data</h2>
  <ul>
    ${CUSTOMERS.map(({ first, last, phone }) => html`<li>${first} ${last}, ${phone}</li>`)}
  </ul>
`

const CONTENT: Record<SystemName, (store: Store, zone: string) => Html> = {
  'google-workspace': (store, zone) => renderCalendars(store, 'google-workspace', zone),
  'microsoft-365': (store, zone) => renderCalendars(store, 'microsoft-365', zone),
  hubspot: renderCustomers,
  salesforce: renderCustomers,
  quickbooks: renderCustomers,
  servicetitan: () => html`
    <p>This system is connected with a key. Paste this one:</p>
    ${renderServicetitanKey()} ${renderCustomers()}
  `,
  slack: renderSlack,
  zapier: renderZapier,
}

function listGrants(store: Store, name: SystemName): { id: string; account: string }[] {
  return store.kept.list(name, 'Grant').map(({ id, payload }) => ({ id, account: String(payload.accountId) }))
}

function renderConnections(store: Store, name: SystemName, applicationName: string): Html {
  const grants = listGrants(store, name)
  return html`
    <h2>Connected applications</h2>
    ${grants.length === 0 && html`<p>None</p>`}
    ${grants.map(
      ({ id, account }) => html`
        <form method="post" action="/${name}/end">
          <input type="hidden" name="grant" value="${id}" />
          ${applicationName}, allowed by ${account}
          <button aria-label="Disconnect ${account}">Disconnect</button>
        </form>
      `,
    )}
  `
}

const renderOutage = (name: SystemName, isDown: boolean): Html => html`
  <h2>Simulate an outage</h2>
  <p>${isDown ? 'All API requests fail now.' : 'Test how an application behaves while this system is down.'}</p>
  <form method="post" action="/${name}/outage">
    <button name="out" value="${isDown ? '' : '1'}">${isDown ? 'End outage' : 'Start outage'}</button>
  </form>
`

export function createSystemPages({ settings, store }: Services): Hono {
  const pages = new Hono()
  const { applicationName } = settings

  pages.get('/:system', (c) => {
    const name = c.req.param('system')
    if (!isSystemName(name)) return c.notFound()
    const system = getSystem(name)
    const content = html`
      <h1>Local ${system.label}</h1>
      ${CONTENT[name](store, parseTimeZone(c.req.query('zone')))}
      ${system.scopes.length > 0 && renderConnections(store, name, applicationName)}
      ${renderOutage(name, store.outages.has(name))}
      <p><a href="/">All local systems</a></p>
    `
    return c.html(renderPage(`Local ${system.label}`, getMark(system), content), 200, PAGE_HEADERS)
  })

  pages.post('/:system/end', async (c) => {
    const name = c.req.param('system')
    if (!isSystemName(name)) return c.notFound()
    store.kept.endGrant(name, String((await c.req.formData()).get('grant')))
    return c.redirect(`/${name}`, 303)
  })

  pages.post('/:system/outage', async (c) => {
    const name = c.req.param('system')
    if (!isSystemName(name)) return c.notFound()
    store.outages.set(name, (await c.req.formData()).get('out') === '1')
    return c.redirect(`/${name}`, 303)
  })
  return pages
}
