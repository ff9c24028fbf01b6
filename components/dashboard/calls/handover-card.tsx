'use client'

import { CALL_FACTS } from '@/lib/calls/call.ts'
import { factsOf, type PlacedFact } from '@/lib/calls/facts.ts'
import type { CallRecord } from '@/lib/calls/record.ts'
import { Icon } from '../../ui/icon.tsx'

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
  return (
    <section aria-labelledby="handover-title" className="rounded-xl panel p-5">
      <h2 id="handover-title" className="text-base leading-tight tracking-normal">
        Handover note
      </h2>
      {summary && <p className="mt-2 max-w-text">{summary}</p>}
      {missing.length < facts.length && (
        <dl className="mt-4">
          {facts.map(
            ({ field, fact }) =>
              fact && (
                <div key={field} className="call-note">
                  <dt className="text-muted">{CALL_FACTS[field]}</dt>
                  <dd className="min-w-0 font-medium wrap-anywhere">
                    {fact.value}
                    {fact.corrected && <span className="block font-normal text-muted">Corrected</span>}
                  </dd>
                  {onCorrect && (
                    <dd>
                      <button
                        type="button"
                        className="kit-icon-button"
                        aria-label={`Correct: ${CALL_FACTS[field]}`}
                        onClick={() => onCorrect(fact)}
                      >
                        <Icon name="pencil" size={15} />
                      </button>
                    </dd>
                  )}
                </div>
              ),
          )}
        </dl>
      )}
      {missing.length > 0 && <p className="mt-3 text-muted">Not found out: {missing.join(', ')}.</p>}
      {rule && (
        <p className="mt-4 border-t border-line pt-3">
          <span className="block text-muted">Rule that was followed</span>
          {rule}
        </p>
      )}
    </section>
  )
}
