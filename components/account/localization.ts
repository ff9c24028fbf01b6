import type { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

/** Where the words of Clerk's components are not those of the site. `{{applicationName}}` is filled in by Clerk. */
export const localization: ComponentProps<typeof ClerkProvider>['localization'] = {
  formFieldLabel__emailAddress: 'E-mail address',
  formFieldInputPlaceholder__emailAddress: 'you@yourcompany.com',
  signIn: {
    start: { title: 'Sign in', subtitle: 'With the e-mail address of your account.', actionText: 'No account yet?' },
  },
  signUp: {
    start: {
      title: 'Create your account',
      subtitle: 'You will get a code by e-mail to confirm the address.',
      actionText: 'Already have an account?',
    },
  },
}
