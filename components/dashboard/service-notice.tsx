'use client'

import { Button } from '../ui/button.tsx'
import { DegradedNote } from '../account/form-states.tsx'
import { type Help, HelpLine } from '../account/notice.tsx'
import { useClerkLoaded, useLoadFailure } from '../account/clerk-status.ts'

export function ServiceNotice({ help }: { help: Help }) {
  if (useLoadFailure(!useClerkLoaded())) {
    return (
      <div role="alert" data-slot="clerk-failed" className="mb-6 rounded-xl border-primary panel px-5 py-4">
        <p>
          <strong>Part of this page did not load.</strong> Names, members and your profile come from our sign-in
          service. Your connection or an ad blocker may have stopped it, or the service is down.
        </p>
        <HelpLine help={help} className="mt-2" />
        <Button className="mt-3" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    )
  }
  return <DegradedNote className="mb-6 block rounded-xl panel px-5 py-4" />
}
