/** Constants of the product, as its specification states them; lengths in CSS pixels, times in milliseconds. */

/** The header is solid once the page has scrolled more than this; also in app/styles/utilities.css. */
export const SOLID_HEADER_AFTER = 10

/** The Solutions dropdown closes this long after the pointer has left it. */
export const MENU_CLOSES_AFTER = 150

/** Particles behind the marketing pages. */
export const PARTICLES = 100

/** An integration's logo, and how much of its name stands in for one that does not load. */
export const LOGO = { width: 78, height: 36, fallbackCharacters: 8 }

/** Quality of every image through the framework's optimiser. */
export const IMAGE_QUALITY = 75

/** The dashboard's query cache. */
export const QUERY_CACHE = { staleTime: 300_000, gcTime: 300_000, retry: 1, refetchOnWindowFocus: false }

export const THEME = { storageKey: 'theme', default: 'dark', choices: ['light', 'dark', 'system'] } as const

/** The voice agent is on every page except those whose path starts with one of these. */
export const NO_VOICE_AGENT = ['/dashboard', '/api']

/** How long the authentication script may take to load (Clerk's own figure). */
export const AUTH_SCRIPT_TIMEOUT = 15_000

/** Entries on one page of a list. */
export const PAGE_SIZE = 10

/** Age in minutes at which a session must be verified again (Clerk's own levels). */
export const REVERIFICATION_MINUTES = { strict_mfa: 10, strict: 10, moderate: 60, lax: 1440 }

/** Width to height of a post's cover: in lists, and above the post itself. The field in the Studio shows both. */
export const COVER_RATIOS = { list: 3 / 2, post: 2 } as const

/** Longest address that SMTP delivers to. Source: RFC 5321, section 4.5.3.1.3 */
export const MAX_EMAIL_LENGTH = 254
