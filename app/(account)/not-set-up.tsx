import { Notice } from '@/components/account/notice.tsx'
import { Entry } from '@/components/account/entry.tsx'
import { EntryShell } from './entry-shell.tsx'
import { getHelp } from './help.ts'

/** In place of every page of the account while the keys of Clerk are missing or malformed. */
export async function NotSetUp() {
  return (
    <EntryShell variant="register">
      <Entry heading="The door is not built yet">
        <Notice label="Not available yet" heading="Sign-in is not set up here" help={await getHelp()}>
          <p>
            Accounts are switched off on this site at the moment, so nobody can sign in or register. Everything else
            works as usual.
          </p>
        </Notice>
      </Entry>
    </EntryShell>
  )
}
