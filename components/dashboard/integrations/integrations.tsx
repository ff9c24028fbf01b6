'use client'

import { useState } from 'react'
import {
  type IntegrationRecord,
  integrationsAnswer,
  type IntegrationsAnswer,
} from '@/lib/dashboard/integrations/record.ts'
import { dashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { AvailableSystem } from './available-system.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { EndThereNotice, OutcomeNotice, type Removed } from './notices.tsx'

type Props = { reader: Reader; mayManage: boolean; hasFailed: boolean }

function Systems({ answer, reader, mayManage }: { answer: IntegrationsAnswer } & Omit<Props, 'hasFailed'>) {
  const [asked, setAsked] = useState<IntegrationRecord>()
  const [isAsking, setIsAsking] = useState(false)
  const [ended, setEnded] = useState<Removed>()
  const { integrations, allowance, timeZone } = answer
  const connect = (integration: IntegrationRecord) => {
    setAsked(integration)
    setIsAsking(true)
  }
  const connected = integrations.filter(({ connection }) => connection)
  const available = integrations
    .filter(({ connection }) => !connection)
    .toSorted((one, other) => Number(other.isOffered) - Number(one.isOffered))
  return (
    <>
      {ended ? (
        <EndThereNotice key={ended.provider} {...ended} onClose={() => setEnded(undefined)} />
      ) : (
        <OutcomeNotice />
      )}
      {connected.length === 0 && (
        <section aria-label="Connected" className="rounded-xl panel">
          <Empty icon="plug" title="No integrations yet">
            Calls get answered either way. Start with your calendar. We see only when you’re busy.
          </Empty>
        </section>
      )}
      {connected.map((integration) => (
        <ConnectionPanel
          key={integration.provider}
          integration={integration}
          timeZone={timeZone}
          reader={reader}
          mayManage={mayManage}
          onConnect={() => connect(integration)}
          onRemoved={({ there }) =>
            setEnded({ there, provider: integration.provider, localPage: integration.localPage })
          }
        />
      ))}
      {available.length > 0 && (
        <Panel title={connected.length > 0 ? 'More integrations' : 'Available integrations'} note={allowance}>
          <ul className="-mb-4 gap-x-10 *:content-start lg:grid lg:grid-cols-2">
            {available.map((integration) => (
              <AvailableSystem
                key={integration.provider}
                integration={integration}
                mayManage={mayManage}
                timeZone={timeZone}
                reader={reader}
                onConnect={() => connect(integration)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {asked && (
        <ConnectDialog
          key={asked.provider}
          name={asked.provider}
          localPage={asked.localPage}
          reader={reader}
          isOpen={isAsking}
          onOpenChange={setIsAsking}
        />
      )}
    </>
  )
}

export function Integrations({ reader, mayManage, hasFailed }: Props) {
  return (
    <QueryResult
      what="Your integration list"
      query={dashboardQuery('integrations', integrationsAnswer, reader)}
      hasFailed={hasFailed}
    >
      {(answer) => <Systems answer={answer} reader={reader} mayManage={mayManage} />}
    </QueryResult>
  )
}
