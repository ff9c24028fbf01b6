import { html } from 'hono/html'
import { roleTitle } from '../access/permissions.ts'
import type { LakeUser } from '../access/users.ts'
import type { LakeContext } from './services.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
  h1 { font-size: 1.25rem; margin-bottom: .25rem; }
  p { margin-top: 0; opacity: .75; }
  ul { list-style: none; padding: 0; }
  a { display: block; padding: .75rem 1rem; margin: .5rem 0; border: 1px solid currentColor; border-radius: .5rem; color: inherit; text-decoration: none; }
  a:hover, a:focus-visible { outline: 2px solid Highlight; }
  small { display: block; opacity: .75; }`

/** The page that lists the people who can log in locally; each is a link back to the Studio. Robots do not log in. */
export function loginPage(c: LakeContext, users: LakeUser[], origin: string): Response | Promise<Response> {
  const people = users.filter(({ isRobot }) => !isRobot)
  const link = (id: string): string => `?${new URLSearchParams({ ...c.req.query(), origin, user: id })}`
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
            ${STYLE}
          </style>
        </head>
        <body>
          <main>
            <h1>Local login</h1>
            <p>Continue to ${new URL(origin).host} as</p>
            <ul>
              ${people.map(
                ({ id, name, email, role }) =>
                  html`<li>
                    <a href="${link(id)}">${name}<small>${email}, ${roleTitle(role)}</small></a>
                  </li>`,
              )}
            </ul>
          </main>
        </body>
      </html>`,
  )
}
