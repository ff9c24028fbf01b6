import type { Env } from '../env.ts'
import type { Handlers } from './worker.ts'

/** What does each kind of work, as far as what it needs is configured. What has no handler waits. */
export const handlersOf = (_env: Env): Handlers => ({})
