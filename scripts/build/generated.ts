import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Settings, root } from '../support/settings.ts'
import { writeBlockLists } from './blocks.ts'
import { writeBrand } from './brand.ts'
import { ENV_EXAMPLE_FILE, writeEnvExample } from './env-example.ts'
import { runIfStale } from './freshness.ts'
import { LICENSES_FILE, writeLicenses } from './licenses.ts'
import { generateTypes } from './typegen.ts'
import { MODEL_FILE, writeModels } from './understanding.ts'

/** Generated text files. Icons are excluded, because image compression differs between systems. */
const GENERATED_FILES = [
  'sanity/schema/blocks/all.ts',
  'components/site/blocks/all.ts',
  'sanity/types.ts',
  'sanity/query-reads.ts',
  'sanity/schema.json',
  'app/styles/palette.css',
  'app/icon.svg',
  'studio/static/favicon.svg',
  ENV_EXAMPLE_FILE,
  LICENSES_FILE,
  MODEL_FILE,
]

type GenerateSettings = Pick<Settings, 'studio' | 'dataDir'>

export async function generate(settings: GenerateSettings, tree = root): Promise<void> {
  await writeBrand(tree)
  writeBlockLists(tree)
  writeEnvExample(tree)
  writeLicenses(tree)
  writeModels(tree)
  await generateTypes(settings, tree)
}

function copySources(): string {
  const tree = mkdtempSync(join(tmpdir(), 'generated-'))
  for (const path of ['studio', 'sanity', 'lib', 'tests/corpus', 'package.json']) {
    cpSync(resolve(root, path), join(tree, path), {
      recursive: true,
      filter: (source) => !/node_modules|studio\/(dist|\.sanity)/.test(source.slice(root.length)),
    })
  }
  symlinkSync(resolve(root, 'node_modules'), join(tree, 'node_modules'))
  for (const folder of ['app/styles', 'components/site/blocks', 'public', 'logs'])
    mkdirSync(join(tree, folder), { recursive: true })
  return tree
}

const readTextIfExists = (tree: string, file: string) => {
  const path = join(tree, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Returns the generated files that are out of date. Fast if the inputs have not changed since the last check. */
export async function findStaleFiles(settings: GenerateSettings): Promise<string[]> {
  let stale: string[] = []
  const build = {
    stamp: resolve(settings.dataDir, 'stamps/generated'),
    inputs: [
      'package-lock.json',
      'scripts/build/**/*.ts',
      '{lib,sanity}/**/*.{ts,tsx}',
      'studio/*.ts',
      'tests/corpus/**',
      ...GENERATED_FILES,
    ],
    variables: {},
    output: resolve(root, 'sanity/types.ts'),
  }
  await runIfStale(root, build, async () => {
    const tree = copySources()
    try {
      await generate({ ...settings, dataDir: tree }, tree)
      stale = GENERATED_FILES.filter((file) => readTextIfExists(tree, file) !== readTextIfExists(root, file))
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  })
  if (stale.length > 0) rmSync(build.stamp, { force: true })
  return stale
}
