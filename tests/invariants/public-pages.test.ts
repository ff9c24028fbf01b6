import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserModules } from '../support/browser-modules.ts'

/* Public pages do not load the framework's scripts, so a client component on one would not work. */

const root = resolve(import.meta.dirname, '../..')
const CODE = /\.[jt]sx?$/

const WHAT_TO_DO =
  'Public pages have no React in the browser. Make it a server component, with what it does there in a module of browser/; ' +
  'what cannot do without React is an island: docs/architecture.md, "A part of a public page that needs a script".'

const read = (file: string) => (CODE.test(file) ? readFileSync(resolve(root, file), 'utf8') : undefined)

const complaints = (entries: string[]) =>
  browserModules(entries, read).map(({ chain, why }) => `${chain.at(-1)} ${why}. ${WHAT_TO_DO}\n${chain.join('\n-> ')}`)

const pages = globSync('app/(site)/**/{page,layout,template,error,loading,not-found,default}.tsx', { cwd: root })
const entries = ['app/layout.tsx', 'app/not-found.tsx', ...pages.map((file) => file.replaceAll('\\', '/'))]

describe('a public page', () => {
  it('has nothing that React would have to run in the browser', () => {
    expect(pages.length).toBeGreaterThan(3)
    expect(complaints(entries)).toEqual([])
  })
})
