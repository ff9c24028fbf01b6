import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Services } from '../api/access.ts'
import { isSystemName, type SystemName, getSystem } from '../data/systems.ts'
import { type Html, getMark, renderPage, PAGE_HEADERS } from './layout.ts'

type Env = { Bindings: HttpBindings }

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Account name, which becomes the local part of an email address. */
const accountSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/)

const renderSignInPage = (name: SystemName, action: string, hasFailed = false): Html => {
  const system = getSystem(name)
  return renderPage(
    `Sign in to the local ${system.label}`,
    getMark(system),
    html`
      <h1>Sign in to the local ${system.label}</h1>
      ${hasFailed && html`<p role="alert"><strong>Use up to 40 letters, digits, dots and dashes.</strong></p>`}
      <form method="post" action="${action}">
        <label>
          Name
          <input name="login" value="office" required autocomplete="off" autofocus />
        </label>
        <p class="quiet">Enter any name. Each name has its own calendars. No password is needed.</p>
        <button class="first">Continue</button>
        <button name="cancel" value="1" formnovalidate>Cancel</button>
      </form>
    `,
  )
}

const listRequestedScopes = (name: SystemName, { params }: Interaction) => {
  const requested = new Set((params.scope ?? '').split(' '))
  return getSystem(name).scopes.filter(({ scope }) => requested.has(scope))
}

const renderConsentPage = (
  name: SystemName,
  action: string,
  interaction: Interaction,
  applicationName: string,
): Html => {
  const system = getSystem(name)
  return renderPage(
    `Permissions for ${applicationName}`,
    getMark(system),
    html`
      <h1>Permissions for ${applicationName}</h1>
      <p>You are signed in as <strong>${interaction.session?.accountId}</strong>. It requests permission to:</p>
      <form method="post" action="${action}">
        ${listRequestedScopes(name, interaction).map(
          ({ scope, words }) => html`
            <label class="permission">
              <input type="checkbox" name="scope" value="${scope}" checked />
              <span>${words} <span class="quiet">(${scope})</span></span>
            </label>
          `,
        )}
        <p><button class="first">Allow</button> <button name="cancel" value="1">Cancel</button></p>
      </form>
    `,
  )
}

/** Saves the consent as an oidc-provider grant, which also records rejected scopes. */
async function createGrant(provider: Provider, name: SystemName, interaction: Interaction, allowedScopes: string[]) {
  const { session, params } = interaction
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id })
  for (const { scope } of listRequestedScopes(name, interaction)) {
    if (allowedScopes.includes(scope)) grant.addOIDCScope(scope)
    else grant.rejectOIDCScope(scope)
  }
  return { consent: { grantId: await grant.save() } }
}

export function createInteractionPages({ settings, providers }: Services): Hono<Env> {
  const pages = new Hono<Env>()
  const sendPage = (c: Context<Env>, content: Html, status: 200 | 422 = 200) => c.html(content, status, PAGE_HEADERS)

  pages.get('/:system/interaction/:uid', async (c) => {
    const name = c.req.param('system')
    if (!isSystemName(name)) return c.notFound()
    const interaction = await providers[name].interactionDetails(c.env.incoming, c.env.outgoing)
    const { pathname } = new URL(c.req.url)
    return interaction.prompt.name === 'login'
      ? sendPage(c, renderSignInPage(name, pathname))
      : sendPage(c, renderConsentPage(name, pathname, interaction, settings.applicationName))
  })

  pages.post('/:system/interaction/:uid', async (c) => {
    const name = c.req.param('system')
    if (!isSystemName(name)) return c.notFound()
    const [provider, { incoming, outgoing }] = [providers[name], c.env]
    const form = await c.req.formData()
    const finish = async (result: object) =>
      c.redirect(await provider.interactionResult(incoming, outgoing, result), 303)
    const interaction = await provider.interactionDetails(incoming, outgoing)
    if (form.has('cancel')) return finish({ error: 'access_denied' })
    if (interaction.prompt.name !== 'login') {
      return finish(await createGrant(provider, name, interaction, form.getAll('scope').map(String)))
    }
    const login = accountSchema.safeParse(form.get('login'))
    return login.success
      ? finish({ login: { accountId: login.data } })
      : sendPage(c, renderSignInPage(name, new URL(c.req.url).pathname, true), 422)
  })
  return pages
}
