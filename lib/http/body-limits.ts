const KIB = 1024

/** Bytes of the largest body of each route, or of all routes below a path. Servers in front accept at least as much. */
export const BODY_LIMITS = {
  // A picture of a person, on its way to Clerk.
  '/__clerk': 12 * KIB * KIB,
  // An hour of speech, with everything that the vendor notes beside each line.
  '/api/webhooks/voice': 4 * KIB * KIB,
  '/api/webhooks/voice/start': 16 * KIB,
  '/api/webhooks/clerk': 256 * KIB,
  '/api/revalidate': 16 * KIB,
  // The longest transcript fits in, whatever its language.
  '/api/v1': 512 * KIB,
  '/api/dashboard': 64 * KIB,
  // All ZIP codes and the longest instructions.
  '/api/dashboard/settings': 512 * KIB,
  '/api/dashboard/assistant': 512 * KIB,
  // The longest message, each character as the percent signs of a form, and the rest.
  '/api/contact': 96 * KIB,
  '/api/newsletter': 8 * KIB,
  '/api/newsletter/confirm': KIB,
  '/api/newsletter/unsubscribe': KIB,
  '/api/page-views': 512,
  '/api/draft-mode/perspective': 2 * KIB,
} as const
