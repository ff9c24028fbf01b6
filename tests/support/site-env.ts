import { vi } from 'vitest'

/** An environment that lib/env.ts accepts. */
export const siteVariables = {
  SANITY_PROJECT_ID: 'local',
  SANITY_API_READ_TOKEN: 'local-viewer-token',
  SANITY_WEBHOOK_SECRET: 'local-webhook-secret-000000000000000000',
  SANITY_API_HOST: 'http://localhost:3900',
  SITE_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://postgres@localhost:5499/postgres',
  CONTACT_SECRET: 'local-contact-secret-000000000000000000',
}

/** Gives the code under test an environment that lib/env.ts accepts; what a test cares about, it names. */
export function stubSiteEnv(own: Partial<typeof siteVariables> = {}): void {
  for (const [name, value] of Object.entries({ ...siteVariables, ...own })) vi.stubEnv(name, value)
}
