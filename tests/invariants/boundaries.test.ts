import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const imports: [file: string, source: string, allowed: boolean][] = [
  ['app/page.tsx', '@/sanity/fetch.ts', true],
  ['app/page.tsx', '@/components/ui/link.tsx', true],
  ['app/page.tsx', '@/packages/content-lake/server.ts', false],
  ['app/page.tsx', '@ductwise/content-lake', false],
  ['app/page.tsx', '../scripts/support/seed.ts', false],
  ['components/site/blocks/hero.tsx', '@/components/ui/cn.ts', true],
  ['components/site/blocks/hero.tsx', '@/sanity/types.ts', true],
  ['components/site/blocks/hero.tsx', '@/sanity/image.ts', true],
  ['components/site/blocks/hero.tsx', '@sanity/client', true],
  ['components/site/blocks/hero.tsx', '@/sanity/fetch.ts', false],
  ['components/site/blocks/hero.tsx', '../../sanity/queries/page.ts', false],
  ['components/site/blocks/hero.tsx', '@/app/layout.tsx', false],
  ['components/site/blocks/hero.tsx', '@/lib/browser-bundles.js', true],
  ['components/site/marketing/particles.tsx', '@/browser/particles/canvas.ts', false],
  ['components/site/layout/header.tsx', '@/browser/header.ts', false],
  ['app/page.tsx', '@/browser/header.ts', false],
  ['lib/platform/csp/inline-scripts.ts', '../../browser/entries/first-paint.ts', false],
  ['browser/header.ts', './dom.ts', true],
  ['browser/header.ts', '../lib/constants.ts', true],
  ['browser/particles/canvas.ts', '../../lib/dom-contract.ts', true],
  ['browser/header.ts', '../lib/platform/env/env.ts', false],
  ['browser/header.ts', '@/lib/platform/env/env.ts', false],
  ['browser/header.ts', 'react', false],
  ['browser/header.ts', 'react-dom/client', false],
  ['browser/entries/counter.island.tsx', 'react', true],
  ['browser/entries/counter.island.tsx', 'react-dom/client', true],
  ['browser/entries/counter.island.tsx', '../dom.ts', true],
  ['browser/entries/counter.island.tsx', 'next/link', false],
  ['browser/entries/counter.island.tsx', '../../components/ui/link.tsx', false],
  ['browser/header.ts', 'node:path', false],
  ['browser/header.ts', '../components/site/layout/header.tsx', false],
  ['sanity/lake/fetch.ts', '../lib/platform/env/env.ts', true],
  ['sanity/lake/fetch.ts', 'next-sanity', true],
  ['sanity/lake/fetch.ts', '../lib/platform/log/log.ts', true],
  ['sanity/lake/fetch.ts', '../lib/platform/telemetry/spans.ts', true],
  ['sanity/lake/fetch.ts', '../lib/platform/monitoring/open-telemetry.ts', false],
  ['sanity/lake/fetch.ts', '../lib/routes.ts', true],
  ['sanity/lake/fetch.ts', '../lib/site/seo/metadata.ts', false],
  ['sanity/lake/fetch.ts', '../components/ui/link.tsx', false],
  ['sanity/schema/city.ts', 'sanity', true],
  ['sanity/schema/city.ts', '../../lib/routes.ts', true],
  ['sanity/schema/city.ts', '../../lib/site/seo/page-texts.ts', true],
  ['sanity/schema/city.ts', '../../lib/site/seo/metadata.ts', false],
  ['sanity/schema/city.ts', '../../lib/platform/env/env.ts', false],
  ['studio/desk/structure.ts', 'sanity/structure', true],
  ['studio/desk/structure.ts', '../../sanity/schema/index.ts', true],
  ['studio/desk/structure.ts', '../../sanity/content-types.ts', true],
  ['studio/desk/items.ts', '../../sanity/content-types.ts', true],
  ['studio/desk/structure.ts', '../../sanity/fetch.ts', false],
  ['studio/desk/items.ts', '../../sanity/fetch.ts', false],
  ['studio/desk/structure.ts', '../../lib/routes.ts', true],
  ['studio/desk/structure.ts', '../../lib/platform/env/env.ts', false],
  ['components/site/blocks/hero.tsx', '@/lib/routes.ts', true],
  ['lib/site/seo/metadata.ts', 'zod', true],
  ['lib/site/seo/metadata.ts', '../../sanity/types.ts', false],
  ['lib/site/seo/metadata.ts', '../app/layout.tsx', false],
  ['server/gateway.ts', '../lib/platform/env/env.ts', true],
  ['server/gateway.ts', '../sanity/published.ts', true],
  ['server/gateway.ts', '../components/site/layout/header.tsx', false],
  ['server/gateway.ts', '../scripts/support/settings.ts', false],
  ['lib/platform/cache/cached-query.ts', '../../values/json.ts', true],
  ['lib/platform/cache/cached-query.ts', '../../site/ui-copy.ts', false],
  ['lib/platform/cache/cached-query.ts', '../../dashboard/query/client.ts', false],
  ['lib/site/seo/metadata.ts', '../../platform/env/env.ts', true],
  ['lib/site/seo/metadata.ts', '../../dashboard/query/client.ts', false],
  ['lib/dashboard/calls/detail.ts', '../../site/ui-copy.ts', false],
  ['lib/values/json.ts', '../platform/env/env.ts', false],
  ['components/site/blocks/hero.tsx', '../../dashboard/page.tsx', false],
  ['components/site/blocks/hero.tsx', '@/lib/dashboard/query/client.ts', false],
  ['components/site/demo/demo-screen.tsx', '../../dashboard/page.tsx', true],
  ['components/dashboard/page.tsx', '../site/layout/header.tsx', false],
  ['components/dashboard/page.tsx', '@/lib/site/ui-copy.ts', false],
  ['components/dashboard/page.tsx', '../account/notice.tsx', true],
  ['components/ui/link.tsx', '../site/layout/header.tsx', false],
  ['components/ui/link.tsx', '../dashboard/page.tsx', false],
  ['packages/content-lake/main.ts', './server.ts', true],
  ['packages/content-lake/main.ts', '../local-server/index.ts', true],
  ['packages/content-lake/main.ts', '../../sanity/seed/index.ts', false],
  ['packages/content-lake/main.ts', '../../lib/platform/env/env.ts', false],
]

