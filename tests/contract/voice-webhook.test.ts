import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { alerts, appointments, calls, events, leads, organizationSettings } from '../support/tables.ts'
import { type PostCallEvent, postCallEvent } from '../../lib/dashboard/voice/event.ts'
import { receiveCall } from '../../lib/dashboard/voice/receive.ts'
import { isValidSignature, buildSignature } from '../../lib/dashboard/voice/signature.ts'
import { createSimulatedEvent } from '../../scripts/support/sample-data/events.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const NOW = new Date('2026-03-07T06:14:00Z')

const buildEvent = (id: string, agent = 'agent_a', collected: Record<string, unknown> = {}): PostCallEvent =>
  postCallEvent.parse({
    type: 'post_call_transcription',
    event_timestamp: NOW.getTime() / 1000,
    data: {
      agent_id: agent,
      conversation_id: id,
      status: 'done',
      transcript: [
        { role: 'agent', message: 'What is going on?', time_in_call_secs: 0, tool_calls: [] },
        { role: 'agent', message: null, time_in_call_secs: 2 },
        { role: 'user', message: 'No heat, 58 degrees, we have a baby.', time_in_call_secs: 4 },
        { role: 'user', message: 'Ada Byron, 12 Maple Street.', time_in_call_secs: 20 },
      ],
      metadata: {
        start_time_unix_secs: NOW.getTime() / 1000,
        call_duration_secs: 61.6,
        main_language: 'en',
        phone_call: { direction: 'inbound', external_number: '+13125550142' },
      },
      analysis: {
        transcript_summary: 'No heat, infant in the house.',
        data_collection_results: Object.fromEntries(
          Object.entries({
            problem: 'No heat, 58 degrees',
            name: 'Ada Byron',
            address: '12 Maple Street',
            zip: '60614',
            urgency: 'now',
            window_start: '2026-03-08T08:00:00-05:00',
            window_end: '2026-03-08T10:00:00-05:00',
            safety: null,
            ...collected,
          }).map(([name, value]) => [name, { data_collection_id: name, value, rationale: 'said so' }]),
        ),
      },
      has_audio: true,
    },
  })

describe('voice webhook signature', () => {
  const body = '{"type":"post_call_transcription"}'
  const header = buildSignature(body, 'secret', NOW)

  it.each([
    ['the signed body', header, body, 0, true],
    ['another body', header, `${body} `, 0, false],
    ['no header', null, body, 0, false],
    ['a malformed header', 'v0=abc', body, 0, false],
    ['29 minutes later', header, body, 29, true],
    ['31 minutes later', header, body, 31, false],
    ['31 minutes earlier', header, body, -31, false],
  ])('is checked for %s', (_, input, content, minutes, expected) => {
    expect(isValidSignature(input, content, 'secret', new Date(NOW.getTime() + minutes * 60_000))).toBe(expected)
    expect(isValidSignature(input, content, 'another', NOW)).toBe(false)
  })
})

