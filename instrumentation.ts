import { accountReport } from '@/lib/account/environment.ts'
import { env } from '@/lib/env.ts'

/** Runs once when the server boots, so that a wrong environment stops it at once and not at the first visitor. */
export async function register() {
  const values = env()
  // In this form the bundler leaves what follows out of the build for the edge, which has no sockets.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const [{ noteSocketAddresses }, { startContactDelivery }, { keepOnePolicy }, { keepQueryOnStoredRedirects }] =
      await Promise.all([
        import('@/lib/client-address.ts'),
        import('@/lib/contact/delivery/start.ts'),
        import('@/lib/csp/default-policy.ts'),
        import('@/lib/redirect-query.ts'),
      ])
    process.stderr.write(accountReport())
    noteSocketAddresses()
    // Pages of the development server have no policy.
    if (process.env.NODE_ENV === 'production') keepOnePolicy()
    keepQueryOnStoredRedirects()
    startContactDelivery(values)
  }
}
