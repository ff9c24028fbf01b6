import { globSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { toTypeName } from '../../sanity/type-name.ts'

const GENERATED_NOTICE = '// Written by `npm run generate` from the files in sanity/schema/blocks: do not edit.\n'

const SCHEMAS_DIR = 'sanity/schema/blocks'
const COMPONENTS_DIR = 'components/site/blocks'

/** Returns `StatsBlock` for the file `stats-block`. */
const getComponentName = (file: string) => toTypeName(`-${file}`)

export function writeBlockLists(tree: string): void {
  const files = globSync('*-block.ts', { cwd: resolve(tree, SCHEMAS_DIR), exclude: ['define-block.ts'] })
    .map((file) => basename(file, '.ts'))
    .toSorted()
  const schemaExports = files.map((file) => `export { ${toTypeName(file)} } from './${file}.ts'\n`)
  const components = files.map(
    (file) => `export { ${getComponentName(file)} as ${toTypeName(file)} } from './${file}.tsx'\n`,
  )
  writeFileSync(resolve(tree, SCHEMAS_DIR, 'all.ts'), GENERATED_NOTICE + schemaExports.join(''))
  writeFileSync(resolve(tree, COMPONENTS_DIR, 'all.ts'), GENERATED_NOTICE + components.join(''))
}
