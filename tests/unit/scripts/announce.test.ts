import { afterEach, expect, it, vi } from 'vitest'
import { announce } from '../../../scripts/support/announce.ts'
import { settings } from '../../../scripts/support/settings.ts'

const places = {
  sitePort: 1,
  lakePort: 2,
  studioPort: 3,
  postgresPort: 4,
  clerkPort: 5,
  voicePort: 7,
  systemsPort: 6,
  dataDir: '/data',
}

afterEach(() => vi.restoreAllMocks())

/** What whoever starts the site reads on the terminal. */
function announced(source: Record<string, string>): string {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  announce(settings(source, places))
  return lines.mock.calls.join('\n')
}

it('says where the local systems are, and which variables are missing for one that is not offered', () => {
  expect(announced({})).toMatch(/Systems +http:\/\/127\.0\.0\.1:6 /)
  expect(announced({})).not.toContain('is not offered')
  const unfinished = announced({ INTEGRATION_ZAPIER_CLIENT_ID: 'own' })
  expect(unfinished).toContain('Zapier is not offered: set INTEGRATION_ZAPIER_CLIENT_SECRET')
  expect(unfinished).not.toContain('Slack is not offered')
})

it('names the variables of every system where none is local', () => {
  const hosted = announced({ NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_a', CLERK_SECRET_KEY: 'sk_live_a' })
  expect(hosted).not.toContain('127.0.0.1:6')
  expect(hosted).toContain('Slack is not offered: set INTEGRATION_SLACK_CLIENT_ID, INTEGRATION_SLACK_CLIENT_SECRET')
})
