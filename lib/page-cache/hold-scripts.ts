import { VERSION_HEADER } from './flight.ts'

/** Milliseconds an untouched page rests after its load before the framework's scripts are fetched. */
const REST_MS = 1500

const FRAMEWORK_SCRIPT =
  /<script\b(?![^>]*\bnomodule\b)[^>]*\ssrc="(\/_next\/static\/[^"]+?\.js(?:\?[^"]*)?)"[^>]*><\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi
const MARK = 'data-held-scripts'
const VERSION_MARK = 'data-flight'

/**
 * Runs in the browser; the same on every page, so its hash is one constant of the policy. Held flight data comes from
 * the page's own address, as in a navigation; when the page has changed since, it stays the static page it is.
 */
export const LOADER = `(()=>{let done=0;const held=document.querySelector('template[${MARK}]'),get=name=>held.getAttribute(name);const flight=async version=>{const url=new URL(location);url.searchParams.set('_rsc','');const answer=await fetch(url,{headers:{RSC:'1'}});if(answer.headers.get('${VERSION_HEADER}')!==version)return;(self.__next_f=self.__next_f||[]).push([0],[1,await answer.text()]);return 1};const go=async()=>{if(done++)return;const version=get('${VERSION_MARK}');if(version&&!await flight(version).catch(()=>0))return;for(const src of get('${MARK}').split(' ')){const script=document.createElement('script');script.src=src;script.async=false;document.head.append(script)}};for(const type of['pointerdown','pointerover','touchstart','keydown','focusin'])addEventListener(type,go,{once:true,passive:true,capture:true});const rest=()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(go,{timeout:4000}),${REST_MS});document.readyState==='complete'?rest():addEventListener('load',rest)})()`

/**
 * Takes the framework's scripts out of a finished page and lets a small loader put them back when the page has rested
 * or is first touched, so that a page paints like a static one. Until then every control must work by itself.
 * Pages without such scripts, and pages done before, come back unchanged.
 * @param version of the flight data that the loader must fetch first, when the page does not hold it
 */
export function holdScripts(html: string, version?: string): string {
  if (html.includes(MARK)) return html
  const sources: string[] = []
  const without = html.replace(FRAMEWORK_SCRIPT, (_script, source: string) => {
    sources.push(source)
    return ''
  })
  if (sources.length === 0 || !without.includes('</body>')) return html
  const flight = version ? ` ${VERSION_MARK}="${version}"` : ''
  const loader = `<template ${MARK}="${sources.join(' ')}"${flight}></template><script>${LOADER}</script>`
  return without.replaceAll(SCRIPT_PRELOAD, '').replace('</body>', () => `${loader}</body>`)
}
