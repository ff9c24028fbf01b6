import { expect, it } from 'vitest'
import * as constants from '../../../lib/constants.ts'

it('the constants are those of the specification', () => {
  expect({ ...constants }).toEqual({
    SOLID_HEADER_AFTER: 10,
    MENU_CLOSES_AFTER: 150,
    PARTICLES: 100,
    LOGO: { width: 78, height: 36, fallbackCharacters: 8 },
    IMAGE_QUALITY: 75,
    QUERY_CACHE: { staleTime: 300_000, gcTime: 300_000, retry: 1, refetchOnWindowFocus: false },
    THEME: { storageKey: 'theme', default: 'dark', choices: ['light', 'dark', 'system'] },
    VOICE_AGENT_CORNER: { bottom: 20, right: 8 },
    NO_VOICE_AGENT: ['/dashboard', '/api'],
    AUTH_SCRIPT_TIMEOUT: 15_000,
    PAGE_SIZE: 10,
    REVERIFICATION_MINUTES: { strict_mfa: 10, strict: 10, moderate: 60, lax: 1440 },
  })
})
