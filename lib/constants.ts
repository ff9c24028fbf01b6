/** Product constants; lengths in CSS pixels, times in milliseconds. */

/** Scroll distance; also in app/styles/utilities.css. */
export const SOLID_HEADER_AFTER = 10

export const MENU_CLOSES_AFTER = 150

export const PARTICLES = 100

/** `fallbackCharacters`: length of the name that replaces a logo that does not load. */
export const LOGO = { width: 78, height: 36, fallbackCharacters: 8 }

export const IMAGE_QUALITY = 75

export const QUERY_CACHE = { staleTime: 300_000, gcTime: 300_000, retry: 1, refetchOnWindowFocus: false }

export const THEME = { storageKey: 'theme', default: 'dark', choices: ['light', 'dark', 'system'] } as const

/** Path prefixes without the voice agent. */
export const NO_VOICE_AGENT = ['/dashboard', '/api']

/** Clerk's own value. */
export const AUTH_SCRIPT_TIMEOUT = 15_000

export const PAGE_SIZE = 10

/** Clerk's own levels, in minutes. */
export const REVERIFICATION_MINUTES = { strict_mfa: 10, strict: 10, moderate: 60, lax: 1440 }

/** Width to height; the Studio field shows both. */
export const COVER_RATIOS = { list: 3 / 2, post: 2 } as const

/** Source: RFC 5321, section 4.5.3.1.3 */
export const MAX_EMAIL_LENGTH = 254
