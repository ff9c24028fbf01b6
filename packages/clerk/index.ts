export type { ClerkConfig } from './services/config.ts'
export { startClerk, type Clerk, type ClerkOptions } from './server.ts'
export type { WebhookEndpoint } from './webhooks/endpoints.ts'
