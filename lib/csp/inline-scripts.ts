import { createHash } from 'node:crypto'
import { callsScript, firstPaintScript } from '../browser-bundles.js'
import { log } from '../log/log.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const HAS_SOURCE = /\ssrc\s*=/i
/** Data blocks (JSON-LD, speculation rules of another type) are not executed, so they need no hash. */
const IS_DATA = /\stype\s*=(?!\s*["']?(?:module|text\/javascript)\b)/i

/** Characters of an unknown script that the log names. */
const NAMED = 80

/** The inline scripts of this project, whole. Whoever writes a new one adds it here. */
const OWN = new Set([firstPaintScript, callsScript])

const isKnown = (code: string) => OWN.has(code)

/** The inline scripts of a page that a browser would run, each once. */
function inlineScripts(html: string): string[] {
  const found = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (code !== '' && !HAS_SOURCE.test(attributes) && !IS_DATA.test(attributes)) found.add(code)
  }
  return [...found]
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/** Source expressions, such as `'sha256-…'`, of all inline scripts of this project. */
export const ownScriptHashes: string[] = [...OWN].map(hashOf)

/** The `'sha256-…'` source expression of each inline script of a page that the project knows; of no other. */
export const knownScriptHashes = (html: string): string[] => inlineScripts(html).filter(isKnown).map(hashOf)

/** The inline scripts of a page that the project does not know: browsers will refuse to run them. */
export const unknownScripts = (html: string): string[] => inlineScripts(html).filter((code) => !isKnown(code))

/**
 * Tells a developer why a script of a page will not run.
 * @param path of the page, which is about to be stored
 */
export function logUnknownScripts(html: string, path: string): void {
  const scripts = unknownScripts(html).map((code) => code.slice(0, NAMED))
  if (scripts.length > 0) {
    log.warn({ path, scripts }, 'Inline scripts of a page are not in lib/csp/inline-scripts.ts and will not run')
  }
}
