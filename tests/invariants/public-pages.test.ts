import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClientModules } from '../support/browser-modules.ts'

/* Public pages do not load the framework's scripts, so a client component would not work there. */

const root = resolve(import.meta.dirname, '../..')
const CODE_FILE_PATTERN = /\.[jt]sx?$/

const INSTRUCTIONS =
  'Public pages have no React in the browser. Use a server component and a module of browser/, or an island: ' +
  'docs/recipes/add-a-browser-script.md.'

const readCode = (file: string) =>
  CODE_FILE_PATTERN.test(file) ? readFileSync(resolve(root, file), 'utf8') : undefined

const listClientModuleProblems = (entries: string[]) =>
  findClientModules(entries, readCode).map(
    ({ chain, reason }) => `${chain.at(-1)} ${reason}. ${INSTRUCTIONS}\n${chain.join('\n-> ')}`,
  )

const pages = globSync('app/(site)/**/{page,layout,template,error,loading,not-found,default}.tsx', { cwd: root })
const entries = ['app/layout.tsx', 'app/not-found.tsx', ...pages.map((file) => file.replaceAll('\\', '/'))]

describe('public pages', () => {
  it('contain no client components', () => {
    expect(pages.length).toBeGreaterThan(3)
    expect(listClientModuleProblems(entries)).toEqual([])
  })
})
