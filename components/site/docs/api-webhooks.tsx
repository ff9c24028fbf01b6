import type { ReactNode } from 'react'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@/lib/dashboard/model/webhook-event.ts'
import type { ReferenceWebhook } from '@/lib/site/api-reference/reference.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { TextLink } from '../../ui/link.tsx'
import { ApiSection, Term } from './api-basics.tsx'
import { Listing } from './api-samples.tsx'

export const WEBHOOKS_SECTION = { id: 'webhooks', title: 'Webhooks' }

const buildRequest = (example: unknown): string => `POST /your-receiver HTTP/1.1
content-type: application/json
webhook-id: 0b9a3c1e-6a55-4c53-8d9e-2f7f3e0f6b21
webhook-timestamp: 1767338180
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify(example, null, 2)}`

const VERIFY_CODE = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers)`

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-2">
        <span>{title}</span>
        <span className="chevron" />
      </summary>
      <div className="pb-6">{children}</div>
    </details>
  )
}

export function WebhookList({ webhooks }: { webhooks: ReferenceWebhook[] }) {
  const [first] = webhooks
  return (
    <ApiSection {...WEBHOOKS_SECTION}>
      <p className="mt-4 max-w-160">
        We post each event to the URLs that an admin adds in{' '}
        <TextLink href={AREAS.webhooks.path}>the dashboard settings</TextLink>, signed as Standard Webhooks describes.
        Respond with 2xx within 10 seconds. Failed attempts are retried for a day with the same <Term>webhook-id</Term>.
        Order is not guaranteed: compare the <Term>version</Term> of the record.
      </p>
      <div className="mt-6 border-t">
        <Fold title="Events">
          <dl>
            {webhooks.map(({ event, objectName }) => (
              <div
                key={event}
                className="grid gap-x-6 border-t py-3 first:border-t-0 sm:grid-cols-[14rem_minmax(0,1fr)]"
              >
                <dt className="data text-sm">{event}</dt>
                <dd className="text-sm">
                  {WEBHOOK_EVENTS[event as WebhookEvent]}.{' '}
                  {objectName && (
                    <>
                      <Term>data</Term> is a{' '}
                      <a href={`#schema-${objectName}`} className="text-link">
                        {objectName}
                      </a>
                      .
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
        <Fold title="Example request and signature check">
          <div className="grid gap-5 lg:grid-cols-2 *:min-w-0">
            {first && (
              <Listing title={`Request: ${first.event}`} code={buildRequest(first.example)} language="http" isShort />
            )}
            <Listing title="Check the signature" code={VERIFY_CODE} language="typescript" />
          </div>
        </Fold>
      </div>
    </ApiSection>
  )
}
