import { HELD_FLIGHT, HELD_SCRIPTS } from '../dom-contract.ts'

const FRAMEWORK_SCRIPT =
  /<script\b(?![^>]*\bnomodule\b)[^>]*\ssrc="(\/_next\/static\/[^"]+?\.js(?:\?[^"]*)?)"[^>]*><\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/**
 * Takes the framework's scripts out of a finished page, so that it paints like a static one. The script of every page puts
 * them back when the page has rested or is first touched (browser/script-loader.ts); until then every control must work by
 * itself. Pages without such scripts, and pages done before, come back unchanged.
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
  const held = `<template ${HELD_SCRIPTS}="${sources.join(' ')}"${flight}></template>`
  return without.replaceAll(SCRIPT_PRELOAD, '').replace('</body>', () => `${held}</body>`)
}
