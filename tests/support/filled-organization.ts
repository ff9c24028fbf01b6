import { sql } from 'drizzle-orm'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { type OrganizationTransaction, runInOrganization } from '../../lib/platform/db/organization.ts'
import { alertPreferences, alerts, pushSubscriptions } from '../../lib/dashboard/schema/alerts.ts'
import { apiKeys, idempotentRequests } from '../../lib/dashboard/schema/keys.ts'
import { appointments, calendarFeeds } from '../../lib/dashboard/schema/appointments.ts'
import { assistantHandovers, assistantVersions } from '../../lib/dashboard/schema/assistant.ts'
import { authorizations, connections } from '../../lib/dashboard/schema/integrations.ts'
import { callerNumbers, callers } from '../../lib/dashboard/schema/callers.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { importRows, imports } from '../../lib/dashboard/schema/imports.ts'
import { leadNotes, leads } from '../../lib/dashboard/schema/leads.ts'
import { lineRequests, trials } from '../../lib/dashboard/schema/lines.ts'
import { organizationExports } from '../../lib/dashboard/schema/events.ts'
import { notifications } from '../../lib/dashboard/schema/notifications.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { savedViews } from '../../lib/dashboard/schema/views.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../lib/dashboard/schema/webhooks.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

async function fillOutgoingData({ db, organizationId }: OrganizationTransaction, leadId: string): Promise<void> {
  const base = { organizationId }
  const [endpoint] = await db
    .insert(webhookEndpoints)
    .values({
      ...base,
      url: 'https://hooks.example',
      events: ['lead.created'],
      secret: 'sealed',
      createdById: 'user_1',
    })
    .returning()
  const [message] = await db
    .insert(webhookMessages)
    .values({ ...base, event: 'lead.created', subjectId: leadId, payload: { name: 'Ada' } })
    .returning()
  await db.insert(webhookDeliveries).values({ ...base, endpointId: endpoint?.id ?? '', messageId: message?.id ?? '' })
  const [fileImport] = await db
    .insert(imports)
    .values({
      ...base,
      kind: 'leads',
      fileName: 'leads.csv',
      duplicates: 'skip',
      mapping: { columns: [{ header: 'Name', field: 'name' }] },
      rowCount: 1,
      createdById: 'user_1',
    })
    .returning()
  await db
    .insert(importRows)
    .values({ ...base, importId: fileImport?.id ?? '', number: 2, cells: ['Ada'], recordId: leadId })
  await db.insert(notifications).values({ ...base, userId: 'user_1', kind: 'import', subjectId: fileImport?.id })
  await db
    .insert(savedViews)
    .values({ ...base, list: 'leads', name: 'New', query: 'stage=new', isShared: true, createdById: 'user_1' })
}

export const fillOrganization = (database: Database, organizationId: string): Promise<void> =>
  runInOrganization(database, organizationId, async (tx) => {
    const { db } = tx
    const base = { organizationId }
    // Uses SQL with explicit columns, because this function also fills older tables that lack newer columns.
    const transcript = JSON.stringify([{ speaker: 'caller', text: 'No heat', at: 0 }])
    const [call] = await db.execute<{ id: string }>(sql`
      insert into ${calls} (organization_id, started_at, outcome, transcript)
      values (${organizationId}, ${NOW.toISOString()}, 'booked', ${transcript}) returning id`)
    const [lead] = await db
      .insert(leads)
      .values({ ...base, callId: call?.id, name: 'Ada', problem: 'No heat', source: 'call' })
      .returning()
    await db.insert(leadNotes).values({ ...base, leadId: lead?.id ?? '', text: 'Called back' })
    const window = { startsAt: NOW, endsAt: new Date(NOW.getTime() + 3_600_000) }
    await db.insert(appointments).values({ ...base, ...window, leadId: lead?.id, customer: 'Ada', job: 'No heat' })
    await db.insert(calendarFeeds).values({ ...base, name: 'Phone', secretHash: `feed-${organizationId}` })
    const [key] = await db
      .insert(apiKeys)
      .values({ ...base, name: 'Office', ending: 'abcd', hash: `key-${organizationId}`, scopes: ['leads:read'] })
      .returning()
    await db
      .insert(idempotentRequests)
      .values({ ...base, keyId: key?.id ?? '', idempotencyKey: 'once', requestHash: 'x' })
    await db.execute(sql`
      insert into ${connections} (organization_id, provider, method, scopes, writes, secret)
      values (${organizationId}, 'slack', 'oauth', '{}', '{}', 'sealed')`)
    await db.insert(authorizations).values({
      ...base,
      stateHash: `state-${organizationId}`,
      userId: 'user_1',
      provider: 'slack',
      verifier: 'sealed',
      request: { scopes: [], writes: [] },
      expiresAt: NOW,
    })
    await db.execute(sql`
      insert into ${organizationSettings} (organization_id, voice_agent_id)
      values (${organizationId}, ${`agent-${organizationId}`})`)
    await db.insert(organizationExports).values({ ...base, userId: 'user_1' })
    const [caller] = await db
      .insert(callers)
      .values({ ...base, name: 'Ada' })
      .returning({ id: callers.id })
    await db.insert(callerNumbers).values({ ...base, phone: '+12125550142', callerId: caller?.id ?? '' })
    await db.insert(alerts).values({ ...base, callId: call?.id ?? '', kind: 'urgent' })
    await db.insert(alertPreferences).values({ ...base, userId: 'user_1', kinds: ['urgent'] })
    await db
      .insert(pushSubscriptions)
      .values({ ...base, userId: 'user_1', endpoint: 'https://push.example', keys: { p256dh: 'x', auth: 'y' } })
    await db.insert(assistantVersions).values({ ...base, number: 1, instructions: DEFAULT_INSTRUCTIONS })
    await db.insert(assistantHandovers).values({ ...base, agentId: `agent-${organizationId}` })
    await db.insert(lineRequests).values({ ...base, companyPhone: '+12125550100' })
    await db.insert(trials).values({ ...base, plan: 'front_desk' })
    // Uses SQL with the table name and columns of earlier versions, which this function also fills.
    await db.execute(sql`
      insert into outgoing (organization_id, kind, once_key, due_at)
      values (${organizationId}, 'linemail', 'once', ${NOW.toISOString()})`)
    await recordEvent(tx, { kind: 'site' }, { action: 'settings.changed' })
    // Databases of earlier versions lack the tables of migration 0015.
    const [{ isCurrent } = { isCurrent: false }] = await db.execute<{ isCurrent: boolean }>(
      sql`select to_regclass('webhook_endpoints') is not null as "isCurrent"`,
    )
    if (isCurrent) await fillOutgoingData(tx, lead?.id ?? '')
  })
