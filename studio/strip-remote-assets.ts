import type { Plugin } from 'vite'

const DASHBOARD_BRIDGE_PATTERN = /<script[^>]*data-sanity-core[^>]*><\/script>\s*/g
const REMOTE_FONT_PATTERN = /@font-face\s*\{[^}]*url\(\s*["']?https?:[^}]*\}/g

/** Returns a Vite plugin that removes Sanity's dashboard script and remote fonts. */
export const stripRemoteAssets = (): Plugin => ({
  name: 'strip-remote-assets',
  enforce: 'pre',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace(DASHBOARD_BRIDGE_PATTERN, '') },
  transform(code, id) {
    return /\.css($|\?)/.test(id) && code.search(REMOTE_FONT_PATTERN) >= 0
      ? { code: code.replace(REMOTE_FONT_PATTERN, ''), map: null }
      : undefined
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type === 'asset') page.source = page.source.toString().replace(DASHBOARD_BRIDGE_PATTERN, '')
    },
  },
})
