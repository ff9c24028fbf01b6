import { callsScript, firstPaintScript } from '../../browser-bundles.js'
import { log } from '../log/log.ts'
import { hashSource } from './policy.ts'

const SCRIPT_PATTERN = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const SRC_ATTRIBUTE_PATTERN = /\ssrc\s*=/i
/** Matches data blocks, such as JSON-LD and speculation rules. Browsers do not execute them, so they need no hash. */
const DATA_TYPE_PATTERN = /\stype\s*=(?!\s*["']?(?:module|text\/javascript)\b)/i

const MAX_LOGGED_CHARACTERS = 80

/** All inline scripts of this project. Add new ones here. */
const KNOWN_SCRIPTS = new Set([firstPaintScript, callsScript])

const isKnownScript = (code: string) => KNOWN_SCRIPTS.has(code)

function findInlineScripts(html: string): string[] {
  const codes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT_PATTERN)) {
    if (code !== '' && !SRC_ATTRIBUTE_PATTERN.test(attributes) && !DATA_TYPE_PATTERN.test(attributes)) codes.add(code)
  }
  return [...codes]
}

export const knownScriptHashes: string[] = [...KNOWN_SCRIPTS].map(hashSource)

/** Returns the `'sha256-…'` source expressions of the page's known inline scripts. */
export const hashKnownScripts = (html: string): string[] =>
  findInlineScripts(html).filter(isKnownScript).map(hashSource)

export const findUnknownScripts = (html: string): string[] =>
  findInlineScripts(html).filter((code) => !isKnownScript(code))

export function logUnknownScripts(html: string, path: string): void {
  const scripts = findUnknownScripts(html).map((code) => code.slice(0, MAX_LOGGED_CHARACTERS))
  if (scripts.length > 0) {
    log.warn({ path, scripts }, 'csp: unknown inline scripts')
  }
}
