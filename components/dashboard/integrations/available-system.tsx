'use client'

import { providerOf } from '@/lib/integrations/providers.ts'
import type { IntegrationRecord } from '@/lib/integrations/record.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'

type Props = { integration: IntegrationRecord; mayManage: boolean; onConnect: () => void }

/** For an admin: which variables of the site are missing. */
function Missing({ names }: { names: string[] }) {
  return (
    <details className="group mt-1">
      <summary className="inline-flex min-h-11 lg:min-h-8 cursor-pointer items-center gap-1.5 text-muted-foreground hover:text-foreground">
        What is missing
        <Icon name="down" size={14} className="transition-[rotate] group-open:rotate-180" />
      </summary>
      <p className="text-muted-foreground">Whoever runs this site sets these variables and starts it again:</p>
      <ul className="mt-1">
        {names.map((name) => (
          <li key={name} className="data break-all">
            {name}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A system that is not connected: what would be read there and why, and the way to connect it. */
export function AvailableSystem({ integration, mayManage, onConnect }: Props) {
  const { provider, isSetUp, missing, refused } = integration
  const { label, reads } = providerOf(provider)
  const canConnect = mayManage && isSetUp && !refused
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] border-t border-border py-4">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base leading-tight tracking-normal">
          {label}
          {!isSetUp && <Badge>Not set up here</Badge>}
        </h3>
        <ul className="mt-1.5">
          {reads.map(({ what, purpose }) => (
            <li key={what}>
              {what}, <span className="text-muted-foreground">{purpose}</span>
            </li>
          ))}
        </ul>
        {isSetUp && refused && <p className="mt-2 text-muted-foreground">{refused}</p>}
        {missing.length > 0 && <Missing names={missing} />}
      </div>
      {canConnect && (
        <Button variant="quiet" className="self-start" onClick={onConnect}>
          Connect<span className="sr-only"> {label}</span>
        </Button>
      )}
    </li>
  )
}
