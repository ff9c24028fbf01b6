import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The one file with Clerk's provider, and the one that shows it. */
const PROVIDER = 'components/account/account-provider.tsx'
const LAYOUT = 'app/(account)/layout.tsx'

/** Below the provider: the only places that may use Clerk's components and hooks. */
const WRAPPED = /^(app\/\(account\)|components\/(account|dashboard))\//

/** Clerk's code for the server, and its plain functions, need no provider. */
const NEEDS_PROVIDER = /^@clerk\/(?!nextjs\/(server|webhooks)$|backend(\/|$)|shared\/keys$)/

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')

type Tree = { files: string[]; read: (file: string) => string; importsOf: (file: string) => string[] }

function treeOf(folder: string): Tree {
  const files = globSync('{app,components,lib,sanity}/**/*.{ts,tsx}', { cwd: folder })
  const read = (file: string) => withoutComments(readFileSync(join(folder, file), 'utf8'))
  /** Files of the tree as their path below it, packages by their name. */
  const importsOf = (file: string): string[] =>
    [...read(file).matchAll(IMPORT)].map(([, fixed, dynamic]) => {
      const source = fixed ?? dynamic ?? ''
      if (source.startsWith('@/')) return source.slice(2)
      return source.startsWith('.') ? relative(folder, resolve(folder, dirname(file), source)) : source
    })
  return { files, read, importsOf }
}

/** Everything that code below `file` may run, packages included. */
function reachable({ importsOf, files }: Tree, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (files.includes(file)) for (const next of importsOf(file)) reachable({ importsOf, files } as Tree, next, seen)
  return seen
}

/** What is wrong with how a tree of files uses Clerk's provider, one line for each place. */
function problemsOf(tree: Tree): string[] {
  const { files, read, importsOf } = tree
  const providers = files.flatMap((file) => [...read(file).matchAll(/<ClerkProvider\b/g)].map(() => file))
  const renamed = files.filter(
    (file) =>
      file !== PROVIDER && /\bClerkProvider\b/.test(read(file).replace(/typeof ClerkProvider|import type .*/g, '')),
  )
  const shown = files.flatMap((file) => [...read(file).matchAll(/<AccountProvider\b/g)].map(() => file))
  const unwrapped = files.filter(
    (file) => !WRAPPED.test(file) && importsOf(file).some((name) => NEEDS_PROVIDER.test(name)),
  )
  const outside = files
    .filter((file) => file.startsWith('app/') && !file.startsWith('app/(account)/'))
    .filter((file) => [...reachable(tree, file)].some((name) => NEEDS_PROVIDER.test(name)))
  return [
    ...(providers.length === 1 && providers[0] === PROVIDER ? [] : [`the provider is in: ${providers.join(', ')}`]),
    ...(shown.length === 1 && shown[0] === LAYOUT ? [] : [`the provider is shown in: ${shown.join(', ')}`]),
    ...renamed.map((file) => `${file} has the provider under another name`),
    ...unwrapped.map((file) => `${file} uses Clerk's components or hooks outside the folders below the provider`),
    ...outside.map((file) => `${file} reaches Clerk's components or hooks from outside the provider`),
  ]
}

const folders: string[] = []

function miniature(own: Record<string, string>): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  folders.push(folder)
  const files = {
    [PROVIDER]: `import { ClerkProvider } from '@clerk/nextjs'\nexport const AccountProvider = () => <ClerkProvider />\n`,
    [LAYOUT]: `import { AccountProvider } from '@/${PROVIDER}'\nexport default () => <AccountProvider />\n`,
    'components/account/form.tsx': `import { SignIn } from '@clerk/nextjs'\nexport const Form = SignIn\n`,
    ...own,
  }
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  return treeOf(folder)
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the provider of Clerk', () => {
  it('is in one file, shown by the layout of the account and nowhere else, and nothing outside it needs it', () => {
    const tree = treeOf(root)
    for (const file of [PROVIDER, LAYOUT]) expect(existsSync(join(root, file))).toBe(true)
    expect(tree.importsOf('components/account/auth-forms.tsx')).toContain('@clerk/nextjs')
    expect(problemsOf(tree)).toEqual([])
  })

  const line = (own: Record<string, string>) => problemsOf(miniature(own))

  it('finds nothing wrong with a small tree as it should be', () => {
    expect(line({ 'lib/auth.ts': `import { auth } from '@clerk/nextjs/server'\nexport { auth }\n` })).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    [
      'a second provider',
      {
        'app/(account)/dashboard/layout.tsx': `import { ClerkProvider } from '@clerk/nextjs'\nexport default () => <ClerkProvider />\n`,
      },
    ],
    [
      'two in one file',
      {
        [PROVIDER]: `import { ClerkProvider } from '@clerk/nextjs'\nexport const AccountProvider = () => <><ClerkProvider /><ClerkProvider /></>\n`,
      },
    ],
    [
      'one that is shown twice',
      {
        'app/(account)/dashboard/layout.tsx': `import { AccountProvider } from '@/${PROVIDER}'\nexport default () => <AccountProvider />\n`,
      },
    ],
    ['none', { [PROVIDER]: `export const AccountProvider = () => null\n` }],
    ['none that is shown', { [LAYOUT]: `export default () => null\n` }],
    [
      'one under another name',
      { 'components/account/again.tsx': `import { ClerkProvider as Again } from '@clerk/nextjs'\nexport { Again }\n` },
    ],
    [
      'a hook in another folder',
      { 'components/shell/user.tsx': `import { useUser } from '@clerk/nextjs'\nexport { useUser }\n` },
    ],
    ['a hook in lib', { 'lib/user.ts': `export { useUser } from '@clerk/nextjs'\n` }],
    [
      'a form on a public page',
      { 'app/(site)/page.tsx': `import { Form } from '@/components/account/form.tsx'\nexport default Form\n` },
    ],
    [
      'a form on a public page by way of a file',
      {
        'app/(site)/page.tsx': `import { Form } from './form.tsx'\nexport default Form\n`,
        'app/(site)/form.tsx': `export { Form } from '../../components/account/form.tsx'\n`,
      },
    ],
    [
      'a form that is loaded later',
      { 'app/(site)/page.tsx': `export default () => import('@/components/account/form.tsx')\n` },
    ],
  ])('refuses %s', (_name, own) => {
    expect(line(own)).not.toEqual([])
  })
})
