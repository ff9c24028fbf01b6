'use client'

import { CALL_FACTS } from '@/lib/calls/call.ts'
import { factsOf, type PlacedFact } from '@/lib/calls/facts.ts'
import type { CallRecord } from '@/lib/calls/record.ts'
import { HandoverNote } from '../../product/handover-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type HandoverCardProps = {
  call: CallRecord
  /** Undefined for somebody who may not correct. */
  onCorrect: ((fact: PlacedFact) => void) | undefined
}

/** The call as a note for whoever goes there: nine fields, and what it did not find out. */
export function HandoverCard({ call, onCorrect }: HandoverCardProps) {
  const { transcript, summary, rule } = call
  const facts = transcript ? factsOf(transcript) : []
  const missing = facts.filter(({ fact }) => !fact).map(({ field }) => CALL_FACTS[field].toLowerCase())
  const fields = facts.flatMap(({ field, fact }) => {
    if (!fact) return []
    const correct = onCorrect && (
      <IconButton
        className="-my-2.75 -mr-3"
        aria-label={`Correct: ${CALL_FACTS[field]}`}
        onClick={() => onCorrect(fact)}
      >
        <Icon name="pencil" size={15} />
      </IconButton>
    )
    const note = fact.corrected && 'Corrected'
    return [{ key: field, label: CALL_FACTS[field], value: fact.value, note, action: correct }]
  })
  return (
    <section aria-labelledby="handover-title" className="rounded-xl panel p-5">
      <HandoverNote
        title={
          <h2 id="handover-title" className="text-base leading-tight tracking-normal">
            Handover note
          </h2>
        }
        summary={summary}
        fields={fields}
        missing={missing.length > 0 && `Not known yet: ${missing.join(', ')}.`}
        rule={rule ? { label: 'Rule that was followed', text: rule } : undefined}
      />
    </section>
  )
}
