/** Product constants. Lengths are in CSS pixels, times in milliseconds. */

/** Scroll distance after which the header is solid. app/styles/frame.css repeats the value. */
export const SOLID_HEADER_SCROLL_PX = 10

export const MENU_CLOSE_DELAY_MS = 150

export const PARTICLE_COUNT = 100

/** Logo size. `fallbackCharacters` is the length of the name that replaces a logo if it fails to load. */
export const LOGO = { width: 78, height: 36, fallbackCharacters: 8 }

export const IMAGE_QUALITY = 75

export const QUERY_CACHE_OPTIONS = { staleTime: 300_000, gcTime: 300_000, retry: 1, refetchOnWindowFocus: false }

export const THEME = { storageKey: 'theme', default: 'dark', choices: ['light', 'dark', 'system'] } as const

/** Path prefixes of pages that do not show the voice agent. */
export const VOICE_AGENT_EXCLUDED_PATHS = ['/dashboard', '/api']

/** Default timeout of Clerk's script loader. */
export const AUTH_SCRIPT_TIMEOUT_MS = 15_000

export const PAGE_SIZE = 10

/** Maximum age of a verification per Clerk reverification level, in minutes. */
export const REVERIFICATION_MINUTES = { strict_mfa: 10, strict: 10, moderate: 60, lax: 1440 }

/** Aspect ratios of cover images, width to height. The Studio field shows both. */
export const COVER_RATIOS = { list: 3 / 2, post: 2 } as const

/** Maximum length of an email address. Source: RFC 5321, section 4.5.3.1.3 */
export const MAX_EMAIL_LENGTH = 254
