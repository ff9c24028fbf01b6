import { Icon } from '../ui/icon.tsx'
import { understoodIn, type Call } from './call.ts'

/** The lead that comes of a call: what is known, and how it ended. It cools from ember to ice as it fills. */
export function LeadCard({ call, className = '' }: { call: Call; className?: string }) {
  const facts = understoodIn(call)
  return (
    <section
      className={`lead-card rounded-2xl border bg-raised p-5 md:p-6 ${className}`}
      aria-label="The lead after the call"
    >
      <header className="label flex items-center justify-between gap-4">
        <span className="text-muted">New lead</span>
        <span className="lead-state text-ice">Booked</span>
      </header>
      <ul className="mt-4 space-y-2.5">
        {facts.map(({ _key, text }) => (
          <li key={_key} className="flex gap-3 leading-snug">
            <Icon name="check" size={18} className="mt-0.5 text-ice" />
            {text}
          </li>
        ))}
      </ul>
      {call.outcome && (
        <p className="mt-5 flex gap-3 rounded-xl bg-ice-wash p-4 leading-snug font-medium">
          <Icon name="calendar" size={22} className="text-ice" />
          {call.outcome}
        </p>
      )}
    </section>
  )
}
