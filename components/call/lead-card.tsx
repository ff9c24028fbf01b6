import { Icon } from '../ui/icon.tsx'
import { NOTE_DELAY, scheduleOf, understoodIn, type CallProps, appearsAt } from './call.ts'

/** The lead that comes of a call: what is known, and how it ended. It cools from ember to ice as it fills. */
export function LeadCard({ call, words, className = '' }: CallProps) {
  const schedule = scheduleOf(call)
  return (
    <section
      className={`lead-card rounded-2xl border bg-raised p-5 md:p-6 ${className}`}
      style={appearsAt(schedule.lines.at(-1))}
      aria-label="The lead after the call"
    >
      <header className="label flex items-center justify-between gap-4">
        <span className="text-muted">{words.lead}</span>
        <span className="call-item text-ice" style={appearsAt(schedule.lines.at(-1))}>
          {words.booked}
        </span>
      </header>
      <ul className="mt-4 space-y-2.5">
        {understoodIn(call).map(({ _key, line, text }) => (
          <li key={_key} className="call-slot" style={appearsAt((schedule.lines[line] ?? 0) + NOTE_DELAY)}>
            <span className="call-item flex gap-3 leading-snug">
              <Icon name="check" size={18} className="mt-0.5 text-ice" />
              {text}
            </span>
          </li>
        ))}
      </ul>
      {call.outcome && (
        <p
          className="call-item mt-5 flex gap-3 rounded-xl bg-ice-wash p-4 leading-snug font-medium"
          style={appearsAt(schedule.lines.at(-1))}
        >
          <Icon name="calendar" size={22} className="text-ice" />
          {call.outcome}
        </p>
      )}
    </section>
  )
}
