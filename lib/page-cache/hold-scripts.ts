/** Milliseconds an untouched page rests after its load before the framework's scripts are fetched. */
const REST_MS = 1500

const FRAMEWORK_SCRIPT =
  /<script\b(?![^>]*\bnomodule\b)[^>]*\ssrc="(\/_next\/static\/[^"]+?\.js(?:\?[^"]*)?)"[^>]*><\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi
const MARK = 'data-held-scripts'

/** Runs in the browser; the same on every page, so its hash is one constant of the policy. */
const LOADER = `(()=>{let done=0;const go=()=>{if(done++)return;for(const src of document.querySelector('template[${MARK}]').getAttribute('${MARK}').split(' ')){const script=document.createElement('script');script.src=src;script.async=false;document.head.append(script)}};for(const type of['pointerdown','pointerover','touchstart','keydown','focusin'])addEventListener(type,go,{once:true,passive:true,capture:true});const rest=()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(go,{timeout:4000}),${REST_MS});document.readyState==='complete'?rest():addEventListener('load',rest)})()`

/**
 * Takes the framework's scripts out of a finished page and lets a small loader put them back when the page has rested
 * or is first touched, so that a page paints like a static one. Until then every control must work by itself.
 * Pages without such scripts, and pages done before, come back unchanged.
 */
export function holdScripts(html: string): string {
  if (html.includes(MARK)) return html
  const sources: string[] = []
  const without = html.replace(FRAMEWORK_SCRIPT, (_script, source: string) => {
    sources.push(source)
    return ''
  })
  if (sources.length === 0 || !without.includes('</body>')) return html
  const loader = `<template ${MARK}="${sources.join(' ')}"></template><script>${LOADER}</script>`
  return without.replaceAll(SCRIPT_PRELOAD, '').replace('</body>', () => `${loader}</body>`)
}
