import { createCheckAuthorization, validateReverificationConfig } from '@clerk/shared/authorization'
import { isPublishableKey } from '@clerk/shared/keys'
import { loadClerkJSScript, loadClerkUIScript } from '@clerk/shared/loadClerkJsScript'
import { TelemetryCollector } from '@clerk/shared/telemetry'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publishableKeyProblem } from '../../../lib/auth/environment.ts'
import type { Reverification } from '../../../lib/auth/access-table.ts'
import { AUTH_SCRIPT_TIMEOUT, REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { sample } from '../../support/sample-content.ts'

/** What the installed Clerk does, where this product promises a number of Clerk's. The documentation shows the same. */

const LIVE = `pk_live_${btoa('clerk.ductwise.example$')}`
const TEST = `pk_test_${btoa('clerk.ductwise.example$')}`

/** Words of the page, one cell of a table after the other. */
const page = JSON.stringify(sample('docPage', 'doc-sign-in-constants').body)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A document in which a script is asked for and never comes. */
function silentDocument() {
  const element = () => ({ setAttribute: () => {}, addEventListener: () => {}, remove: () => {} })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', {
    createElement: element,
    querySelector: () => null,
    body: { appendChild: () => {} },
  })
}

describe('the script of Clerk', () => {
  it.each([
    ['itself', loadClerkJSScript, 'failed_to_load_clerk_js'],
    ['of its forms', loadClerkUIScript, 'failed_to_load_clerk_ui'],
  ])('%s is given up after the promised time, and not before', async (_what, load, code) => {
    vi.useFakeTimers()
    silentDocument()
    const failed = vi.fn<(error: { code: string }) => void>()
    load({ publishableKey: LIVE } as never).catch(failed)
    await vi.advanceTimersByTimeAsync(AUTH_SCRIPT_TIMEOUT - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code }))
    expect(page).toContain('15,000 ms')
  })
})

describe('a level of confirmation', () => {
  const levels = Object.entries(REVERIFICATION_MINUTES) as [Reverification, number][]

  it.each(levels)('%s lasts %i minutes', (level, minutes) => {
    const config = validateReverificationConfig(level)
    expect(config && config().afterMinutes).toBe(minutes)
    const passes = (ages: [number, number]) =>
      createCheckAuthorization({
        userId: 'user_1',
        orgId: null,
        orgRole: null,
        orgPermissions: null,
        features: null,
        plans: null,
        factorVerificationAge: ages,
      })({ reverification: level })
    expect(passes([minutes - 1, -1])).toBe(true)
    expect(passes([minutes, -1])).toBe(false)
    expect(passes([minutes, minutes - 1])).toBe(level !== 'strict_mfa')
    expect(page).toContain(level)
    expect(page).toContain(`"${new Intl.NumberFormat('en-US').format(minutes)} minutes`)
  })
})

describe('telemetry', () => {
  const isOn = (publishableKey: string, disabled = false) =>
    new TelemetryCollector({ publishableKey, disabled, sdk: '@clerk/nextjs', sdkVersion: '7.9.7' }).isEnabled

  it('is for development keys only, and can be switched off', () => {
    vi.stubEnv('CLERK_TELEMETRY_DISABLED', '')
    expect(isOn(LIVE)).toBe(false)
    expect(isOn(TEST)).toBe(true)
    expect(isOn(TEST, true)).toBe(false)
    vi.unstubAllEnvs()
  })
})

describe('the publishable key', () => {
  it.each([
    [LIVE, true],
    [TEST, true],
    [`pk_prod_${btoa('clerk.ductwise.example$')}`, false],
    [`${LIVE}_more`, false],
    ['pk_live_', false],
    [`pk_live_${btoa('clerk.ductwise.example')}`, false],
    [`pk_live_${btoa('localhost$')}`, false],
    [`pk_live_${btoa('localhost:4020$')}`, false],
  ])('%s is taken by Clerk and by us alike: %s', (key, good) => {
    expect(isPublishableKey(key)).toBe(good)
    expect(publishableKeyProblem(key) === undefined).toBe(good)
  })
})
