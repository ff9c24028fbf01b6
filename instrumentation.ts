import { env } from '@/lib/env.ts'

/** Runs once when the server boots, so that a wrong environment stops it at once and not at the first visitor. */
export async function register() {
  const values = env()
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ noteSocketAddresses }, { startContactDelivery }, { keepQueryOnStoredRedirects }] = await Promise.all([
    import('@/lib/client-address.ts'),
    import('@/lib/contact/delivery/start.ts'),
    import('@/lib/redirect-query.ts'),
  ])
  noteSocketAddresses()
  keepQueryOnStoredRedirects()
  startContactDelivery(values)
}
