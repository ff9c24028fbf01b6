import { createElement as h } from 'react'

/**
 * The Studio's HTML. Replaces Sanity's own, which loads fonts from its servers and runs an inline script: this one has nothing
 * inline and nothing remote, so a strict Content-Security-Policy fits.
 * Plain JavaScript because the build loads this file with Node alone, which runs no JSX.
 *
 * @param {{ basePath?: string, css?: string[], entryPath: string }} props `basePath` with or without its last slash
 */
export default function StudioDocument({ basePath = '/', css, entryPath }) {
  const base = basePath.replace(/\/+$/, '')
  // The development server itself puts the base path before every address of this page, also before the entry's.
  const statics = entryPath.startsWith(`${base}/`) ? `${base}/static` : '/static'
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('meta', { name: 'referrer', content: 'same-origin' }),
      h('title', null, 'Ductwise Studio'),
      h('link', { rel: 'icon', type: 'image/svg+xml', href: `${statics}/favicon.svg` }),
      css?.map((href) => h('link', { key: href, rel: 'stylesheet', href })),
      h('link', { rel: 'stylesheet', href: `${statics}/document.css` }),
    ),
    h(
      'body',
      null,
      h('div', { id: 'sanity' }),
      h('script', { src: entryPath, type: 'module' }),
      h('noscript', null, 'The Studio needs JavaScript.'),
    ),
  )
}
