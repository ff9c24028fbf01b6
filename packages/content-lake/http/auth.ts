import { Hono } from 'hono'
import { html } from 'hono/html'
import { type LakeUser, requireUser, ROLE_TITLES } from '../access/users.ts'
import { createBadRequestError, createHttpError } from '../store/errors.ts'
import type { Env, LakeContext, Services } from './services.ts'

/** Creates the login routes. They use session ids, like third-party providers on hosted Sanity, and no cookies. */
export function createAuthRoutes({ accounts, corsOrigins, publicUrl }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/auth/providers', (c) =>
      c.json({
        providers: [{ name: 'local', title: 'Local login', url: `${publicUrl}/v1/auth/login/local` }],
        thirdPartyLogin: false,
        sso: { saml: false },
      }),
    )
    .get('/auth/login/local', (c) => {
      const origin = readLoginOrigin(c, corsOrigins)
      const user = c.req.query('user')
      if (user === undefined) return renderLoginPage(c, accounts.users, origin)
      if (!accounts.find(user)) throw createBadRequestError('Unknown user')
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(`${origin}#sid=${accounts.startLogin(user)}`, 302)
    })
    .get('/auth/fetch', (c) => {
      const token = accounts.finishLogin(c.req.query('sid') ?? '')
      c.header('Cache-Control', 'no-store')
      if (token) return c.json({ token, label: 'Local login' })
      throw createHttpError(404, 'Session ID is unknown, used or expired')
    })
    .get('/auth/id', (c) => c.json({ id: requireUser(c.get('user')).id }))
    .post('/auth/logout', (c) => {
      accounts.logout(c.get('token') ?? '')
      return c.json({ ok: true })
    })
}

function readLoginOrigin(c: LakeContext, allowed: string[]): string {
  const requestedOrigin = c.req.query('origin') ?? ''
  const url = URL.canParse(requestedOrigin) ? new URL(requestedOrigin) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !allowed.includes(url.origin) || url.username || url.password) {
    throw createBadRequestError('"origin" is not an allowed origin')
  }
  url.hash = ''
  return url.href
}

const LOGIN_STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
  h1 { font-size: 1.25rem; margin-bottom: .25rem; }
  p { margin-top: 0; opacity: .75; }
  ul { list-style: none; padding: 0; }
  a { display: block; padding: .75rem 1rem; margin: .5rem 0; border: 1px solid currentColor; border-radius: .5rem; color: inherit; text-decoration: none; }
  a:hover, a:focus-visible { outline: 2px solid Highlight; }
  small { display: block; opacity: .75; }`

export function renderLoginPage(c: LakeContext, users: LakeUser[], origin: string): Response | Promise<Response> {
  const humanUsers = users.filter(({ isRobot }) => !isRobot)
  const buildLink = (id: string): string => `?${new URLSearchParams({ ...c.req.query(), origin, user: id })}`
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  c.header('Referrer-Policy', 'no-referrer')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Local login</title>
          <style>
            ${LOGIN_STYLE}
          </style>
        </head>
        <body>
          <main>
            <h1>Local login</h1>
            <p>Continue to ${new URL(origin).host} as</p>
            <ul>
              ${humanUsers.map(
                ({ id, name, email, role }) =>
                  html`<li>
                    <a href="${buildLink(id)}">${name}<small>${email}, ${ROLE_TITLES[role]}</small></a>
                  </li>`,
              )}
            </ul>
          </main>
        </body>
      </html>`,
  )
}
