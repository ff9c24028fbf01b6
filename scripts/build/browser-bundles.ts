import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build, type BuildOptions, watch } from 'rolldown'
import { root } from '../support/settings.ts'

const output = resolve(root, 'lib/browser-bundles.js')

/**
 * Entries that pages load as files, by export name. A `.island` entry includes React for its part of a page; see
 * docs/recipes/add-a-browser-script.md.
 */
const FILE_ENTRIES = {
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

/** Entries that are inlined into HTML or served by a route, by export name. */
const INLINE_ENTRIES = {
  firstPaintScript: 'first-paint',
  callsScript: 'hold-presses',
  ownRedirectsScript: 'own-redirects',
  dashboardWorkerScript: 'dashboard-worker',
}

const entries = [...new Set([...Object.values(FILE_ENTRIES), ...Object.values(INLINE_ENTRIES)])]

const resolveEntryPath = (entry: string) =>
  resolve(root, `browser/entries/${entry}.${entry.endsWith('.island') ? 'tsx' : 'ts'}`)

const buildOptions = (input: string) =>
  ({
    input,
    platform: 'browser',
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    // Only entries have side effects, so unused imports are dropped.
    treeshake: { moduleSideEffects: false },
    // Inlines constants, so that a bundle does not include a whole module for one constant.
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`${relative(root, input)}: ${message}`)
    },
    output: { format: 'iife', minify: true, comments: false },
  }) satisfies BuildOptions

export async function bundle(path: string): Promise<string> {
  const { output: chunks } = await build({ ...buildOptions(path), write: false })
  return chunks[0].code.trim()
}

function buildBundleFile(entry: string, code: string) {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10)
  const name = `${entry.replace('.island', '')}-${hash}.js`
  return { name, path: `/scripts/${name}`, code }
}

const buildExportLine = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)}\n`

/** Bundles `browser/` into `lib/browser-bundles.js`, which takes about 0.1 s. */
export async function writeBrowserBundles(): Promise<void> {
  const codeByEntry = Object.fromEntries(
    await Promise.all(entries.map(async (entry) => [entry, await bundle(resolveEntryPath(entry))] as const)),
  )
  const text = [
    '// Written by scripts/build/browser-bundles.ts from browser/entries/.\n',
    ...Object.entries(FILE_ENTRIES).map(([name, entry]) =>
      buildExportLine(name, buildBundleFile(entry, codeByEntry[entry] ?? '')),
    ),
    `export const browserFiles = [${Object.keys(FILE_ENTRIES).join(', ')}]\n`,
    ...Object.entries(INLINE_ENTRIES).map(([name, entry]) => buildExportLine(name, codeByEntry[entry])),
  ].join('')
  if (existsSync(output) && readFileSync(output, 'utf8') === text) return
  const temporaryFile = `${output}.${process.pid}`
  writeFileSync(temporaryFile, text)
  renameSync(temporaryFile, output)
}

/** Rebuilds the bundles when a file of `browser/` or one of its imports changes. */
export function watchBrowserBundles(): void {
  const watcher = watch(
    entries.map((entry) => ({ ...buildOptions(resolveEntryPath(entry)), watch: { skipWrite: true } })),
  )
  watcher.on('event', async (event) => {
    if ('result' in event) await event.result.close()
    if (event.code !== 'END') return
    try {
      await writeBrowserBundles()
    } catch (error) {
      // Keeps the last working bundles until the file is fixed.
      console.error(error instanceof Error ? error.message : error)
    }
  })
}
