import { understoodIn, type CallProps } from './call.ts'
import { Icon } from '../ui/icon.tsx'
import { DayClock } from './day-clock.tsx'

/** Facts that fit beside a hero. */
const FACTS = 3

/** The product in one glance: it rings, it is understood, it is booked. */
export function CallCard({ call, words, className = '' }: CallProps) {
  const first = call.lines?.find(({ speaker }) => speaker === 'caller')
  const facts = understoodIn(call).slice(0, FACTS)
  return (
    <figure className={`relative ${className}`}>
      <div className="rounded-3xl panel p-5 pb-9 floating sm:p-7 sm:pb-10">
        <div className="flex items-center justify-between gap-4">
          <p className="label text-ember">
            <span className="mr-2.5 inline-block size-2.5 rounded-full bg-ember align-[-0.02em]" />
            {words.incoming}
          </p>
          <p className="label text-muted">{words.example}</p>
        </div>
        <DayClock id="dial-hero" time={call.startedAt} className="mx-auto mt-5 w-52 sm:w-60" />
        {first && (
          <blockquote className="mt-1 text-center font-display text-card leading-snug font-medium text-balance">
            “{first.text}”
          </blockquote>
        )}
        <div className="rule-gradient mt-7" />
        <ul className="label mt-5 space-y-2">
          {facts.map(({ _key, text }) => (
            <li key={_key} className="flex gap-2.5">
              <Icon name="check" size={16} className="mt-px text-ice" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      {call.outcome && (
        <figcaption className="relative mx-4 -mt-3 flex items-center gap-4 rounded-2xl border border-ice/40 bg-ice-wash p-4 leading-snug font-medium sm:mx-8 sm:p-5">
          <Icon name="calendar" size={26} className="text-ice" />
          <span>
            <span className="label block text-ice">{words.booked}</span>
            {call.outcome}
          </span>
        </figcaption>
      )}
    </figure>
  )
}
