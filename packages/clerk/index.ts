export type { ClerkConfig } from './config.ts'
export { startClerk, type Clerk, type ClerkOptions } from './server.ts'
export type { WebhookEndpoint } from './webhooks/endpoints.ts'