describe('post-call event', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(async () => {
    await database.deleteOrganizations()
    for (const organizationId of ['org_a', 'org_b']) {
      const voiceAgentId = organizationId.replace('org', 'agent')
      await within(organizationId, ({ db }) => db.insert(organizationSettings).values({ organizationId, voiceAgentId }))
    }
  })

  const readStoredRecords = (organizationId: string) =>
    within(organizationId, async ({ db }) => ({
      calls: await db.select().from(calls),
      leads: await db.select().from(leads),
      appointments: await db.select().from(appointments),
      actions: (await db.select().from(events).where(eq(events.actorKind, 'assistant'))).map(({ action }) => action),
    }))

  it("creates a call, a lead and a visit for the agent's organization", async () => {
    expect(await receiveCall(database.db, buildEvent('conv_1'))).toBe('stored')
    const storedRows = await readStoredRecords('org_a')
    expect(storedRows.calls).toMatchObject([
      {
        externalId: 'conv_1',
        startedAt: NOW,
        duration: 62,
        callerName: 'Ada Byron',
        callerPhone: '+13125550142',
        outcome: 'booked',
        callerWords: 'No heat, 58 degrees, we have a baby.',
        recordingUrl: expect.stringContaining('/conv_1/audio'),
      },
    ])
    expect(storedRows.calls[0]?.transcript).toHaveLength(3)
    expect(storedRows.calls[0]?.transcript?.[1]?.understood).toContainEqual({
      field: 'problem',
      value: 'No heat, 58 degrees',
      quote: 'No heat, 58 degrees',
    })
    expect(storedRows.leads).toMatchObject([
      { name: 'Ada Byron', zip: '60614', urgency: 'now', stage: 'booked', source: 'call' },
    ])
    expect(storedRows.appointments).toEqual([
      expect.objectContaining({
        startsAt: new Date('2026-03-08T13:00:00Z'),
        state: 'confirmed',
        leadId: storedRows.leads[0]?.id,
      }),
    ])
    expect(storedRows.actions).toEqual(expect.arrayContaining(['call.created', 'lead.created', 'appointment.created']))
    expect(await readStoredRecords('org_b')).toEqual({ calls: [], leads: [], appointments: [], actions: [] })
  })

  it('is stored once for repeated and concurrent deliveries', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => receiveCall(database.db, buildEvent('conv_2'))))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'repeated'), 'stored'])
    expect(await receiveCall(database.db, buildEvent('conv_2'))).toBe('repeated')
    const storedRows = await readStoredRecords('org_a')
    expect([storedRows.calls.length, storedRows.leads.length, storedRows.appointments.length]).toEqual([1, 1, 1])
  })

  it('of an unknown agent is not stored', async () => {
    expect(await receiveCall(database.db, buildEvent('conv_3', 'agent_unknown'))).toBe('unknown-agent')
    expect((await readStoredRecords('org_a')).calls).toEqual([])
  })

  it('with a requested visit needs attention', async () => {
    await receiveCall(
      database.db,
      buildEvent('conv_4', 'agent_b', { outcome: 'requested', attention: 'Confirm the window' }),
    )
    const storedRows = await readStoredRecords('org_b')
    expect(storedRows.calls).toMatchObject([
      { outcome: 'requested', attention: 'Emergency: no one could be paged. Confirm the window' },
    ])
    expect(storedRows.leads).toMatchObject([{ stage: 'new' }])
    expect(storedRows.appointments).toMatchObject([{ state: 'requested' }])
  })

  it('is stored without its invalid values', async () => {
    const unusualFields = {
      window_start: 'tomorrow',
      urgency: 'very',
      zip: 'none',
      outcome: 'party',
      phone: '911',
      attention: 7,
    }
    await receiveCall(database.db, buildEvent('conv_5', 'agent_a', unusualFields))
    const storedRows = await readStoredRecords('org_a')
    // The caller ID replaces the invalid callback number.
    expect(storedRows.calls).toMatchObject([
      { outcome: 'emergency', callerPhone: '+13125550142', attention: 'Emergency: no one could be paged. 7' },
    ])
    // The urgency is invalid, so the company's rules apply: no heat, with a baby in the house, is an emergency.
    expect(storedRows.leads).toMatchObject([{ urgency: 'now', zip: null, phone: '+13125550142' }])
    expect(storedRows.appointments).toEqual([])
  })

  describe('with company rules', () => {
    const onCall = [{ name: 'Alex', phone: '+13125550190', hours: { from: '18:00', to: '07:00' } }]
    /** Fields that the vendor omits. The call starts at 1:14 a.m. in New York. */
    const emptyFields = { urgency: null, rule: null, technician: null, outcome: null }
    const FRAIL_PATTERN = expect.stringMatching(/^No heat with someone at risk: “.*my mother/) as string
    const set = (settings: Partial<typeof organizationSettings.$inferInsert>) =>
      within(({ db }) => db.update(organizationSettings).set(settings))
    const receiveEvent = async (receivedEvent: PostCallEvent) => {
      await receiveCall(database.db, receivedEvent)
      const { calls: callRows, leads: leadRows, appointments: visitRows } = await readStoredRecords('org_a')
      return { call: callRows[0], leads: leadRows, lead: leadRows[0], visit: visitRows[0] }
    }
    const receiveFields = (collected: Record<string, unknown>) =>
      receiveEvent(buildEvent(crypto.randomUUID(), 'agent_a', { ...emptyFields, ...collected }))
    const receiveTranscript = (message: string, collected: Record<string, unknown> = {}, at = NOW) => {
      const noWindow = { problem: null, window_start: null, window_end: null }
      const spokenEvent = buildEvent(crypto.randomUUID(), 'agent_a', { ...emptyFields, ...noWindow, ...collected })
      spokenEvent.data.transcript = [{ role: 'user', message, time_in_call_secs: 1 }]
      spokenEvent.data.metadata.start_time_unix_secs = Math.floor(at.getTime() / 1000)
      return receiveEvent(spokenEvent)
    }

    it.each([
      ['soon', 'I think we have a gas leak', 'emergency', 'gas'],
      ['later', 'Creo que hay una fuga de gas', 'emergency', 'gas'],
      ['now', 'My thermostat is blank', 'message', null],
    ])('pages the on-call person if the vendor reports %s for "%s"', async (urgency, message, outcome, safetyKind) => {
      await set({ timeZone: 'America/New_York', onCall })
      const result = await receiveTranscript(message, { outcome: 'message', urgency }, new Date())
      expect(result.call).toMatchObject({ outcome, safetyKind })
      expect(result.leads[0]).toMatchObject({ urgency: 'now' })
      const raisedAlerts = await within(({ db }) => db.select({ kind: alerts.kind }).from(alerts))
      expect(raisedAlerts).toEqual([{ kind: 'urgent' }])
    })

    it('assigns the crew of the ZIP code unless the vendor names a technician', async () => {
      await set({ serviceArea: [{ zip: '60614', crew: 'North crew' }] })
      expect((await receiveFields({})).visit).toMatchObject({ technician: 'North crew' })
      await within(({ db }) => db.delete(appointments))
      expect((await receiveFields({ technician: 'Robin' })).visit).toMatchObject({ technician: 'Robin' })
    })

    it.each([
      [null, null],
      ['later', null],
      ['now', null],
      ['today', 'Member plan'],
    ])('raises the urgency %s with rule %s because of the reported danger', async (urgency, rule) => {
      const { call, lead } = await receiveFields({ urgency, rule })
      expect(lead).toMatchObject({ urgency: 'now' })
      expect(call).toMatchObject({
        rule: expect.stringMatching(/^No heat with someone at risk: “/),
        safetyKind: 'cold',
      })
    })

    it('declines a non-urgent call from outside the service area', async () => {
      await set({ serviceArea: [{ zip: '60601', crew: '' }] })
      const noWindow = { window_start: null, window_end: null }
      expect((await receiveFields({ ...noWindow, outcome: 'message' })).call).toMatchObject({ outcome: 'message' })
      await within(({ db }) => db.delete(calls))
      // An emergency outside the service area is not declined: Today shows that no one was paged.
      expect((await receiveFields(noWindow)).call).toMatchObject({
        attention: expect.stringContaining('no one could be paged'),
      })
      await within(({ db }) => db.delete(calls))
      await within(({ db }) => db.delete(leads))
      const result = await receiveTranscript('I would like an estimate', { ...noWindow, problem: 'Estimate' })
      expect([result.call?.outcome, result.leads]).toEqual(['declined', []])
    })

    it.each([
      ['Oh, sorry, wrong number.', 'Wrong number', { outcome: 'declined', attention: null }, []],
      ['Wrong number? No. My furnace is loud.', 'A loud furnace', {}, [{ problem: 'A loud furnace' }]],
      ['There is no heat, and my mother is 91.', null, { rule: FRAIL_PATTERN }, [{ urgency: 'now' }]],
    ])("uses the caller's words if the vendor reports nothing else: %s", async (message, problem, call, expected) => {
      const result = await receiveTranscript(message, { problem })
      expect(result.call).toMatchObject(call)
      expect(result.leads).toMatchObject(expected)
    })

    it.each([
      ['message', 'Wanted to talk to a person: call back'],
      ['transferred', null],
    ])(
      'sets the attention reason for a caller who asked for a person if the call ended as %s',
      async (outcome, attention) => {
        const { call } = await receiveTranscript('I would like to speak to a person.', { outcome })
        expect(call).toMatchObject({ outcome, attention })
      },
    )

    it('needs attention if no one on call could be paged', async () => {
      const emergencyFields = { outcome: 'emergency', window_start: null, window_end: null }
      const getAttention = async () => {
        await within(({ db }) => db.delete(calls))
        return (await receiveFields(emergencyFields)).call?.attention
      }
      expect(await getAttention()).toBe('Emergency: no one could be paged')
      await set({ timeZone: 'America/New_York', onCall })
      expect(await getAttention()).toBeNull()
      await set({ onCall: [{ name: 'Alex', phone: '+13125550190', hours: { from: '07:00', to: '18:00' } }] })
      expect(await getAttention()).toBe('Emergency: no one could be paged')
    })
  })

  it('keeps as much of a very long transcript as fits', async () => {
    const longEvent = buildEvent('conv_long')
    const line = { role: 'user' as const, message: `${'word '.repeat(700)}end`, time_in_call_secs: 30 }
    longEvent.data.transcript = Array.from({ length: 1_500 }, () => line)
    expect(await receiveCall(database.db, longEvent)).toBe('stored')
    const [call] = (await readStoredRecords('org_a')).calls
    expect(call?.transcript?.length).toBeGreaterThan(20)
    expect(call?.transcript?.length).toBeLessThan(1_000)
  })

  it('keeps 1,000 of 2,500 transcript lines, the lead and the alert', async () => {
    const longEvent = structuredClone(buildEvent('conv_lines'))
    // The call must be recent, because calls more than a day old raise no alert.
    longEvent.data.metadata.start_time_unix_secs = Math.floor(Date.now() / 1000)
    const line = { role: 'user', message: 'Yes.', time_in_call_secs: 30 }
    longEvent.data.transcript.push(...Array.from({ length: 2_500 }, () => line))
    expect(await receiveCall(database.db, postCallEvent.parse(longEvent))).toBe('stored')
    const storedRows = await readStoredRecords('org_a')
    expect(storedRows.calls[0]?.transcript).toHaveLength(1_000)
    expect(storedRows.leads).toHaveLength(1)
    const raisedAlerts = await within(({ db }) => db.select().from(alerts))
    expect(raisedAlerts.map(({ callId }) => callId)).toContain(storedRows.calls[0]?.id)
  })

  it('truncates texts that are too long', async () => {
    const hugeText = 'word '.repeat(20_000)
    const names = 'problem safety system address name phone fee job attention rule technician'.split(' ')
    const longEvent = buildEvent(
      'conv_texts',
      'agent_a',
      Object.fromEntries(names.map((name) => [name, `\0${hugeText}`])),
    )
    const input = {
      ...longEvent,
      data: {
        ...longEvent.data,
        transcript: [
          ...longEvent.data.transcript,
          { role: 'user', message: hugeText, time_in_call_secs: 1e9 },
          { role: 'tool', message: 'A role that is not documented' },
          { role: 'user', message: '🔥'.repeat(2_001), time_in_call_secs: 5 },
        ],
        metadata: { ...longEvent.data.metadata, main_language: `en${'-abcdefgh'.repeat(9)}`, call_duration_secs: 1e9 },
        analysis: { ...longEvent.data.analysis, transcript_summary: hugeText },
      },
    }
    expect(await receiveCall(database.db, postCallEvent.parse(input))).toBe('stored')
    const storedRows = await readStoredRecords('org_a')
    expect(storedRows.calls).toMatchObject([{ callerPhone: '+13125550142', language: 'en', duration: 86_400 }])
    expect(storedRows.calls[0]?.transcript).toHaveLength(5)
    expect(storedRows.leads).toHaveLength(1)
  })

  it.each([
    ['that spans three days', '2026-03-08T08:00:00-05:00', '2026-03-11T10:00:00-05:00'],
    ['in the year 9999', '9999-03-08T08:00:00-05:00', '9999-03-08T10:00:00-05:00'],
  ])('creates a lead without a visit for a window %s', async (_, window_start, window_end) => {
    expect(await receiveCall(database.db, buildEvent('conv_window', 'agent_a', { window_start, window_end }))).toBe(
      'stored',
    )
    const storedRows = await readStoredRecords('org_a')
    expect(storedRows.leads).toHaveLength(1)
    expect(storedRows.appointments).toEqual([])
  })

  describe('caller number', () => {
    const receiveFrom = async (external_number: unknown, phone?: unknown) => {
      const input = buildEvent(crypto.randomUUID(), 'agent_a', { phone })
      const { metadata } = input.data
      const data = { ...input.data, metadata: { ...metadata, phone_call: { external_number } } }
      expect(await receiveCall(database.db, postCallEvent.parse({ ...input, data }))).toBe('stored')
      const storedRows = await readStoredRecords('org_a')
      expect(storedRows.leads.map((lead) => lead.phone)).toEqual(storedRows.calls.map(({ callerPhone }) => callerPhone))
      return storedRows.calls[0]?.callerPhone
    }

    it.each([
      ['+18615550123', '+18615550123'],
      ['+9991234567', '+9991234567'],
      ['sip:+12125550142@pbx.example.com', '+12125550142'],
      ['anonymous', null],
      ['sip:anonymous@anonymous.invalid', null],
      ['+266696687', null],
      ['unknown', null],
      ['', null],
      [null, null],
    ])('is the number that the phone network reports: %s', async (reported, stored) => {
      expect(await receiveFrom(reported)).toBe(stored)
    })

    it.each([
      ['same number I am calling from', '+12125550142'],
      ['this one', '+12125550142'],
      ['555', '+12125550142'],
      ['(861) 555-0123', '+18615550123'],
      ['two one two five five five oh one four three', '+12125550143'],
      ['\u202D(212) 555-0143\u202C ext. 5', '+12125550143'],
      [2125550143, '+12125550143'],
    ])(
      'is the number that the caller gave, or else the one that the phone network reports: %s',
      async (input, stored) => {
        expect(await receiveFrom('+12125550142', input)).toBe(stored)
      },
    )
  })

  it('stores no recording URL if the retention period is zero', async () => {
    await within(({ db }) => db.update(organizationSettings).set({ recordingDays: 0 }))
    await receiveCall(database.db, buildEvent('conv_6'))
    expect((await readStoredRecords('org_a')).calls).toMatchObject([{ recordingUrl: null }])
  })

  it('can be generated by the call simulator', async () => {
    for (let round = 0; round < 40; round += 1) {
      const simulated = createSimulatedEvent('agent_a', 'America/Chicago', NOW)
      expect(await receiveCall(database.db, postCallEvent.parse(JSON.parse(JSON.stringify(simulated))))).toBe('stored')
    }
    const storedRows = await readStoredRecords('org_a')
    expect(storedRows.calls).toHaveLength(40)
    expect(storedRows.leads).toHaveLength(40)
    for (const { transcript } of storedRows.calls)
      expect(transcript?.some(({ understood }) => understood?.length)).toBe(true)
  })
})
