import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Settings, root } from '../support/settings.ts'
import { writeBrand } from './brand.ts'
import { whenStale } from './freshness.ts'
import { generateTypes } from './typegen.ts'

/** Written files that are text. The pictures among the icons are left out: other systems compress them otherwise. */
const TEXTS = [
  'sanity/types.ts',
  'sanity/query-reads.ts',
  'sanity/schema.json',
  'app/styles/palette.css',
  'app/icon.svg',
  'studio/static/favicon.svg',
]

type GenerateSettings = Pick<Settings, 'studio' | 'dataDir'>

const read = (file: string) => (existsSync(resolve(root, file)) ? readFileSync(resolve(root, file), 'utf8') : '')

/** Writes all files of the repository that are made of others: the types of schema and queries, colours and icons. */
export async function generate(settings: GenerateSettings): Promise<void> {
  await writeBrand(root)
  await generateTypes(settings, root)
}

/** The generated files that were not as they would be written now, and with `fix` are. Takes a moment when nothing has changed. */
export async function staleFiles(settings: GenerateSettings, { fix }: { fix: boolean }): Promise<string[]> {
  let stale: string[] = []
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/generated'),
    inputs: ['package-lock.json', 'scripts/build/*.ts', '{lib,sanity}/**/*.{ts,tsx}', 'studio/*.ts', ...TEXTS],
    variables: {},
    output: resolve(root, TEXTS[0] ?? ''),
  }
  await whenStale(root, build, async () => {
    const before = new Map(TEXTS.map((file) => [file, read(file)]))
    await generate(settings)
    stale = TEXTS.filter((file) => read(file) !== before.get(file))
    if (fix) return
    for (const file of stale) writeFileSync(resolve(root, file), before.get(file) ?? '')
  })
  return stale
}
