import { AREAS } from '@/lib/auth/access-table.ts'
import type { AssistantPage } from '@/lib/assistant/record.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { refusalWords } from './handover-words.ts'

type Words = { tone: Tone; state: string; words: string }

function wordsOf({ handover, timeZone }: AssistantPage): Words {
  const { handedOverAt, refusal, refusedAt, isWaiting } = handover
  const earlier = handedOverAt
    ? `What was handed over on ${formatDateTime(handedOverAt, timeZone)} holds until then.`
    : ''
  if (refusal) {
    const since = refusedAt ? ` on ${formatDateTime(refusedAt, timeZone)}` : ''
    const next = isWaiting ? 'It is tried again by itself.' : 'It is tried again with the next change.'
    return { tone: 'primary', state: `Not taken${since}`, words: `${refusalWords(refusal)} ${next} ${earlier}` }
  }
  if (isWaiting) return { tone: 'quiet', state: 'On its way', words: `The voice service is being told. ${earlier}` }
  if (!handedOverAt) return { tone: 'quiet', state: 'Not handed over yet', words: 'It is with your next change.' }
  return {
    tone: 'accent',
    state: `Handed over on ${formatDateTime(handedOverAt, timeZone)}`,
    words: 'The next call is taken by it.',
  }
}

/** Whether the voice service has what is on this page, in words for an owner. */
export function HandoverNote({ page }: { page: AssistantPage }) {
  if (!page.handover.hasLine || page.handover.refusal === 'no-agent') {
    return (
      <p className="rounded-xl panel px-5 py-4">
        It is handed over when your line is set up. How far that is stands on{' '}
        <Link href={AREAS.today.path} className="text-link">
          {AREAS.today.label}
        </Link>
        .
      </p>
    )
  }
  const { tone, state, words } = wordsOf(page)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl panel px-5 py-4">
      <Badge tone={tone}>{state}</Badge>
      <span>{words}</span>
    </p>
  )
}
