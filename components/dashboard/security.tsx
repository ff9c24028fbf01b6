'use client'

import { useUser } from '@clerk/nextjs'
import { AREAS } from '@/lib/auth/areas.ts'
import { Link } from '../ui/link.tsx'
import { Loading } from './loading.tsx'
import { State } from './state.tsx'
import { Terms } from './terms.tsx'

/** How well this person's account is secured, and the next step where there is one. */
export function Security() {
  const { user } = useUser()
  if (!user) return <Loading label="Loading your security state" rows={3} />
  const { twoFactorEnabled, passwordEnabled, primaryEmailAddress } = user
  const state = (on: boolean, yes: string, no: string) => <State on={on}>{on ? yes : no}</State>
  return (
    <>
      <Terms
        rows={[
          ['E-mail', primaryEmailAddress?.emailAddress ?? 'None'],
          ['Password', state(passwordEnabled, 'Set', 'Not set')],
          ['Second factor', state(twoFactorEnabled, 'On', 'Off')],
        ]}
      />
      <p className="mt-4">
        {!twoFactorEnabled && <span className="text-ember">A password alone can be guessed or stolen. </span>}
        <Link href={`${AREAS.account.path}/security`} className="text-link">
          {twoFactorEnabled ? 'See your devices' : 'Add a second factor'}
        </Link>
      </p>
    </>
  )
}
