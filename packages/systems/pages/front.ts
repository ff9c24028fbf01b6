import { html } from 'hono/html'
import { SERVICETITAN } from '../credentials.ts'
import { SYSTEM_NAMES, systemOf } from '../systems.ts'
import { type Html, page } from './layout.ts'

/** What somebody pastes to connect ServiceTitan. */
export const servicetitanKey = (): Html => html`
  <dl>
    <dt>Tenant ID</dt>
    <dd>${SERVICETITAN.tenant}</dd>
    <dt>Client ID</dt>
    <dd>${SERVICETITAN.clientId}</dd>
    <dt>Client secret</dt>
    <dd>${SERVICETITAN.clientSecret}</dd>
  </dl>
`

/** The first page: which systems there are, and with what they are connected. */
export const frontPage = (applicationName: string): Html =>
  page(
    'Local systems',
    'Local systems: none of these is the real one. They are on this machine, to try things out. Nothing leaves it.',
    html`
      <h1>Local systems</h1>
      <p>
        ${applicationName} connects to these as to the real ones. Where one asks for a name, any name will do; there are
        no passwords. Each page shows what was entered, who is connected, and a way to end that.
      </p>
      <ul>
        ${SYSTEM_NAMES.map((name) => html`<li><a href="/${name}">Local ${systemOf(name).label}</a></li>`)}
      </ul>
      <h2>To connect ServiceTitan</h2>
      <p>ServiceTitan is connected by a key. Paste this one:</p>
      ${servicetitanKey()}
    `,
  )
