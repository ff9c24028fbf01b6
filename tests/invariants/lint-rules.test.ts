import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Sample = [code: string, passes: boolean, file?: string]

const IMPORT_SAMPLES: Sample[] = [
  // Rejected: values from Next's internals.
  [`import { x } from 'next/dist/server/x'; use(x)`, false],
  [`import Default, { type T } from 'next/dist/x.js'; use(Default as T)`, false],
  [`import 'next/dist/x'`, false],
  [`export * from 'next/dist/x'`, false],
  [`export { x } from 'next/dist/x'`, false],
  [`const x = await import('next/dist/x'); use(x)`, false],
  [`const x = require('next/dist/x'); use(x)`, false],
  [`import x from '../node_modules/next/dist/x.js'; use(x)`, false],
  [`vi.mock('next/dist/x', () => ({}))`, false],
  // Allowed: types, public entry points, and the CLI.
  [`import type { T } from 'next/dist/x'; use({} as T)`, true],
  [`let x: typeof import('next/dist/x'); use(x)`, true],
  [`import { x } from 'next/cache'; use(x)`, true],
  [`const nextBin = path(root, 'node_modules/next/dist/bin/next'); use(nextBin)`, true],
]

const CLERK_SAMPLES: Sample[] = [
  // Rejected: a second or renamed provider.
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
  // Rejected: Clerk's hooks and components, and modules that use them, outside the provider.
  [`import { useUser } from '@clerk/nextjs'; use(useUser)`, false, 'components/site/layout/user.tsx'],
  [`export { useUser } from '@clerk/nextjs'`, false, 'lib/user.ts'],
  [`export * from '@clerk/nextjs'`, false, 'lib/everything.ts'],
  [`import { SignInForm } from '@/components/account/auth-forms.tsx'; use(SignInForm)`, false, 'app/(site)/page.tsx'],
  [`export { Team } from '../../components/dashboard/team.tsx'`, false, 'app/(site)/form.tsx'],
  [`use(() => import('@/components/account/auth-forms.tsx'))`, false, 'app/(site)/later.tsx'],
  // Allowed: modules below the provider, server code, and types.
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

const SAMPLES_BY_RULE = {
  'imports(no-next-internals)': IMPORT_SAMPLES,
  'imports(clerk-below-provider)': CLERK_SAMPLES,
}

const samples = Object.entries(SAMPLES_BY_RULE)
  .flatMap(([rule, list]) => list.map(([code, passes, file]) => ({ rule, code, passes, file })))
  .map(({ file, ...sample }, index) => ({ ...sample, file: file ?? `sample-${index}.ts` }))

let folder: string
let lintErrors: { filename: string; code: string; severity: string }[]

function lint(cwd: string): Promise<string> {
  const args = [resolve(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json']
  return new Promise((resolvePromise) =>
    execFile(process.execPath, args, { cwd }, (_error, stdout) => resolvePromise(stdout)),
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(resolve(root, path), join(folder, path), { recursive: true })
  for (const { code, file } of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\nexport {}\n`)
  }
  lintErrors = (JSON.parse(await lint(folder)) as { diagnostics: typeof lintErrors }).diagnostics
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('custom lint rules', () => {
  it.each(samples)('$rule: $file: $code: $passes', ({ rule, passes, file }) => {
    const lintError = lintErrors.find(({ filename, code }) => filename === file && code === rule)
    expect(lintError?.severity).toBe(passes ? undefined : 'error')
  })
})
