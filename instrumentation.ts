import { env } from '@/lib/env.ts'

/** Runs once when the server boots, so that a wrong environment stops it at once and not at the first visitor. */
export function register() {
  env()
}
