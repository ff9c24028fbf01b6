import type { Metadata } from 'next'
import { Entry } from '@/components/account/entry.tsx'
import { SignUpForm } from '@/components/account/sign-up-form.tsx'
import { REGISTER_PATH } from '@/lib/account-paths.ts'
import { enter, type EntryProps } from '../../entry-page.ts'
import { getHelp } from '../../help.ts'

export const metadata: Metadata = { title: 'Create an account' }

export default async function RegisterPage(props: EntryProps) {
  await enter(REGISTER_PATH, props)
  return (
    <Entry>
      <SignUpForm help={await getHelp()} />
    </Entry>
  )
}
