import type { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

/** Where the words of Clerk's components are not those of the site. `{{applicationName}}` is filled in by Clerk. */
export const localization: ComponentProps<typeof ClerkProvider>['localization'] = {
  formFieldLabel__emailAddress: 'Email address',
  formFieldInputPlaceholder__emailAddress: 'you@yourcompany.com',
  formFieldInputPlaceholder__signUpPassword: 'At least 8 characters',
  signIn: { start: { actionText: 'No account yet?', actionLink: 'Create account' } },
  signUp: { start: { actionText: 'Already have an account?', actionLink: 'Sign In' } },
}
