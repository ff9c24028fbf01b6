'use client'

import type { InstructionField } from '@/lib/assistant/compare.ts'
import { LINE_LIMITS } from '@/lib/assistant/instructions.ts'
import { readLines, sharedWords, sharedWordSentence } from '@/lib/assistant/lines.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '@/lib/leads/lead.ts'
import { Panel } from '../../ui/panel.tsx'
import type { AssistantDraft } from './assistant-draft.ts'
import { LineList } from './line-list.tsx'
import type { AssistantForm } from './use-assistant-form.ts'

const FIELDS = {
  now: 'wordsNow',
  today: 'wordsToday',
  soon: 'wordsSoon',
  later: 'wordsLater',
} as const satisfies Record<Urgency, InstructionField>

const HINTS: Record<Urgency, string> = {
  now: 'It wakes who is on call.',
  today: 'It offers the earliest window.',
  soon: 'It offers the windows of the next days.',
  later: 'It offers any window.',
}

/** Says of words that stand under two urgencies which of them counts. */
function Shared({ draft }: { draft: AssistantDraft }) {
  const shared = sharedWords({
    now: readLines(draft.wordsNow),
    today: readLines(draft.wordsToday),
    soon: readLines(draft.wordsSoon),
    later: readLines(draft.wordsLater),
  })
  return (
    <output className="block">
      {shared.length > 0 && (
        <span className="mt-4 block rounded-lg bg-primary-muted px-4 py-3">
          <strong className="text-primary">The most urgent decides.</strong> {shared.map(sharedWordSentence).join(' ')}
        </span>
      )}
    </output>
  )
}

/** Words of callers, by how soon somebody has to act. */
export function UrgencyWordsPanel({ draft, edit, problems }: Pick<AssistantForm, 'draft' | 'edit' | 'problems'>) {
  return (
    <Panel
      title="Words for each urgency"
      note="What a caller says, and how urgent that makes the call. Where several are said, the most urgent decides. One rule needs no word: no heat with a baby, or with somebody who is ill or 65 or older, is Now."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {URGENCY_NAMES.map((urgency) => (
          <LineList
            key={urgency}
            label={URGENCIES[urgency]}
            hint={HINTS[urgency]}
            limits={LINE_LIMITS.words}
            value={draft[FIELDS[urgency]]}
            problem={problems[`urgencyWords.${urgency}`]}
            onChange={(value) => edit({ [FIELDS[urgency]]: value })}
          />
        ))}
      </div>
      <Shared draft={draft} />
    </Panel>
  )
}
