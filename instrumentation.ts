import { env } from '@/lib/env.ts'

/** Runs once when the server boots, so that a wrong environment stops it at once and not at the first visitor. */
export async function register() {
  env()
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { keepQueryOnStoredRedirects } = await import('@/lib/redirect-query.ts')
  keepQueryOnStoredRedirects()
}
