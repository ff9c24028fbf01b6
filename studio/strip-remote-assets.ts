import type { Plugin } from 'vite'

const DASHBOARD_BRIDGE = /<script[^>]*data-sanity-core[^>]*><\/script>\s*/g
const REMOTE_FONT = /@font-face\s*\{[^}]*url\(\s*["']?https?:[^}]*\}/g

/**
 * Leaves out what a page of the Studio would load from Sanity's servers: the script by which Sanity's dashboard embeds a Studio
 * (one served by the site never is) and the fonts of the design system, whose fallbacks are the system's.
 */
export const stripRemoteAssets = (): Plugin => ({
  name: 'strip-remote-assets',
  enforce: 'pre',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace(DASHBOARD_BRIDGE, '') },
  transform(code, id) {
    return /\.css($|\?)/.test(id) && code.search(REMOTE_FONT) >= 0
      ? { code: code.replace(REMOTE_FONT, ''), map: null }
      : undefined
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type === 'asset') page.source = page.source.toString().replace(DASHBOARD_BRIDGE, '')
    },
  },
})
