import { UserError } from '../../support/progress.ts'

/** Variables that are compiled in and have no default. */
const COMPILED_VARIABLES = ['SITE_URL', 'SANITY_PROJECT_ID']

const PLACEHOLDER_TEXT = 'not-known-where-this-is-built'

/**
 * Placeholders for variables that only the running site reads. They pass the validation in `lib/platform/env/env.ts`.
 */
const PLACEHOLDERS = {
  SANITY_API_READ_TOKEN: PLACEHOLDER_TEXT,
  SANITY_WEBHOOK_SECRET: PLACEHOLDER_TEXT,
  CONTACT_SECRET: PLACEHOLDER_TEXT,
  CONTACT_TO: 'nobody@example.com',
  SMTP_URL: 'smtps://localhost',
  DATABASE_URL: 'postgres://localhost/none',
}

/** Returns the placeholders, replaced by set variables. @throws {UserError} if a compiled-in variable is missing */
export function buildPlaceholderEnv(source: Record<string, string | undefined>): Record<string, string> {
  const missing = COMPILED_VARIABLES.filter((name) => !source[name])
  if (missing.length > 0) {
    throw new UserError(
      `${missing.join(' and ')} must be set: a release is built for one site URL and one project. docs/operate/containers.md lists all build-time variables.`,
    )
  }
  return Object.fromEntries(Object.entries(PLACEHOLDERS).map(([name, value]) => [name, source[name] || value]))
}
