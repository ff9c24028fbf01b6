import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, settings } from '../../scripts/support/settings.ts'
import { generateTypes } from '../../scripts/build/typegen.ts'

let tree: string

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'typegen-'))
  for (const path of ['studio', 'sanity', 'lib', 'package.json']) {
    cpSync(resolve(root, path), join(tree, path), {
      recursive: true,
      filter: (source) => !/node_modules|studio\/(dist|\.sanity)/.test(source.slice(root.length)),
    })
  }
  rmSync(join(tree, 'sanity/types.ts'))
  symlinkSync(resolve(root, 'node_modules'), join(tree, 'node_modules'))
  mkdirSync(join(tree, 'logs'))
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

const GENERATED: [file: string, contains: string][] = [
  ['sanity/types.ts', 'AllSanitySchemaTypes'],
  ['sanity/query-reads.ts', 'PAGE_QUERY'],
  ['sanity/schema.json', '"name":"siteSettings"'],
]

describe('what `npm run typegen` writes', () => {
  it('is what it writes for today’s schema and queries', { timeout: 180_000 }, async () => {
    const { studio } = settings(
      {},
      { sitePort: 3000, lakePort: 3900, studioPort: 3333, postgresPort: 5499, clerkPort: 3800, dataDir: tree },
    )
    await generateTypes({ studio, dataDir: tree }, tree)
    for (const [file, contains] of GENERATED) {
      const fresh = readFileSync(join(tree, file), 'utf8')
      expect(fresh).toContain(contains)
      expect(readFileSync(resolve(root, file), 'utf8'), 'run `npm run typegen`').toBe(fresh)
    }
  })
})
