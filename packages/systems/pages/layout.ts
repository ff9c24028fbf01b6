import { html, raw } from 'hono/html'
import { type SystemName, getSystem } from '../data/systems.ts'

export type Html = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  :root { background: light-dark(#fff, #121417); color: light-dark(#15181b, #eef1f3) }
  a { color: light-dark(#0b5c63, #7fd6dc) }
  body { margin: 0 auto; max-width: 44rem; padding: 0 1rem 4rem; overflow-wrap: anywhere }
  .mark { margin: 0 -1rem 2rem; padding: .75rem 1rem; background: #ffd84d; color: #1b1500; font-weight: 600 }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; text-wrap: balance }
  h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.5rem 0 .5rem }
  ul { padding-left: 1.25rem }
  li a { display: inline-block; padding: .25rem 0 }
  .entries { list-style: none; padding: 0 }
  .entries li { border-top: 1px solid #8888; padding: .75rem 0 }
  .entries p { margin: 0; white-space: pre-line }
  .quiet { opacity: .75 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
  dd { margin: 0; font-family: ui-monospace, monospace }
  label { display: block; padding: .5rem 0 }
  label.permission { display: flex; gap: .75rem; align-items: start }
  pre { margin: .25rem 0; padding: .75rem; max-height: 20rem; overflow: auto; border: 1px solid #8888; white-space: pre-wrap }
  input:not([type=checkbox]), select, button { font: inherit; min-height: 2.75rem; padding: .25rem 1rem; border-radius: .4rem }
  input[type=checkbox] { width: 1.25rem; height: 1.25rem; flex: none; margin: .125rem 0 0 }
  input:not([type=checkbox]), select { display: block; box-sizing: border-box; width: 100%; border: 1px solid #888 }
  button { border: 1px solid currentColor; background: none; color: inherit; cursor: pointer }
  button.first { background: #0b5c63; border-color: #0b5c63; color: #fff }
  form { margin: 1rem 0 }
`

export const getMark = ({ label, company }: ReturnType<typeof getSystem>): string =>
  `Local ${label}, not the real ${company}. This is a test server on your machine. No data leaves it.`

export const renderPage = (title: string, mark: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <p class="mark">${mark}</p>
        <main>${content}</main>
      </body>
    </html>`

/** Headers of all pages. Pages run no scripts and load no external resources. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With `no-referrer`, browsers send `Origin: null` with forms, which the server rejects.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export const renderErrorPage = (name: SystemName, code: string, reason = ''): Html => {
  const system = getSystem(name)
  return renderPage(
    `The local ${system.label} rejected this request`,
    getMark(system),
    html`
      <h1>The local ${system.label} rejected this request</h1>
      <p>${code}${reason && `: ${reason}`}</p>
      <p>Go back to the application and start again.</p>
    `,
  )
}
