import type { Metadata } from 'next'
import { Entry } from '@/components/account/entry.tsx'
import { SignInForm } from '@/components/account/sign-in-form.tsx'
import { LOGIN_PATH } from '@/lib/account-paths.ts'
import { enter, type EntryProps } from '../../entry-page.ts'
import { getHelp } from '../../help.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function LoginPage(props: EntryProps) {
  await enter(LOGIN_PATH, props)
  return (
    <Entry>
      <SignInForm help={await getHelp()} />
    </Entry>
  )
}
