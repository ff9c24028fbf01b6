import { describe, expect, it } from 'vitest'
import { readTestArguments } from '../../../scripts/support/test-arguments.ts'

describe('the arguments of npm test', () => {
  it('run everything when there are none', () => {
    expect(readTestArguments([])).toEqual({ name: 'all', args: [] })
  })

  it('name a part first, and leave the rest to its runner', () => {
    expect(readTestArguments(['e2e', 'site/header', '-g', 'wraps'])).toEqual({
      name: 'e2e',
      args: ['site/header', '-g', 'wraps'],
    })
  })

  it('ask for what changed, since the last commit or another one', () => {
    expect(readTestArguments(['--changed'])).toMatchObject({ name: 'all', changedSince: 'HEAD' })
    expect(readTestArguments(['--changed=main~3'])).toMatchObject({ name: 'all', changedSince: 'main~3' })
  })

  it('leave an option of that name to the runner of a part', () => {
    expect(readTestArguments(['unit', '--changed'])).toEqual({ name: 'unit', args: ['--changed'] })
  })

  it('do not take an option for the name of a part', () => {
    expect(readTestArguments(['--bail=1'])).toEqual({ name: 'all', args: ['--bail=1'] })
  })
})
