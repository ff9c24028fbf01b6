import { scriptLoader } from '../browser-bundles.js'
import { HELD_FLIGHT, HELD_SCRIPTS } from '../dom-contract.ts'

const FRAMEWORK_SCRIPT =
  /<script\b(?![^>]*\bnomodule\b)[^>]*\ssrc="(\/_next\/static\/[^"]+?\.js(?:\?[^"]*)?)"[^>]*><\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/**
 * Takes the framework's scripts out of a finished page and lets a small loader put them back when the page has rested
 * or is first touched, so that a page paints like a static one. Until then every control must work by itself.
 * Pages without such scripts, and pages done before, come back unchanged.
 * @param version of the flight data that the loader must fetch first, when the page does not hold it
 */
export function holdScripts(html: string, version?: string): string {
  if (html.includes(HELD_SCRIPTS)) return html
  const sources: string[] = []
  const without = html.replace(FRAMEWORK_SCRIPT, (_script, source: string) => {
    sources.push(source)
    return ''
  })
  if (sources.length === 0 || !without.includes('</body>')) return html
  const flight = version ? ` ${HELD_FLIGHT}="${version}"` : ''
  const loader = `<template ${HELD_SCRIPTS}="${sources.join(' ')}"${flight}></template><script>${scriptLoader}</script>`
  return without.replaceAll(SCRIPT_PRELOAD, '').replace('</body>', () => `${loader}</body>`)
}
