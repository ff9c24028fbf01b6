import { expect, type Page } from '@playwright/test'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { deleteCallerData } from '../../../lib/dashboard/retention/caller-data.ts'
import { findCallerId } from '../../../lib/dashboard/callers/record-caller.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { requestSync } from '../../../lib/dashboard/voice-vendor/sync-request.ts'
import { sampleAccounts, sampleOrganizations } from '../../../scripts/support/sample-accounts.ts'
import { getVoiceUrl } from '../../../scripts/support/settings.ts'
import { placeVendorCall } from '../../../scripts/support/simulate.ts'
import { stack } from '../../support/stack/addresses.ts'
import { createOwnerWithAssistant, TIME_ZONE } from './assistant.ts'
import { clerk } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const url = getVoiceUrl(stack)
const apiKey = stack.env.voice.apiKey ?? ''

async function requestVendor(method: string, path: string, body?: object): Promise<Record<string, never>> {
  const response = await fetch(url + path, {
    method,
    headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, never>
}

const readAgent = (agentId: string) => requestVendor('GET', `/v1/convai/agents/${agentId}`)

async function createOwnerAtVendor(name: string) {
  const owner = await createOwnerWithAssistant(name)
  await requestVendor('PUT', `/local/agents/${owner.agentId}`, {})
  await within(owner, (tx) => requestSync(tx, 'agent'))
  await expect
    .poll(() => readAgent(owner.agentId))
    .toMatchObject({ platform_settings: { privacy: { retention_days: 30 } } })
  return owner
}

const simulateIncomingCall = ({ agentId }: { agentId: string }) =>
  placeVendorCall({ siteUrl: stack.env.siteUrl, agentId, zone: TIME_ZONE }, { url, apiKey })

/** Starts the recording. @returns its length in seconds */
async function playRecording(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Play recording' }).click()
  const player = page.getByLabel('Call recording')
  await expect(player).toBeVisible()
  const readDuration = () => player.evaluate((element) => (element as HTMLAudioElement).duration || 0)
  await expect.poll(readDuration).toBeGreaterThan(0)
  return readDuration()
}

test('saved settings sync to the voice vendor immediately and apply to the next call', async ({ page }) => {
  const owner = await createOwnerAtVendor('saying')
  await openSignedIn(page, owner.email, '/dashboard/settings/business')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Good evening, Saying Heating.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const message = 'Good evening, Saying Heating. I am the automated assistant.'
  await expect
    .poll(() => readAgent(owner.agentId))
    .toMatchObject({ conversation_config: { agent: { first_message: message } } })
  const { begin } = await requestVendor('POST', '/local/calls', {
    agent_id: owner.agentId,
    caller_id: '+13125550142',
    call_duration_secs: 5,
    transcript: [],
  })
  expect(begin).toMatchObject({ start: 'answered', first_message: message, missing_variables: [] })
})

test("an incoming call plays in the dashboard and is deleted in the vendor's account with its caller @smoke", async ({
  page,
}) => {
  const owner = await createOwnerAtVendor('hearing')
  expect(await simulateIncomingCall(owner)).toBe('stored')
  const [call] = await within(owner, ({ db, organizationId }) =>
    db.select().from(calls).where(eq(calls.organizationId, organizationId)),
  )
  await openSignedIn(page, owner.email, `/dashboard/calls/${call?.id}`)
  expect(await playRecording(page)).toBeGreaterThan(10)
  const conversationPath = `/v1/convai/conversations/${call?.externalId}`
  expect(await requestVendor('GET', conversationPath)).toMatchObject({ agent_id: owner.agentId, has_audio: true })
  await within(owner, async (tx) =>
    deleteCallerData(tx, { kind: 'site' }, (await findCallerId(tx, call?.callerPhone ?? '')) ?? ''),
  )
  await expect
    .poll(() => requestVendor('GET', conversationPath))
    .toMatchObject({ detail: { status: 'conversation_not_found' } })
})

test('recent calls of the sample company have a recording', async ({ page }) => {
  const [sample] = sampleOrganizations
  const { id } = await clerk.organizations.getOrganization({ slug: sample?.slug ?? '' })
  const recordedEvents = await within({ organizationId: id }, ({ db }) =>
    db
      .select({ id: calls.id })
      .from(calls)
      .where(and(eq(calls.organizationId, id), isNotNull(calls.recordingUrl)))
      .orderBy(desc(calls.startedAt)),
  )
  expect(recordedEvents.length).toBeGreaterThan(10)
  await openSignedIn(page, sampleAccounts.owner, `/dashboard/calls/${recordedEvents[0]?.id}`)
  expect(await playRecording(page)).toBeGreaterThan(10)
})
