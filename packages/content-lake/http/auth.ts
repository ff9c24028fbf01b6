import { Hono } from 'hono'
import { requireUser } from '../access/permissions.ts'
import { loginPage } from './login-page.ts'
import { badRequest, type Env, type LakeContext, type Services } from './services.ts'

/** Login by session id, as hosted Sanity's third-party providers do it; no cookies are set. */
export function authRoutes({ accounts, corsOrigins, publicUrl }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/auth/providers', (c) =>
      c.json({
        providers: [{ name: 'local', title: 'Local login', url: `${publicUrl}/v1/auth/login/local` }],
        thirdPartyLogin: false,
        sso: { saml: false },
      }),
    )
    .get('/auth/login/local', (c) => {
      const origin = loginOrigin(c, corsOrigins)
      const user = c.req.query('user')
      if (user === undefined) return loginPage(c, accounts.users, origin)
      if (!accounts.find(user)) throw badRequest('Unknown user')
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(`${origin}#sid=${accounts.startLogin(user)}`, 302)
    })
    .get('/auth/fetch', (c) => {
      const token = accounts.finishLogin(c.req.query('sid') ?? '')
      c.header('Cache-Control', 'no-store')
      if (token) return c.json({ token, label: 'Local login' })
      return c.json({ statusCode: 404, error: 'Not Found', message: 'Session ID is unknown, used or expired' }, 404)
    })
    .get('/auth/id', (c) => c.json({ id: requireUser(c.get('user')).id }))
    .post('/auth/logout', (c) => {
      accounts.logout(c.get('token') ?? '')
      return c.json({ ok: true })
    })
}

/** The address to return to after login. Only allowed origins: anything else would be an open redirect. */
function loginOrigin(c: LakeContext, allowed: string[]): string {
  const given = c.req.query('origin') ?? ''
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !allowed.includes(url.origin) || url.username || url.password) {
    throw badRequest('"origin" is not an allowed origin')
  }
  url.hash = ''
  return url.href
}
