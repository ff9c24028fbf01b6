import type { SlackMessage } from '../integrations/slack-api.ts'
import { CALL_OUTCOMES, type CallOutcome } from '../model/call.ts'
import { INTENTS, type Intent } from '../model/intent.ts'
import { SAFETY_KINDS, type SafetyKind } from '../model/safety.ts'
import { AREAS } from '../../platform/auth/access-table.ts'
import { type DayKey, formatDay, formatDayKey, formatTime, formatWindow } from '../../platform/time/zone.ts'
import { formatPhone } from '../../values/phone.ts'

/** Escapes Slack's control characters, so that text cannot contain links or mention a channel. */
export const escapeSlackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Content = { title: string; lines: readonly (string | null | undefined)[]; link: { url: string; label: string } }

/** Builds a message whose notification text is the title only. */
function buildMessage({ title, lines, link }: Content): SlackMessage {
  const escapedLines = lines.flatMap((line) => (line ? [escapeSlackText(line)] : []))
  const text = [`*${escapeSlackText(title)}*`, ...escapedLines, `<${link.url}|${link.label}>`].join('\n')
  return { text: escapeSlackText(title), blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] }
}

/** Name and number of a caller; both are null unless the owner has turned them on. */
export type MessageCaller = { name: string | null; phone: string | null }

const formatCaller = ({ name, phone }: MessageCaller): string =>
  [name, phone && formatPhone(phone)].filter(Boolean).join(', ')

type Place = { siteUrl: string; timeZone: string }

const buildCallLink = (siteUrl: string, callId: string) => ({
  url: `${siteUrl}${AREAS.calls.path}/${callId}`,
  label: 'Open the call',
})

type CallFacts = {
  id: string
  startedAt: Date
  outcome: CallOutcome
  intent: Intent | null
  safetyKind: SafetyKind | null
  caller: MessageCaller
}

export function buildCallMessage(call: CallFacts, { siteUrl, timeZone }: Place): SlackMessage {
  const { id, startedAt, outcome, intent, safetyKind, caller } = call
  const labels = [CALL_OUTCOMES[outcome], intent && INTENTS[intent], safetyKind && SAFETY_KINDS[safetyKind]]
  return buildMessage({
    title: 'A call needs attention',
    lines: [
      `${formatDay(startedAt, timeZone)}, ${formatTime(startedAt, timeZone)}`,
      labels.filter(Boolean).join(' · '),
      formatCaller(caller),
    ],
    link: buildCallLink(siteUrl, id),
  })
}

type VisitFacts = { callId: string | null; startsAt: Date; endsAt: Date; caller: MessageCaller }

export function buildVisitMessage(visit: VisitFacts, { siteUrl, timeZone }: Place): SlackMessage {
  const { callId, startsAt, endsAt, caller } = visit
  return buildMessage({
    title: 'A visit was booked',
    lines: [`${formatDay(startsAt, timeZone)}, ${formatWindow(startsAt, endsAt, timeZone)}`, formatCaller(caller)],
    link: callId
      ? buildCallLink(siteUrl, callId)
      : { url: `${siteUrl}${AREAS.appointments.path}`, label: 'Open the calendar' },
  })
}

export type DayCounts = { answered: number; booked: number; needsAttention: number }

export function buildSummaryMessage(day: DayKey, counts: DayCounts, siteUrl: string): SlackMessage {
  return buildMessage({
    title: `Summary of ${formatDayKey(day)}`,
    lines: [
      `Calls answered: ${counts.answered}`,
      `Booked: ${counts.booked}`,
      `Needs attention now: ${counts.needsAttention}`,
    ],
    link: { url: `${siteUrl}${AREAS.today.path}`, label: 'Open Today' },
  })
}

export const buildTestMessage = (siteUrl: string): SlackMessage =>
  buildMessage({
    title: 'Test message',
    lines: ['Messages from your phone assistant will arrive in this channel.'],
    link: { url: `${siteUrl}${AREAS.integrations.path}`, label: 'Change what is posted' },
  })
