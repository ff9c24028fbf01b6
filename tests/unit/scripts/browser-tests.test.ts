import { describe, expect, it } from 'vitest'
import { browserTestsFor, projectsFor } from '../../../scripts/support/browser-tests.ts'

/** The selections with paths below tests/e2e. */
const chosen = (...files: string[]) =>
  browserTestsFor(files).map(({ project, args }) => [
    project,
    ...args.map((arg) => arg.replace(/.*\/tests\/e2e\//, '')),
  ])

describe('the browser tests for a change', () => {
  it('are those that are named like a folder of the file, or like the file', () => {
    expect(chosen('components/dashboard/leads/lead-list.tsx')).toEqual([['account', 'account/leads.spec.ts']])
    expect(chosen('components/layout/header.tsx')).toEqual([['site', 'site/header.spec.ts']])
  })

  it('are those of public pages also where they run beside those of the account', () => {
    expect(chosen('components/product/pictures/calls.tsx')).toEqual([['account', 'site/pictures.spec.ts']])
  })

  it('are a look at every page where none is named so', () => {
    expect(chosen('components/city/city.tsx')).toEqual([['site', 'site/pages.spec.ts', '--grep', 'every page']])
    expect(chosen('components/dashboard/navigation.tsx', 'components/city/city.tsx')).toEqual([
      ['site', 'site/pages.spec.ts', '--grep', 'every page'],
      ['account', 'account/dashboard.spec.ts', '--grep', 'every page'],
    ])
  })

  it('are the changed tests themselves', () => {
    expect(chosen('tests/e2e/content/outage.spec.ts')).toEqual([['site', 'content/outage.spec.ts']])
  })

  it('are none for what no page is made of', () => {
    expect(chosen('README.md', 'tests/unit/time/day.test.ts', 'scripts/commands/seed.ts')).toEqual([])
  })
})

describe('the projects of a run', () => {
  it('are those with a chosen test file, and all where none is chosen', () => {
    expect(projectsFor(['account/leads', '-g', 'a lead'])).toEqual(['account'])
    expect(projectsFor(['site/header', 'content/page-cache'])).toEqual(['site', 'account'])
    expect(projectsFor(['--repeat-each=2'])).toEqual(['site', 'account'])
  })
})
