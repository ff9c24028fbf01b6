import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** An import, of any form, of what is inside the package and no part of its interface; types alone are not meant. */
const INTERNAL =
  /(?:\bfrom|\bimport|\brequire|\bresolve|\bmock)\s*\(?\s*['"`](?:[^'"`]*\/)?next\/dist(?:\/[^'"`]*)?['"`]/g
const TYPES_ALONE = /\b(?:import|export)\s+type\s[^'"`]*$|\btypeof\s+$/

/** The imports of a source file that reach into Next. */
const internals = (source: string): string[] =>
  [...source.matchAll(INTERNAL)]
    .filter(
      ({ index }) =>
        !TYPES_ALONE.test(
          source
            .slice(0, index)
            .split(/[;\n]\s*(?=import|export)/)
            .at(-1) ?? '',
        ),
    )
    .map(([found]) => found)

describe('a value imported from inside Next', () => {
  it.each([
    `import { x } from 'next/dist/server/x'`,
    `import Default, { type T } from "next/dist/x.js"`,
    `import type { T } from 'next'\nimport {\n  x,\n} from 'next/dist/x'`,
    `import 'next/dist/x'`,
    `export * from 'next/dist/x'`,
    `const x = await import('next/dist/x')`,
    `const x = require('next/dist/x')`,
    `import x from '../node_modules/next/dist/x.js'`,
    `vi.mock('next/dist/x', () => ({}))`,
  ])('is found in %j', (code) => {
    expect(internals(code)).toHaveLength(1)
  })

  it.each([
    `import type { T } from 'next/dist/x'`,
    `import type {\n  T,\n} from 'next/dist/x'`,
    `let x: typeof import('next/dist/x')`,
    `import { x } from 'next/cache'`,
    `const nextBin = resolve(root, 'node_modules/next/dist/bin/next')`,
  ])('is none in %j', (code) => {
    expect(internals(code)).toEqual([])
  })

  it('is nowhere in this repository', () => {
    const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
    const files = tracked
      .split('\0')
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !import.meta.filename.endsWith(file))
      .filter((file) => existsSync(resolve(root, file)))
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) =>
      internals(readFileSync(resolve(root, file), 'utf8')).map((what) => `${file}: ${what}`),
    )
    expect(found).toEqual([])
  })
})
