export { startClerk, type Clerk, type ClerkOptions } from './server.ts'
