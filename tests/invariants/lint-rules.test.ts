import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Sample = [code: string, passes: boolean, file?: string]

/** Code, whether the lint lets it pass, and where it stands if that matters: each rule is tried out with the configuration of this repository. */
const ERRORS: Sample[] = [
  // Swallowed.
  ['try { work() } catch { }', false],
  ['try { work() } catch (error) { }', false],
  ['try { work() } catch { giveUp = true }', false],
  ['export function read() { try { return work() } catch { return undefined } }', false],
  ['try { work() } catch { // oxlint-disable-line no-empty\n}', false],
  ['try { work() } catch { // ignore it\n}', false],
  ['// This comment is about something else entirely.\ntry { work() } catch { giveUp = true }', false],
  ['try { work() } catch { promise.catch((error) => log.warn({ err: error })) }', false],
  ['await promise.catch(() => undefined)', false],
  ['await promise.catch(function () { return null })', false],
  ['await promise.then(() => true, () => false)', false],
  // Used, logged, thrown, or explained.
  ['try { work() } catch (error) { answer(error) }', true],
  ['try { work() } catch ({ code }) { answer(code) }', true],
  ['try { work() } catch { log.warn("It did not work") }', true],
  ['try { work() } catch { throw new Error("No work today") }', true],
  ['try { work() } catch { // Nobody needs the work: there is more of it.\n}', true],
  ['await promise.catch((error) => answer(error))', true],
  ['await promise.catch(report)', true],
  ['await promise.catch(() => log.warn("It did not work"))', true],
  ['// Whether it works is answered, not why.\nawait promise.then(() => true, () => false)', true],
  ['await promise.then(() => true)', true],
  ['await promise.finally(() => undefined)', true],
]

const IMPORTS: Sample[] = [
  // Values from inside Next.
  [`import { x } from 'next/dist/server/x'; use(x)`, false],
  [`import Default, { type T } from 'next/dist/x.js'; use(Default as T)`, false],
  [`import 'next/dist/x'`, false],
  [`export * from 'next/dist/x'`, false],
  [`export { x } from 'next/dist/x'`, false],
  [`const x = await import('next/dist/x'); use(x)`, false],
  [`const x = require('next/dist/x'); use(x)`, false],
  [`import x from '../node_modules/next/dist/x.js'; use(x)`, false],
  [`vi.mock('next/dist/x', () => ({}))`, false],
  // Types, its interface, the program of its command line.
  [`import type { T } from 'next/dist/x'; use({} as T)`, true],
  [`let x: typeof import('next/dist/x'); use(x)`, true],
  [`import { x } from 'next/cache'; use(x)`, true],
  [`const nextBin = path(root, 'node_modules/next/dist/bin/next'); use(nextBin)`, true],
]

const CLERK: Sample[] = [
  // The provider in a second place, or under another name.
  [`import { ClerkProvider } from '@clerk/nextjs'; use(ClerkProvider)`, false, 'app/(account)/dashboard/layout.tsx'],
  [`import { ClerkProvider as Again } from '@clerk/nextjs'; use(Again)`, false, 'components/account/again.tsx'],
  [
    `import { AccountProvider } from '@/components/account/account-provider.tsx'; use(AccountProvider)`,
    false,
    'app/(account)/dashboard/template.tsx',
  ],
  [
    `import { AccountProvider } from '@/components/account/account-provider.tsx'; use(AccountProvider)`,
    false,
    'app/layout.tsx',
  ],
  // Clerk's hooks and components, and what uses them, outside the provider.
  [`import { useUser } from '@clerk/nextjs'; use(useUser)`, false, 'components/layout/user.tsx'],
  [`export { useUser } from '@clerk/nextjs'`, false, 'lib/user.ts'],
  [`export * from '@clerk/nextjs'`, false, 'lib/everything.ts'],
  [`import { SignInForm } from '@/components/account/auth-forms.tsx'; use(SignInForm)`, false, 'app/(site)/page.tsx'],
  [`export { Team } from '../../components/dashboard/team.tsx'`, false, 'app/(site)/form.tsx'],
  [`use(() => import('@/components/account/auth-forms.tsx'))`, false, 'app/(site)/later.tsx'],
  // In their places; Clerk's code for the server; types.
  [
    `import { ClerkProvider } from '@clerk/nextjs'; use(ClerkProvider)`,
    true,
    'components/account/account-provider.tsx',
  ],
  [
    `import { AccountProvider } from '@/components/account/account-provider.tsx'; use(AccountProvider)`,
    true,
    'app/(account)/layout.tsx',
  ],
  [`import { useUser } from '@clerk/nextjs'; use(useUser)`, true, 'components/dashboard/user.tsx'],
  [
    `import { SignInForm } from '@/components/account/auth-forms.tsx'; use(SignInForm)`,
    true,
    'app/(account)/login/page.tsx',
  ],
  [`import { Notice } from '@/components/account/notice.tsx'; use(Notice)`, true, 'app/(unavailable)/page.tsx'],
  [`import { auth } from '@clerk/nextjs/server'; use(auth)`, true, 'lib/session.ts'],
  [`import type { useUser } from '@clerk/nextjs'; use({} as typeof useUser)`, true, 'lib/types.ts'],
]

const RULES = {
  'errors(no-swallowed-errors)': ERRORS,
  'imports(no-next-internals)': IMPORTS,
  'imports(clerk-below-provider)': CLERK,
}

const samples = Object.entries(RULES)
  .flatMap(([rule, list]) => list.map(([code, passes, file]) => ({ rule, code, passes, file })))
  .map(({ file, ...sample }, index) => ({ ...sample, file: file ?? `sample-${index}.ts` }))

let folder: string
let complaints: { filename: string; code: string; severity: string }[]

function lint(cwd: string): Promise<string> {
  const args = [resolve(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json']
  return new Promise((done) => execFile(process.execPath, args, { cwd }, (_error, stdout) => done(stdout)))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(resolve(root, path), join(folder, path), { recursive: true })
  for (const { code, file } of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\nexport {}\n`)
  }
  complaints = (JSON.parse(await lint(folder)) as { diagnostics: typeof complaints }).diagnostics
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("this repository's own rules of the linter", () => {
  it.each(samples)('$rule: $file: $code: $passes', ({ rule, passes, file }) => {
    const found = complaints.find(({ filename, code }) => filename === file && code === rule)
    expect(found?.severity).toBe(passes ? undefined : 'error')
  })
})
