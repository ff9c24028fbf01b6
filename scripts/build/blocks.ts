import { globSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { typeName } from '../../sanity/type-name.ts'

const NOTE = '// Written by `npm run generate` from the files in sanity/schema/blocks: do not edit.\n'

const SCHEMAS = 'sanity/schema/blocks'
const COMPONENTS = 'components/site/blocks'

/** Returns `StatsBlock` for the file `stats-block`. */
const componentName = (file: string) => typeName(`-${file}`)

export function writeBlockLists(tree: string): void {
  const files = globSync('*-block.ts', { cwd: resolve(tree, SCHEMAS), exclude: ['define-block.ts'] })
    .map((file) => basename(file, '.ts'))
    .toSorted()
  const schemas = files.map((file) => `export { ${typeName(file)} } from './${file}.ts'\n`)
  const components = files.map(
    (file) => `export { ${componentName(file)} as ${typeName(file)} } from './${file}.tsx'\n`,
  )
  writeFileSync(resolve(tree, SCHEMAS, 'all.ts'), NOTE + schemas.join(''))
  writeFileSync(resolve(tree, COMPONENTS, 'all.ts'), NOTE + components.join(''))
}
