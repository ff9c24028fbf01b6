import { raiseAlerts } from '../alerts/repository.ts'
import { callChange, callFilter, callInput, callRecord, callSort, callSummary } from '../calls/input.ts'
import { changeCall, createCallOnce, findCall, listCalls } from '../calls/repository.ts'
import type { TranscriptLine } from '../model/call.ts'
import { buildListQuery, versionFields, defineResource } from './resource.ts'

const TRANSCRIPT: TranscriptLine[] = [
  { speaker: 'assistant', text: 'Is anyone in danger, or do you smell gas?', at: 4 },
  {
    speaker: 'caller',
    text: 'No gas. The furnace clicks but it does not light.',
    at: 9,
    understood: [{ field: 'problem', value: 'Furnace clicks, no flame', quote: 'clicks but it does not light' }],
  },
]

export const callResource = defineResource({
  name: 'calls',
  singularName: 'call',
  input: callInput.meta({ id: 'NewCall' }),
  change: callChange.safeExtend(versionFields).meta({ id: 'CallChange' }),
  query: buildListQuery(callFilter, callSort),
  recordSchema: callRecord.meta({ id: 'Call' }),
  listedSchema: callSummary.meta({ id: 'CallSummary' }),
  // Creating or changing a call needs only write scope, so the response omits the transcript.
  toListed: ({ transcript: _transcript, ...summary }) => summary,
  isCreateIdempotent: true,
  store: async (...args: Parameters<typeof createCallOnce>) => {
    const { call, isNew } = await createCallOnce(...args)
    if (isNew) await raiseAlerts(args[0], call)
    return { row: call, isNew }
  },
  find: findCall,
  update: changeCall,
  list: listCalls,
  readEvents: {
    one: ({ transcript }) => (transcript ? ['call.read', 'transcript.read'] : ['call.read']),
    list: 'calls.listed',
  },
  examples: {
    input: {
      externalId: 'conv_01',
      startedAt: '2026-01-02T07:14:00Z',
      duration: 134,
      callerName: 'Ada Byron',
      callerPhone: '(646) 555-0119',
      outcome: 'booked',
      intent: 'repair',
      summary: 'No heat since last night; booked for the morning.',
      callerWords: 'The furnace clicks but it does not light.',
      transcript: TRANSCRIPT,
    },
    record: {
      id: '0b9a3c1e-6a55-4c53-8d9e-2f7f3e0f6b21',
      externalId: 'conv_01',
      startedAt: '2026-01-02T07:14:00.000Z',
      duration: 134,
      callerName: 'Ada Byron',
      callerPhone: '+16465550119',
      language: 'en',
      outcome: 'booked',
      intent: 'repair',
      safetyKind: null,
      appointmentId: null,
      summary: 'No heat since last night; booked for the morning.',
      callerWords: 'The furnace clicks but it does not light.',
      hasTranscript: true,
      transcriptDeletedAt: null,
      hasRecording: false,
      recordingDeletedAt: null,
      attention: null,
      attentionEndedAt: null,
      rule: null,
      handedToId: null,
      handedOverAt: null,
      isTest: false,
      version: 1,
      createdAt: '2026-01-02T07:16:20.000Z',
      updatedAt: '2026-01-02T07:16:20.000Z',
      transcript: TRANSCRIPT,
    },
    change: { attentionEnded: true },
  },
})
