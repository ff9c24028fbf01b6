import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBrowserBundles } from './browser-bundles.ts'
import { writeFonts } from './fonts.ts'
import { whenStale } from './freshness.ts'
import { run } from '../support/processes.ts'
import { step } from '../support/progress.ts'
import { type Settings, root } from '../support/settings.ts'

const nextBin = resolve(root, 'node_modules/next/dist/bin/next')
const sanityBin = resolve(root, 'node_modules/@sanity/cli/bin/run.js')

/** Arguments that make Node run the framework's and the Studio's own command lines. */
export const next = (...args: string[]): string[] => [nextBin, ...args]

/**
 * Keeps the site below 500 MB while every page is made: young objects are collected often, and the heap is not let grow
 * because there is room.
 */
const SITE_MEMORY = ['--max-semi-space-size=4', '--max-old-space-size=512']

/** Arguments that make Node serve a built site: its folder has the server of the same release. */
export const siteServer = (dir: string, ...args: string[]): string[] => [
  ...SITE_MEMORY,
  resolve(dir, 'server/main.ts'),
  ...args,
]

/** Environment of the site's process: glibc otherwise keeps a heap for each thread. */
export const siteProcess = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' } as const

export const sanity = (...args: string[]): string[] => [sanityBin, ...args]

/** Builds the Studio into `outDir` as static files whose base path is /studio, when it is not there or out of date. */
export async function buildStudio(settings: Settings, outDir = resolve(root, 'public/studio')): Promise<void> {
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/studio'),
    inputs: [
      'package-lock.json',
      'studio/*.{ts,tsx,js,json}',
      'studio/!(node_modules|dist|static)/**/*.{ts,tsx}',
      'studio/static/**/*',
      'sanity/{api-version.ts,content-types.ts,queries/fragments.ts,schema/**/*}',
      'lib/{palette,routes}.ts',
    ],
    variables: settings.studio,
    output: resolve(outDir, 'index.html'),
  }
  const dist = resolve(settings.dataDir, 'studio-dist')
  await whenStale(root, build, () =>
    step('Building the Studio', async () => {
      await run({
        name: 'The build of the Studio',
        args: sanity('build', dist, '-y'),
        cwd: resolve(root, 'studio'),
        env: { ...settings.studio, NODE_ENV: 'production' },
        logFile: resolve(settings.dataDir, 'logs/studio-build.log'),
      })
      rmSync(outDir, { recursive: true, force: true })
      cpSync(dist, outDir, { recursive: true })
    }),
  )
}

/** Writes the site's font files when they are not there or out of date; `next build` and `next dev` need them. */
export async function buildFonts(settings: Settings): Promise<void> {
  const folders = { packages: resolve(root, 'node_modules/@fontsource-variable'), out: resolve(root, 'app/font-files') }
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/fonts'),
    inputs: ['package-lock.json', 'scripts/build/fonts.ts'],
    variables: {},
    output: resolve(folders.out, 'faces.css'),
  }
  await whenStale(root, build, () => step('Making the font files', () => writeFonts(folders)))
}

/** Whether a variable is part of the build; all others are read when the site runs. */
const isCompiledIn = (name: string) => /^(NEXT_PUBLIC_\w+|SANITY_(PROJECT_ID|DATASET|API_HOST)|SITE_URL)$/.test(name)

/** Builds the site when it is not built or out of date. */
export async function buildSite(settings: Settings): Promise<void> {
  await buildFonts(settings)
  await writeBrowserBundles()
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/site'),
    inputs: [
      'package-lock.json',
      '{next.config,instrumentation,proxy}.ts',
      'postcss.config.mjs',
      '{app,components,lib}/**/*',
      'sanity/{*,queries/*,schema/**/*}.ts',
    ],
    variables: Object.fromEntries(Object.entries(settings.site).filter(([name]) => isCompiledIn(name))),
    output: resolve(root, '.next/BUILD_ID'),
  }
  await whenStale(root, build, () =>
    step('Building the site', () =>
      run({
        name: 'The build of the site',
        args: next('build'),
        cwd: root,
        env: { ...settings.site, NODE_ENV: 'production' },
        logFile: resolve(settings.dataDir, 'logs/site-build.log'),
      }),
    ),
  )
}
