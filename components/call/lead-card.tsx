import { CALL_COUNT, CALL_LINE, scripted } from '@/lib/dom-contract.ts'
import { fillWith } from '../ui/fill.tsx'
import { Icon } from '../ui/icon.tsx'
import { type CallProps, factsOf } from './call.ts'

/**
 * The lead that comes of a call: which facts it needs, what is known of them so far, and how it ended. It cools from ember
 * to ice as it fills.
 */
export function LeadCard({ call, words, className = '' }: CallProps) {
  const facts = factsOf(call)
  const last = { [CALL_LINE]: String((call.lines?.length ?? 0) - 1) }
  return (
    <section className={`lead-card ${className}`} aria-label="The lead after the call">
      <header className="label flex items-center justify-between gap-4">
        <span className="text-muted-foreground">{words.lead}</span>
        <span className="figures">
          {fillWith(words.facts, {
            known: <span {...scripted({ [CALL_COUNT]: '' })}>{facts.length}</span>,
            all: facts.length,
          })}
        </span>
      </header>
      <dl className="label mt-3 md:mt-4">
        {facts.map(({ _key, line, label, text }) => (
          <div key={_key}>
            <dt>{label}</dt>
            <dd className="call-item min-w-0 font-medium" {...scripted({ [CALL_LINE]: String(line) })}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {call.outcome && (
        <p className="call-item label" {...scripted(last)}>
          <Icon name="calendar" size={20} className="text-accent" />
          {call.outcome}
        </p>
      )}
    </section>
  )
}
