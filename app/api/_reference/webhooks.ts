import { z } from 'zod'
import { appointmentResource } from '@/lib/dashboard/api/appointments.ts'
import { callResource } from '@/lib/dashboard/api/calls.ts'
import { leadResource } from '@/lib/dashboard/api/leads.ts'
import type { Resource } from '@/lib/dashboard/api/resource.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, type WebhookEvent } from '@/lib/dashboard/model/webhook-event.ts'
import { buildPayload, WEBHOOK_API_VERSION } from '@/lib/dashboard/webhooks/payload.ts'
import type { WebhookDescription } from '@/lib/site/api-reference/openapi.ts'

const RESOURCES: Record<string, Resource> = {
  call: callResource,
  lead: leadResource,
  appointment: appointmentResource,
}

const EXAMPLE_TIME = new Date('2026-01-02T07:16:20Z')

function describeWebhook(event: WebhookEvent): WebhookDescription {
  const resource = RESOURCES[event.split('.')[0] ?? '']
  if (!resource) throw new Error(`No resource for the event ${event}`)
  return {
    event,
    summary: WEBHOOK_EVENTS[event],
    apiVersion: WEBHOOK_API_VERSION,
    objectName: z.globalRegistry.get(resource.listedSchema)?.id ?? '',
    example: buildPayload(event, EXAMPLE_TIME, resource.toListed(resource.examples.record) as object),
  }
}

export const getWebhooks = (): WebhookDescription[] => WEBHOOK_EVENT_NAMES.map(describeWebhook)
