import { useRef } from 'react'
import { type Provider, getProvider } from '@/lib/dashboard/integrations/providers.ts'
import type { IntegrationRecord } from '@/lib/dashboard/integrations/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatMonthDay } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useIntegrationRequest } from './connection-changes.ts'
import { TextLink } from '../page.tsx'

type LocalPage = { localPage: string | null }

export const LocalBadge = ({ localPage }: LocalPage) => (localPage ? <Badge>Test mode</Badge> : null)

export function LocalNote({ localPage, provider, timeZone }: LocalPage & { provider: Provider; timeZone: string }) {
  if (!localPage) return null
  const { label, kind, write } = provider
  return (
    <p className="mt-3 max-w-text text-muted-foreground">
      This is a local test server, not the real {label}.{' '}
      <TextLink href={`${localPage}?${new URLSearchParams({ zone: timeZone }).toString()}`}>
        {write ? `View ${kind === 'messages' ? 'messages' : 'events'}` : 'View its data'}
      </TextLink>
    </p>
  )
}

type Props = {
  integration: IntegrationRecord
  canManage: boolean
  timeZone: string
  reader: Reader
  onConnect: () => void
}

function IntegrationRequest({ integration, canManage, timeZone, reader }: Omit<Props, 'onConnect'>) {
  const { provider, wantedAt } = integration
  const requestMutation = useIntegrationRequest(reader)
  const containerRef = useRef<HTMLDivElement>(null)
  const { label } = getProvider(provider)
  const submitRequest = () => {
    requestMutation.mutate(provider)
    // The pressed button unmounts. Focusing this element makes screen readers announce the new content.
    containerRef.current?.focus()
  }
  return (
    <div ref={containerRef} tabIndex={-1} className="grid self-start">
      {wantedAt && <p className="text-muted-foreground">Requested on {formatMonthDay(wantedAt, timeZone)}</p>}
      {!wantedAt && canManage && (
        <Button variant="quiet" onClick={submitRequest}>
          Request<span className="sr-only"> {label}</span>
        </Button>
      )}
    </div>
  )
}

export function AvailableSystem({ integration, canManage, timeZone, reader, onConnect }: Props) {
  const { provider, isOffered, refused, localPage } = integration
  const { label, reads } = getProvider(provider)
  const canConnect = canManage && isOffered && !refused
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] border-t border-border py-4">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base leading-tight tracking-normal">
          {label}
          {isOffered ? <LocalBadge localPage={localPage} /> : <Badge>Not available yet</Badge>}
        </h3>
        <ul className="mt-1.5">
          {reads.map(({ what, purpose }) => (
            <li key={what}>
              {what}, <span className="text-muted-foreground">{purpose}</span>
            </li>
          ))}
        </ul>
        {isOffered && refused && <p className="mt-2 text-muted-foreground">{refused}</p>}
      </div>
      {canConnect && (
        <Button variant="quiet" className="self-start" onClick={onConnect}>
          Connect<span className="sr-only"> {label}</span>
        </Button>
      )}
      {!isOffered && (
        <IntegrationRequest integration={integration} canManage={canManage} timeZone={timeZone} reader={reader} />
      )}
    </li>
  )
}
