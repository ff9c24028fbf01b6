'use client'

import { useReverification, useSession, useUser } from '@clerk/nextjs'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import { useState } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'

const devices = (count: number) => (count === 1 ? 'one other device' : `${count.toLocaleString('en-US')} other devices`)

/** The sessions of the person but for that of this browser. */
function useOtherSessions() {
  const { user } = useUser()
  const { session } = useSession()
  return async () => {
    const sessions = (await user?.getSessions()) ?? []
    return sessions.filter(({ id }) => id !== session?.id)
  }
}

/**
 * Ends all sessions of the person but for that of this browser.
 * @param onDone the list of devices is another one now
 */
export function SignOutElsewhere({ onDone }: { onDone: () => void }) {
  const others = useOtherSessions()
  const toast = useToast()
  const [count, setCount] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // Clerk asks who it is, where that was long ago, and then does it again: what has ended by then is not there any more.
  const endOthers = useReverification(async () => {
    const sessions = await others()
    for (const session of sessions) await session.revoke()
  })
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      if (isReverificationCancelledError(error)) return
      toast({
        title: 'That did not work',
        description: 'Other devices may still be signed in. Try again.',
        tone: 'primary',
      })
    } finally {
      setIsBusy(false)
    }
  }
  const ask = () =>
    attempt(async () => {
      const { length } = await others()
      setCount(length)
      if (length > 0) setIsAsking(true)
      else toast({ title: 'Only this device is signed in' })
    })
  const end = () =>
    attempt(async () => {
      await endOthers()
      toast({ title: `Signed out of ${devices(count)}`, tone: 'accent' })
      onDone()
    })
  return (
    <Panel title="All devices at once" note="For a phone that is lost, or a computer that is not yours.">
      <Button variant="quiet" disabled={isBusy} onClick={() => void ask()}>
        Sign out everywhere else
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Sign out of ${devices(count)}?`}
        description="You stay signed in here. Whoever uses the account elsewhere has to sign in again, within a minute."
        confirm="Sign out everywhere else"
        cancel="Stay signed in"
        onConfirm={() => void end()}
      />
    </Panel>
  )
}
