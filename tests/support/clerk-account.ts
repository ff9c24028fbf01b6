import { createContext } from 'react'
import { vi } from 'vitest'

vi.mock('../../components/dashboard/account-context.ts', async () => {
  const { CLERK_ACCOUNT } = await import('../../components/dashboard/clerk-account.ts')
  return { AccountContext: createContext(CLERK_ACCOUNT) }
})
