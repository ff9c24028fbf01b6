import { stegaClean } from 'next-sanity'
import type { Words } from '@/lib/words.ts'
import type { CITY_QUERY_RESULT } from '../../sanity/types.ts'
import { CutLines } from '../call/cut-lines.tsx'
import { Icon } from '../ui/icon.tsx'

type CityCallProps = {
  call: NonNullable<NonNullable<CITY_QUERY_RESULT>['call']>
  words: Words['call']
  className: string
}

/** Lines in sight: how the call begins, and the last question with its answer. */
const OPENING = 2
const ENDING = 2

/** A short call as it could come in this city, to read: marked as an example, with what the office finds afterwards. */
export function CityCall({ call, words, className }: CityCallProps) {
  const lines = (call.lines ?? []).map(({ _key, speaker, text }) => {
    const who = stegaClean(speaker) ?? 'caller'
    return (
      <li key={_key} data-speaker={who}>
        <span>{words[who]}</span> {text}
      </li>
    )
  })
  return (
    <section className={`rounded-3xl panel p-5 floating sm:p-7 ${className}`}>
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-xl">{call.heading}</h2>
        <p className="label text-muted-foreground">{words.example}</p>
      </div>
      <section aria-label={words.transcript} className="city-call">
        <CutLines lines={lines} opening={OPENING} ending={ENDING} more={words.more} />
      </section>
      {call.outcome && (
        <p className="mt-5 flex items-center gap-3 rounded-lg bg-accent-muted p-3 text-note/snug font-medium">
          <Icon name="check" size={20} className="text-accent" />
          {call.outcome}
        </p>
      )}
    </section>
  )
}
