import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserModules } from '../support/browser-modules.ts'

/*
 * Public pages are answered without the framework's scripts: a client component on one would stand there and do nothing.
 */

const root = resolve(import.meta.dirname, '../..')
const CODE = /\.[jt]sx?$/

const WHAT_TO_DO =
  'Public pages have no React in the browser. Make it a server component, with what it does there in a module of browser/; ' +
  'what cannot do without React is an island: docs/architecture.md, "A part of a public page that needs a script".'

const read = (file: string) => (CODE.test(file) ? readFileSync(resolve(root, file), 'utf8') : undefined)

/** Each with its chain of imports and what to do about it. */
const complaints = (entries: string[], from = read) =>
  browserModules(entries, from).map(({ chain, why }) => `${chain.at(-1)} ${why}. ${WHAT_TO_DO}\n${chain.join('\n-> ')}`)

const pages = globSync('app/(site)/**/{page,layout,template,error,loading,not-found,default}.tsx', { cwd: root })
const entries = ['app/layout.tsx', 'app/not-found.tsx', ...pages.map((file) => file.replaceAll('\\', '/'))]

describe('a public page', () => {
  it('has nothing that React would have to run in the browser', () => {
    expect(pages.length).toBeGreaterThan(3)
    expect(complaints(entries)).toEqual([])
  })
})

describe('the check of public pages', () => {
  const walk = (files: Record<string, string>) => complaints(['app/page.tsx'], (file) => files[file])

  it('names a client component, how a page comes to it, and what to do', () => {
    const files = {
      'app/page.tsx': "import { Menu } from '@/components/menu.tsx'",
      'components/menu.tsx': "export { Toggle } from './toggle.tsx'",
      'components/toggle.tsx': "/* A toggle. */\n'use client'\nexport const Toggle = () => <b />",
    }
    expect(walk(files)).toEqual([
      `components/toggle.tsx says 'use client'. ${WHAT_TO_DO}\napp/page.tsx\n-> components/menu.tsx\n-> components/toggle.tsx`,
    ])
  })

  it.each(['next/link', 'next/script', 'next/dynamic', 'next/form'])('names who imports %s', (source) => {
    expect(walk({ 'app/page.tsx': `import Part from '${source}'` })[0]).toContain(`app/page.tsx imports ${source}.`)
  })

  it('follows what is loaded later, and neither types nor the preview', () => {
    const client = "'use client'\nexport type A = string"
    const files = (code: string) => ({ 'app/page.tsx': code, 'a.ts': client, 'components/preview/a.ts': client })
    expect(walk(files("const later = () => import('@/a.ts')"))).toHaveLength(1)
    expect(walk(files("import type { A } from '@/a.ts'\nexport type { A as B } from '@/a.ts'"))).toEqual([])
    expect(walk(files("import '@/components/preview/a.ts'"))).toEqual([])
  })
})
