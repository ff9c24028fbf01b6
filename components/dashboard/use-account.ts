import { use } from 'react'
import { type Account, AccountContext, type SendFunction } from './account-context.ts'

function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('AccountContext is missing above this component')
  return account
}

/* The hooks come from a context whose value never changes while a page is open, so their order is stable. */
/* oxlint-disable react/hooks, react/rules-of-hooks */

export const useViewer: Account['useViewer'] = () => useAccount().useViewer()

export const useMembers: Account['useMembers'] = () => useAccount().useMembers()

export function useReverified<Input extends unknown[], Answer>(send: SendFunction<Input, Answer>) {
  const { useReverified: useAccountReverified, isCancelled } = useAccount()
  return { send: useAccountReverified(send), isCancelled }
}
