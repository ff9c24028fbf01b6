import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { OUTCOME_NAMES, OUTCOMES } from '@/lib/dashboard/integrations/outcome.ts'
import { PROVIDER_NAMES, type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import { Icon } from '../../ui/icon.tsx'
import { useAddressState } from '../use-address-state.ts'
import type { RemovalResult } from './connection-changes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextLink } from '../page.tsx'

type NoticeProps = {
  title: string
  isDone: boolean
  children: ReactNode
  onClose: () => void
  ref?: Ref<HTMLElement>
}

function Notice({ title, isDone, children, onClose, ref }: NoticeProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      role={isDone ? 'status' : 'alert'}
      className={`flex items-start gap-3 rounded-xl border p-4 ${isDone ? 'border-accent/40 bg-accent-muted' : 'border-primary/50 bg-primary-muted'}`}
    >
      <Icon
        name={isDone ? 'check' : 'alert'}
        size={20}
        className={isDone ? 'mt-0.5 text-accent' : 'mt-0.5 text-primary'}
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-base leading-snug font-semibold tracking-normal">{title}</h2>
        <p className="mt-0.5 max-w-text">{children}</p>
      </div>
      <IconButton className="-my-1.5 -mr-1.5" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" size={16} />
      </IconButton>
    </section>
  )
}

const address = z.object({
  system: z.enum(PROVIDER_NAMES).optional(),
  outcome: z.enum(OUTCOME_NAMES).optional(),
})

export function OutcomeNotice() {
  const [state, setState] = useAddressState(address)
  const [{ system, outcome }, setDisplayedOutcome] = useState(state)
  useEffect(() => {
    // The URL parameters are removed, so that a reload or a shared link does not show the notice again.
    if (state.outcome || state.system) setState({ system: undefined, outcome: undefined }, { history: 'replace' })
  }, [state, setState])
  if (!system || !outcome) return null
  const { title, words, isDone } = OUTCOMES[outcome]
  return (
    <Notice
      title={title.replace('{system}', PROVIDERS[system].label)}
      isDone={isDone}
      onClose={() => setDisplayedOutcome({})}
    >
      {words}
    </Notice>
  )
}

/** Removed connection. `localPage` is the URL of the local mock server's page, or null for the real provider. */
export type RemovedConnection = RemovalResult & { provider: ProviderName; localPage: string | null }

export function RevocationNotice({ provider, localPage, there, onClose }: RemovedConnection & { onClose: () => void }) {
  const { label, end } = PROVIDERS[provider]
  const noticeRef = useRef<HTMLElement>(null)
  // The notice takes the focus, because the pressed button unmounted with the connection.
  useEffect(() => noticeRef.current?.focus(), [])
  const link = (
    <TextLink href={localPage ?? end.url}>{localPage ? 'Connected applications (local)' : end.place}</TextLink>
  )
  if (there === 'ended') {
    return (
      <Notice ref={noticeRef} title={`${label} removed`} isDone onClose={onClose}>
        Its stored data is deleted, and our access was revoked. You can check this in {label}
        {': '}
        {link}.
      </Notice>
    )
  }
  return (
    <Notice ref={noticeRef} title={`${label} removed. Revoke access there, too`} isDone={false} onClose={onClose}>
      Its stored data is deleted, and we no longer read anything.{' '}
      {there === 'failed' ? `${label} didn’t respond.` : `We can’t revoke access to ${label} ourselves.`} Revoke access
      there: {link}.
    </Notice>
  )
}
