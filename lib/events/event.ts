/**
 * What the log of an organization says, by the name of the action, in words that follow the name of who did it. An action's
 * first part is the kind of its subject. Reading a transcript or a recording is an action like any other.
 */
export const ACTIONS = {
  'call.created': 'took a call',
  'call.updated': 'changed a call',
  'call.handed_over': 'handed a call over',
  'call.read': 'opened a call',
  'calls.listed': 'read a list of calls',
  'transcript.read': 'read a transcript',
  'transcript.corrected': 'corrected what was understood in a call',
  'transcript.deleted': 'deleted transcripts',
  'recording.played': 'listened to a recording',
  'recording.deleted': 'deleted recordings',
  'calls.deleted': 'deleted calls',
  'caller.exported': 'exported what is kept about a caller',
  'caller.deleted': 'deleted what is kept about a caller',
  'lead.created': 'added a lead',
  'lead.updated': 'changed a lead',
  'lead.read': 'opened a lead',
  'leads.listed': 'read a list of leads',
  'lead.assigned': 'assigned a lead',
  'lead.noted': 'wrote a note on a lead',
  'leads.exported': 'exported leads',
  'leads.deleted': 'deleted leads',
  'appointment.created': 'booked a visit',
  'appointment.read': 'opened a visit',
  'appointments.listed': 'read a list of visits',
  'appointment.updated': 'changed a visit',
  'appointment.confirmed': 'confirmed a visit',
  'appointment.moved': 'moved a visit',
  'appointment.done': 'marked a visit as done',
  'appointment.cancelled': 'cancelled a visit',
  'appointment.reopened': 'put a visit back into the calendar',
  'feed.created': 'made a calendar address',
  'feed.revoked': 'revoked a calendar address',
  'connection.created': 'connected a system',
  'connection.tested': 'tested a connection',
  'connection.used': 'used a connection',
  'connection.changed': 'changed what a connection may do',
  'connection.revoked': 'removed a connection',
  'key.created': 'made an API key',
  'key.revoked': 'revoked an API key',
  'settings.changed': 'changed settings',
  'retention.changed': 'changed how long data stays',
  'retention.applied': 'deleted what was kept long enough',
  'data.exported': 'exported all data',
  'data.deleted': 'deleted all data',
} as const

export type Action = keyof typeof ACTIONS

/**
 * Who did something: a person with a sign-in, a program with an API key, the assistant that answers calls, or the site by
 * itself (for example when data has been kept long enough).
 */
export type Actor = { kind: 'person' | 'key'; id: string } | { kind: 'assistant' | 'site' }
