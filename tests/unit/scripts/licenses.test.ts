import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildLicensesText } from '../../../scripts/build/licenses.ts'
import { type LockEntry, listShippedPackages } from '../../../scripts/build/licenses/packages.ts'

const buildMitText = (holder: string) => `MIT License\n\nCopyright (c) ${holder}\n\nPermission is hereby granted.\n`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licenses-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeRepository(packages: Record<string, LockEntry & { text?: string; author?: string }>): void {
  for (const [path, { text, author = '' }] of Object.entries(packages)) {
    if (!path.includes('node_modules')) continue
    const resolveFile = (name: string) => join(folder, path, name)
    mkdirSync(dirname(resolveFile('package.json')), { recursive: true })
    writeFileSync(resolveFile('package.json'), JSON.stringify({ author }))
    if (text !== undefined) writeFileSync(resolveFile('LICENSE'), text)
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
}

const buildMitEntry = (version: string, text?: string): LockEntry & { text?: string } => ({
  version,
  license: 'MIT',
  text,
})

it('each license text appears once, with all its packages and copyright notices', () => {
  writeRepository({
    '': { dependencies: { one: '1', two: '1' } },
    studio: { dependencies: { three: '1', four: '1' } },
    'node_modules/one': { ...buildMitEntry('1.0.0', buildMitText('2020 Ada')), dependencies: { two: '1' } },
    'node_modules/two': buildMitEntry('2.0.0', buildMitText('2021 Grace').replaceAll('\n', '\r\n')),
    'node_modules/three': buildMitEntry('3.0.0'),
    'node_modules/four': { ...buildMitEntry('4.0.0'), author: 'Edith <edith@example.com> (https://example.com)' },
  })
  const text = buildLicensesText(folder)
  expect(text.split('Permission is hereby granted.')).toHaveLength(2)
  expect(text).toContain('one 1.0.0\nCopyright (c) 2020 Ada')
  expect(text).toContain('two 2.0.0\nCopyright (c) 2021 Grace')
  expect(text).toContain('three 3.0.0\nCopyright (c) the authors of three')
  expect(text).toContain('four 4.0.0\nCopyright (c) Edith\n')
})

it('platform-specific packages are listed without reading their files', () => {
  writeRepository({ '': { optionalDependencies: { native: '1' } } })
  const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: object }
  Object.assign(lockfile.packages, {
    'node_modules/native': { version: '1.0.0', license: 'MIT', os: ['linux'], dependencies: { helper: '1' } },
    'node_modules/helper': { version: '1.0.0', license: 'MIT' },
  })
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
  expect(buildLicensesText(folder)).toContain('helper 1.0.0: MIT\nnative 1.0.0: MIT')
})

it.each([
  ['an unreviewed license', 'GPL-3.0-only', buildMitText('2020 Ada'), 'GPL-3.0-only'],
  ['a choice of disallowed licenses', '(AGPL-3.0-only OR SSPL-1.0)', buildMitText('2020 Ada'), 'AGPL-3.0-only'],
  ['a combination with a disallowed license', 'MIT AND GPL-3.0-only', buildMitText('2020 Ada'), 'MIT AND GPL-3.0-only'],
  ['no license', undefined, buildMitText('2020 Ada'), 'no license'],
  ['the text of another license', 'MIT', 'GNU LESSER GENERAL PUBLIC LICENSE', 'that they do not declare'],
  ['a license without a text', 'ISC', undefined, 'whose text no package includes'],
])('license file generation rejects %s', (_, license, text, expected) => {
  writeRepository({ '': { dependencies: { one: '1' } }, 'node_modules/one': { version: '1.0.0', license, text } })
  expect(() => buildLicensesText(folder)).toThrow(expected)
  expect(() => buildLicensesText(folder)).toThrow('one 1.0.0')
})

it('shipped packages follow Node resolution and exclude dev tools and local servers', () => {
  const packages = {
    '': { dependencies: { one: '1', sanity: '1' }, devDependencies: { tool: '1' } },
    studio: { dependencies: { two: '1' } },
    'packages/local': { dependencies: { server: '1' } },
    'node_modules/one': {
      version: '1.0.0',
      dependencies: { two: '2' },
      peerDependencies: { peer: '1', other: '1' },
      peerDependenciesMeta: { other: { optional: true } },
    },
    'node_modules/one/node_modules/two': { version: '2.0.0' },
    'node_modules/two': { version: '1.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/other': { version: '1.0.0' },
    'node_modules/sanity': { version: '1.0.0', dependencies: { '@sanity/cli': '1' } },
    'node_modules/@sanity/cli': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0' },
    'node_modules/server': { version: '1.0.0' },
  }
  const shipped = listShippedPackages({ packages }).map(({ name, version }) => `${name} ${version}`)
  expect(shipped).toEqual(['one 1.0.0', 'peer 1.0.0', 'sanity 1.0.0', 'two 1.0.0', 'two 2.0.0'])
})

it('the published license file matches the lock file', () => {
  expect(readFileSync('public/licenses.txt', 'utf8') === buildLicensesText()).toBe(true)
})
