import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { clientModules, complaint } from '../support/client-modules.ts'

/* React makes public pages on the server and stays there: what it would bring into the browser is found by its imports. */

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'public-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A small project: files by their paths. */
function project(name: string, files: Record<string, string>): string {
  for (const [file, code] of Object.entries(files)) {
    const path = join(folder, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  return join(folder, name)
}

const PAGE = 'app/(site)/page.tsx'
const CLIENT = "'use client'\nexport const Client = () => null\n"

const found = (name: string, files: Record<string, string>) => clientModules(project(name, files), [PAGE])

describe('a module for the browser', () => {
  it('is found behind aliases, relative paths, exports that pass it on, and imports that wait', () => {
    const modules = found('ways', {
      [PAGE]: "import '@/components/a.tsx'\nexport { b } from '../../components/b'\nvoid import('./c.tsx')\n",
      'components/a.tsx': "/* Says something first. */\n'use client'\nimport './beyond.tsx'\n",
      'components/beyond.tsx': CLIENT,
      'components/b/index.ts': "export * from './client.tsx'\n",
      'components/b/client.tsx': CLIENT,
      'app/(site)/c.tsx': CLIENT,
    })
    expect(modules).toEqual([
      { module: 'components/a.tsx', chain: [PAGE, 'components/a.tsx'] },
      { module: 'app/(site)/c.tsx', chain: [PAGE, 'app/(site)/c.tsx'] },
      { module: 'components/b/client.tsx', chain: [PAGE, 'components/b/index.ts', 'components/b/client.tsx'] },
    ])
  })

  it('is not what only a type comes from, what an editor alone is given, or what says the words elsewhere', () => {
    const modules = found('allowed', {
      [PAGE]: [
        "import type { A } from '@/components/client.tsx'",
        "import { type B } from '@/components/client.tsx'",
        "export type { C } from '@/components/client.tsx'",
        "import '@/components/preview/bar.tsx'",
        "import '@/components/words.tsx'",
        "import 'react'",
        "import './page.css'",
      ].join('\n'),
      'components/client.tsx': CLIENT,
      'components/preview/bar.tsx': "'use client'\nimport '../client.tsx'\n",
      'components/words.tsx': "export const words = 'use client'\n",
    })
    expect(modules).toEqual([])
  })

  it('is found beside a type of the same import, in a circle, and in a package that brings one', () => {
    const modules = found('more', {
      [PAGE]: "import '@/components/one.tsx'\nimport Link from 'next/link'\nimport type Script from 'next/script'\n",
      'components/one.tsx': "import './two.tsx'\n",
      'components/two.tsx': "import './one.tsx'\nimport { Client, type Props } from './client.tsx'\n",
      'components/client.tsx': CLIENT,
    })
    expect(modules.map(({ module }) => module)).toEqual(['next/link', 'components/client.tsx'])
  })

  it('is named with the way to it and what to do', () => {
    const said = complaint({ module: 'components/client.tsx', chain: [PAGE, 'components/client.tsx'] })
    expect(said).toContain(`${PAGE} -> components/client.tsx`)
    expect(said).toContain('browser/')
    expect(said).toContain('island')
  })
})

describe('public pages', () => {
  const files = '{page,layout,template,default,loading,error,not-found}.tsx'
  const entries = globSync(['app/layout.tsx', 'app/not-found.tsx', `app/(site)/**/${files}`], { cwd: root }).map(
    (file) => file.replaceAll('\\', '/'),
  )

  it('are found', () => {
    expect(entries).toEqual(
      expect.arrayContaining(['app/layout.tsx', 'app/not-found.tsx', 'app/(site)/[[...path]]/page.tsx']),
    )
  })

  it('bring no module for the browser', () => {
    expect(clientModules(root, entries).map(complaint)).toEqual([])
  })
})
