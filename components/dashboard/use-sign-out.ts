import { useClerk } from '@clerk/nextjs'
import { LOGIN_PATH } from '@/lib/routes.ts'
import { useToast } from '../ui/toast.tsx'
import { signOutAndLeave } from './sign-out.ts'

/** Returns a function that signs out and opens the sign-in page. Shows a toast if the user is still signed in. */
export function useSignOut(): () => Promise<void> {
  const clerk = useClerk()
  const toast = useToast()
  return async () => {
    if (await signOutAndLeave(clerk, () => window.location.assign(LOGIN_PATH))) return
    toast({
      title: 'Couldn’t sign you out',
      description: 'You’re still signed in. Check your connection and try again.',
      tone: 'primary',
    })
  }
}
