const KIB = 1024

/** Maximum body bytes by route or path prefix. Proxies must accept at least as much. */
export const BODY_LIMITS = {
  // Limit for profile picture uploads to Clerk.
  '/__clerk': 12 * KIB * KIB,
  // Fits one hour of speech with the vendor's notes per line.
  '/api/webhooks/voice': 4 * KIB * KIB,
  '/api/webhooks/voice/start': 16 * KIB,
  '/api/webhooks/clerk': 256 * KIB,
  '/api/revalidate': 16 * KIB,
  // Fits the longest transcript in any language.
  '/api/v1': 512 * KIB,
  '/api/dashboard': 64 * KIB,
  // Fits all ZIP codes and the longest instructions.
  '/api/dashboard/settings': 512 * KIB,
  '/api/dashboard/assistant': 512 * KIB,
  // Fits a part of the rows of an import. The client sends the rest in further requests.
  '/api/dashboard/imports': 1536 * KIB,
  // Fits the longest message, percent-encoded, plus the other fields.
  '/api/contact': 96 * KIB,
  '/api/newsletter': 8 * KIB,
  '/api/newsletter/confirm': KIB,
  '/api/newsletter/unsubscribe': KIB,
  '/api/page-views': 512,
  '/api/draft-mode/perspective': 2 * KIB,
} as const
