import { createElement as h } from 'react'

/**
 * The Studio's HTML without Sanity's remote fonts and inline script, so that a strict CSP works.
 * Plain JavaScript because the build loads this file without JSX support.
 *
 * @param {{ basePath?: string, css?: string[], entryPath: string }} props `basePath` with or without a trailing slash
 */
export default function StudioDocument({ basePath = '/', css, entryPath }) {
  const base = basePath.replace(/\/+$/, '')
  // The dev server adds the base path to every URL of the page, including the URL of the entry script.
  const staticRoot = entryPath.startsWith(`${base}/`) ? `${base}/static` : '/static'
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
      h('link', { rel: 'icon', type: 'image/svg+xml', href: `${staticRoot}/favicon.svg` }),
      css?.map((href) => h('link', { key: href, rel: 'stylesheet', href })),
      h('link', { rel: 'stylesheet', href: `${staticRoot}/document.css` }),
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
