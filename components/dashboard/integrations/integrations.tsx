'use client'

import { useState } from 'react'
import {
  type IntegrationRecord,
  integrationsResponse,
  type IntegrationsResponse,
} from '@/lib/dashboard/integrations/record.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { AvailableSystem } from './available-system.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { Zaps } from './zaps.tsx'
import { RevocationNotice, OutcomeNotice, type RemovedConnection } from './notices.tsx'

type Props = { reader: Reader; canManage: boolean; hasFailed: boolean; haveZapsFailed: boolean }

function IntegrationLists({
  data,
  reader,
  canManage,
  haveZapsFailed,
}: { data: IntegrationsResponse } & Omit<Props, 'hasFailed'>) {
  const [selected, setSelected] = useState<IntegrationRecord>()
  const [isConnectOpen, setIsConnectOpen] = useState(false)
  const [removed, setRemoved] = useState<RemovedConnection>()
  const { integrations, allowance, timeZone } = data
  const openConnect = (integration: IntegrationRecord) => {
    setSelected(integration)
    setIsConnectOpen(true)
  }
  const connectedIntegrations = integrations.filter(({ connection }) => connection)
  const available = integrations
    .filter(({ connection }) => !connection)
    .toSorted((a, b) => Number(b.isOffered) - Number(a.isOffered))
  return (
    <>
      {removed ? (
        <RevocationNotice key={removed.provider} {...removed} onClose={() => setRemoved(undefined)} />
      ) : (
        <OutcomeNotice />
      )}
      {connectedIntegrations.length === 0 && (
        <section aria-label="Connected" className="rounded-xl panel">
          <Empty icon="plug" title="No integrations yet">
            Calls get answered either way. Start with your calendar. We see only when you’re busy.
          </Empty>
        </section>
      )}
      {connectedIntegrations.map((integration) => (
        <ConnectionPanel
          key={integration.provider}
          integration={integration}
          timeZone={timeZone}
          reader={reader}
          canManage={canManage}
          onConnect={() => openConnect(integration)}
          onRemoved={({ there }) =>
            setRemoved({ there, provider: integration.provider, localPage: integration.localPage })
          }
        />
      ))}
      {available.length > 0 && (
        <Panel
          title={connectedIntegrations.length > 0 ? 'More integrations' : 'Available integrations'}
          note={allowance}
        >
          <ul className="-mb-4 gap-x-10 *:content-start lg:grid lg:grid-cols-2">
            {available.map((integration) => (
              <AvailableSystem
                key={integration.provider}
                integration={integration}
                canManage={canManage}
                timeZone={timeZone}
                reader={reader}
                onConnect={() => openConnect(integration)}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Zaps
        reader={reader}
        canManage={canManage}
        hasFailed={haveZapsFailed}
        localPage={integrations.find(({ provider }) => provider === 'zapier')?.localPage ?? null}
      />
      {selected && (
        <ConnectDialog
          key={selected.provider}
          name={selected.provider}
          localPage={selected.localPage}
          reader={reader}
          isOpen={isConnectOpen}
          onOpenChange={setIsConnectOpen}
        />
      )}
    </>
  )
}

export function Integrations({ reader, canManage, hasFailed, haveZapsFailed }: Props) {
  return (
    <QueryResult
      subject="Your integration list"
      query={buildDashboardQuery('integrations', integrationsResponse, reader)}
      hasFailed={hasFailed}
    >
      {(data) => <IntegrationLists data={data} reader={reader} canManage={canManage} haveZapsFailed={haveZapsFailed} />}
    </QueryResult>
  )
}
