import { callsScript, firstPaintScript } from '../../browser-bundles.js'
import { log } from '../log/log.ts'
import { sourceHash } from './policy.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const HAS_SOURCE = /\ssrc\s*=/i
/** Matches data blocks, such as JSON-LD and speculation rules. Browsers do not execute them, so they need no hash. */
const IS_DATA = /\stype\s*=(?!\s*["']?(?:module|text\/javascript)\b)/i

const NAMED = 80

/** All inline scripts of this project. Add new ones here. */
const OWN = new Set([firstPaintScript, callsScript])

const isKnown = (code: string) => OWN.has(code)

function inlineScripts(html: string): string[] {
  const found = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (code !== '' && !HAS_SOURCE.test(attributes) && !IS_DATA.test(attributes)) found.add(code)
  }
  return [...found]
}

export const ownScriptHashes: string[] = [...OWN].map(sourceHash)

/** Returns the `'sha256-…'` source expressions of the page's known inline scripts. */
export const knownScriptHashes = (html: string): string[] => inlineScripts(html).filter(isKnown).map(sourceHash)

export const unknownScripts = (html: string): string[] => inlineScripts(html).filter((code) => !isKnown(code))

export function logUnknownScripts(html: string, path: string): void {
  const scripts = unknownScripts(html).map((code) => code.slice(0, NAMED))
  if (scripts.length > 0) {
    log.warn({ path, scripts }, 'csp: unknown inline scripts')
  }
}
