import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBrowserBundles } from './browser-bundles.ts'
import { writeFonts } from './fonts.ts'
import { runIfStale } from './freshness.ts'
import { buildNextCommand, run, buildSanityCommand } from '../support/processes.ts'
import { runStep } from '../support/progress.ts'
import { type Settings, root } from '../support/settings.ts'

export async function buildStudio(settings: Settings, outDir = resolve(root, 'public/studio')): Promise<void> {
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/studio'),
    inputs: [
      'package-lock.json',
      'studio/*.{ts,tsx,js,json}',
      'studio/!(node_modules|dist|static)/**/*.{ts,tsx}',
      'studio/static/**/*',
      'sanity/{api-version.ts,content-types.ts,document-id.ts,fragments.ts,redirects/*,schema/**/*}',
      'lib/{values/palette,routes}.ts',
    ],
    variables: settings.studio,
    output: resolve(outDir, 'index.html'),
  }
  const dist = resolve(settings.dataDir, 'studio-dist')
  await runIfStale(root, build, () =>
    runStep('Building the Studio', async () => {
      await run({
        name: 'The Studio build',
        args: buildSanityCommand('build', dist, '-y'),
        cwd: resolve(root, 'studio'),
        env: { ...settings.studio, NODE_ENV: 'production' },
        logFile: resolve(settings.dataDir, 'logs/studio-build.log'),
      })
      rmSync(outDir, { recursive: true, force: true })
      cpSync(dist, outDir, { recursive: true })
    }),
  )
}

/** Builds the fonts, which `next build` and `next dev` need, unless they are up to date. */
export async function buildFonts(settings: Settings): Promise<void> {
  const folders = { packages: resolve(root, 'node_modules/@fontsource-variable'), out: resolve(root, 'app/font-files') }
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/fonts'),
    inputs: ['package-lock.json', 'scripts/build/fonts.ts'],
    variables: {},
    output: resolve(folders.out, 'faces.css'),
  }
  await runIfStale(root, build, () => runStep('Building the font files', () => writeFonts(folders)))
}

/** Returns whether the build contains the variable's value. The site reads other variables at run time. */
const isCompiledIn = (name: string) => /^(NEXT_PUBLIC_\w+|SANITY_(PROJECT_ID|DATASET|API_HOST)|SITE_URL)$/.test(name)

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
      'sanity/{*,lake/*,queries/*,rich-text/*,schema/**/*}.ts',
    ],
    variables: Object.fromEntries(Object.entries(settings.site).filter(([name]) => isCompiledIn(name))),
    output: resolve(root, '.next/BUILD_ID'),
  }
  await runIfStale(root, build, () =>
    runStep('Building the site', () =>
      run({
        name: 'The site build',
        args: buildNextCommand('build'),
        cwd: root,
        env: { ...settings.site, NODE_ENV: 'production' },
        logFile: resolve(settings.dataDir, 'logs/site-build.log'),
      }),
    ),
  )
}
