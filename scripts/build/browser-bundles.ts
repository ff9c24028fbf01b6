import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build, type BuildOptions, watch } from 'rolldown'
import { root } from '../support/settings.ts'

const output = resolve(root, 'lib/browser-bundles.js')

/**
 * Entries that pages load from a file, by the name of the export that describes it. One that ends in `.island` brings React
 * for its own part of a page: docs/architecture.md says when and how.
 */
const FILES = {
  shellFile: 'shell',
  calculatorFile: 'calculator',
  finderFile: 'finder',
  placesFile: 'places',
  callsFile: 'calls',
  formsFile: 'forms',
  samplesFile: 'samples',
  logosFile: 'logos',
  searchFile: 'search',
  voiceFile: 'voice',
  particlesFile: 'particles',
}

/** Entries that stand in the HTML itself, or in an answer of a route of their own, by the name of the export that is their text. */
const INLINE = {
  firstPaintScript: 'first-paint',
  callsScript: 'hold-presses',
  ownRedirectsScript: 'own-redirects',
  dashboardWorkerScript: 'dashboard-worker',
}

const entries = [...new Set([...Object.values(FILES), ...Object.values(INLINE)])]

const pathOf = (entry: string) => resolve(root, `browser/entries/${entry}.${entry.endsWith('.island') ? 'tsx' : 'ts'}`)

const optionsFor = (input: string) =>
  ({
    input,
    platform: 'browser',
    // Of React the part for production.
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    // Only entries do something by themselves; of every other module a bundle has what it uses.
    treeshake: { moduleSideEffects: false },
    // Constants stand where they are used, or a bundle would have all of a module that has one it needs.
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    // What is doubtful is an error: there is nobody to read a warning of a build.
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`${relative(root, input)}: ${message}`)
    },
    output: { format: 'iife', minify: true, comments: false },
  }) satisfies BuildOptions

/** The script that an entry and what it imports become. */
export async function bundle(path: string): Promise<string> {
  const { output: chunks } = await build({ ...optionsFor(path), write: false })
  return chunks[0].code.trim()
}

/** A file that browsers keep for good: another content has another name. */
function file(entry: string, code: string) {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10)
  const name = `${entry.replace('.island', '')}-${hash}.js`
  return { name, path: `/scripts/${name}`, code }
}

const line = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)}\n`

/** Bundles the scripts of `browser/` into `lib/browser-bundles.js`, which is written when it changes. Takes about 0.1 s. */
export async function writeBrowserBundles(): Promise<void> {
  const codes = Object.fromEntries(
    await Promise.all(entries.map(async (entry) => [entry, await bundle(pathOf(entry))] as const)),
  )
  const text = [
    '// Written by scripts/build/browser-bundles.ts from browser/entries/.\n',
    ...Object.entries(FILES).map(([name, entry]) => line(name, file(entry, codes[entry] ?? ''))),
    `export const browserFiles = [${Object.keys(FILES).join(', ')}]\n`,
    ...Object.entries(INLINE).map(([name, entry]) => line(name, codes[entry])),
  ].join('')
  if (existsSync(output) && readFileSync(output, 'utf8') === text) return
  const unfinished = `${output}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, output)
}

/** Bundles anew whenever a file of `browser/`, or one that it imports, has changed, until the process ends. */
export function watchBrowserBundles(): void {
  const watcher = watch(entries.map((entry) => ({ ...optionsFor(pathOf(entry)), watch: { skipWrite: true } })))
  watcher.on('event', async (event) => {
    if ('result' in event) await event.result.close()
    if (event.code !== 'END') return
    try {
      await writeBrowserBundles()
    } catch (error) {
      // The bundles stay as they were until the file is corrected.
      console.error(error instanceof Error ? error.message : error)
    }
  })
}
