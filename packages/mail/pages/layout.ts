import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#d9dee1, #2c3238) }
  :root { --quiet: light-dark(#55616a, #a3afb8); --link: light-dark(#0b5c63, #7fd6dc); --raised: light-dark(#f4f6f7, #1a1e22) }
  * { box-sizing: border-box }
  body { margin: 0; background: light-dark(#fff, #121417); color: light-dark(#15181b, #eef1f3); overflow-wrap: anywhere }
  a { color: var(--link) }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .75rem 1rem; border-bottom: 1px solid var(--line) }
  header h1 { font-size: 1.125rem; line-height: 1.3; margin: 0 }
  header h1 a { color: inherit; text-decoration: none; display: inline-block; padding: .5rem 0 }
  header p { margin: 0; color: var(--quiet); font-size: .875rem }
  header form { display: flex; gap: .5rem }
  header form[role=search] { margin-left: auto }
  input, button, .button { font: inherit; font-size: .9375rem; min-height: 2.75rem; padding: .25rem .75rem; border: 1px solid light-dark(#7d8890, #6b767e); border-radius: .375rem; background: none; color: inherit }
  input { min-width: 0; width: 16rem }
  button, .button { cursor: pointer; white-space: nowrap; display: inline-flex; align-items: center; text-decoration: none }
  [hidden] { display: none !important }
  #messages { list-style: none; margin: 0; padding: 0 }
  #messages li { border-bottom: 1px solid var(--line) }
  #messages li > a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .625rem 1rem; color: inherit; text-decoration: none }
  #messages li > a:hover { background: var(--raised) }
  #messages li > a:focus-visible { outline-offset: -2px }
  #messages a[aria-current] { background: var(--raised); box-shadow: inset 3px 0 var(--link) }
  #messages strong { font-weight: 600 }
  #messages .quiet { grid-column: 1 }
  #messages time { grid-column: 2; grid-row: 1; color: var(--quiet); font-size: .875rem; font-variant-numeric: tabular-nums }
  .quiet { color: var(--quiet); font-size: .875rem }
  .empty { padding: 3rem 1rem; text-align: center; color: var(--quiet) }
  article { padding: 1rem; min-width: 0 }
  article h2 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: 0 0 1rem; font-size: .9375rem }
  dt { color: var(--quiet) }
  dd { margin: 0 }
  nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin-bottom: 1rem; border-bottom: 1px solid var(--line) }
  nav a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px }
  nav a[aria-current] { color: inherit; font-weight: 600; border-color: var(--link) }
  nav .download { margin-left: auto }
  .frame { resize: both; overflow: hidden; width: 100%; max-width: 100%; min-width: 18rem; height: max(28rem, calc(100vh - 21rem)); border: 1px solid var(--line); border-radius: .375rem }
  iframe { width: 100%; height: 100%; border: 0; background: Canvas; display: block }
  pre { white-space: pre-wrap; margin: 0; font: .9375rem/1.6 ui-monospace, monospace }
  .back { display: inline-flex; align-items: center; min-height: 2.75rem }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  @media (max-width: 57rem) {
    .split > .list { display: none }
    header #count { flex: 1 }
    header form[role=search] { margin-left: 0; order: 1; flex: 1 1 100% }
    header input { flex: 1; width: auto }
  }
  @media (min-width: 57.01rem) {
    .split { display: grid; grid-template-columns: 24rem 1fr; min-height: calc(100vh - 4.3rem) }
    .split > .list { border-right: 1px solid var(--line); max-height: calc(100vh - 4.3rem); overflow: auto; position: sticky; top: 0 }
    .back { display: none }
    article { padding: 1.5rem 2rem }
  }
`

export const renderPage = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(STYLE)}
        </style>
        <script type="module" src="/inbox.js"></script>
      </head>
      <body>
        ${content}
        <p id="status" role="status" class="visually-hidden"></p>
      </body>
    </html>`

/** Headers of the inbox pages, which load nothing from other hosts. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With `no-referrer`, browsers send `Origin: null` with forms, which the server rejects.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Headers of an HTML part: no scripts, no forms, and images from this machine only, because remote images would report
 * that the email was opened. Links open outside of the sandbox.
 */
export const HTML_PART_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:* http://127.0.0.1:*; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