let folder: string
let lintErrors: Set<string>

/** Returns a separate path per import, so that each lint error can be assigned to its import. */
const getProbePath = (index: number, file: string) =>
  join(dirname(file), `probe-${index}${/\.island\.tsx$/.exec(file)?.[0] ?? '.ts'}`)

function lint(cwd: string): Promise<string> {
  const args = [
    resolve(root, 'node_modules/oxlint/bin/oxlint'),
    '-A',
    'all',
    '-D',
    'no-restricted-imports',
    '--format',
    'json',
  ]
  return new Promise((resolvePromise) =>
    execFile(process.execPath, args, { cwd }, (_error, stdout) => resolvePromise(stdout)),
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(resolve(root, path), join(folder, path), { recursive: true })
  for (const [index, [file, source]] of imports.entries()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, getProbePath(index, file)), `import * as probe from '${source}'\nexport { probe }\n`)
  }
  const { diagnostics } = JSON.parse(await lint(folder)) as { diagnostics: { filename: string; code: string }[] }
  lintErrors = new Set(
    diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('import boundaries', () => {
  it.each(imports.map(([file, source, allowed], index) => ({ file, source, allowed, index })))(
    '$file -> $source: $allowed',
    ({ file, allowed, index }) => {
      expect(lintErrors.has(getProbePath(index, file))).toBe(!allowed)
    },
  )
})
