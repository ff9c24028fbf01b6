import { vi } from 'vitest'

export const siteVariables = {
  SANITY_PROJECT_ID: 'local',
  SANITY_API_READ_TOKEN: 'local-viewer-token',
  SANITY_WEBHOOK_SECRET: 'local-webhook-secret-000000000000000000',
  SANITY_API_HOST: 'http://localhost:3900',
  SITE_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://postgres@localhost:5499/postgres',
  CONTACT_SECRET: 'local-contact-secret-000000000000000000',
}

/** Stubs a valid environment. Tests pass only the variables that they depend on. */
export function stubSiteEnv(overrides: Partial<typeof siteVariables> = {}): void {
  for (const [name, value] of Object.entries({ ...siteVariables, ...overrides })) vi.stubEnv(name, value)
}

/** Variables of a site at a public address, with its own secrets. */
export const hostedVariables = {
  SITE_URL: 'https://www.example.com',
  SANITY_PROJECT_ID: 'abc12345',
  SANITY_API_READ_TOKEN: 'sk-viewer',
  SANITY_WEBHOOK_SECRET: 'a-long-secret-of-more-than-24',
  DATABASE_URL: 'postgres://site:a-password@db.example.com:5432/site',
  CONTACT_SECRET: 'another-long-secret-of-more-than-24',
  CONTACT_TO: 'office@example.com',
  SMTP_URL: 'smtps://site:a-password@mail.example.com:465',
}

/** Ports and data folder of the local services, for `settings` in scripts/support/settings.ts. */
export const localServiceOptions = {
  sitePort: 1,
  lakePort: 2,
  studioPort: 3,
  postgresPort: 4,
  clerkPort: 5,
  voicePort: 7,
  systemsPort: 6,
  mailPort: 8,
  smtpPort: 9,
  dataDir: '/nowhere',
}
